//! The play bar: play, step, scrub, speed, and the marks of what went over the limit.

mod bar;
mod blocks;
pub mod keys;
mod marks;
mod pace;
mod player;

pub use bar::play_bar;
pub use blocks::keep_blocks;
pub use keys::list_of_keys;
