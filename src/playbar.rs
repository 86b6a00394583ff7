//! The play bar: play, step, scrub, speed, and the marks of what went over the limit.

mod bar;
pub mod keys;
mod marks;
mod pace;
mod player;

pub use bar::PlayBar;
