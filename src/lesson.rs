//! The lesson: a guided path beside the lab. A task asks for a prediction before its run is set up, shows how far the two are
//! apart, and then asks for one change, which checks itself by the run.
//!
//! Only the panel with its button is in the page at once; what it holds is a part of the program of its own
//! (`later/lesson.rs`).

mod ask;
mod check;
mod key_points;
mod panel;
mod place;
pub mod progress;
mod score;
mod tasks;

pub use check::check_yourself;
pub use key_points::key_points;
pub use panel::lesson_panel;
pub use place::lesson;
#[cfg(test)]
pub use tasks::TASKS;
