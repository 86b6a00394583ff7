//! What the page says: names, numbers and sentences. Sentences are one per situation, and each number in them is the run's.

pub mod command;
pub mod conclusion;
pub mod counting;
pub mod mishaps;
pub mod number;
pub mod outcome;
pub mod say;
pub mod situation;
pub mod step;
pub mod story;
pub mod strategy;
pub mod trouble;
pub mod why;
