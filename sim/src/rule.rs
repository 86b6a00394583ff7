//! Counting rules: pure transitions from a state and an instant to a decision and a new state.
//!
//! A rule knows nothing of servers or Redis. One file per rule.

mod fixed_window;

pub use fixed_window::{Count, FixedWindow};
