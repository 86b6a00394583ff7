//! The lesson: a guided path beside the lab. A task asks for a prediction before its run is set up, shows how far the two are
//! apart, and then asks for one change, which checks itself by the run.
//!
//! Only the panel with its button is in the page at once; what it holds is a part of the program of its own
//! (`later/lesson.rs`).

pub mod check;
pub mod key_points;
pub mod progress;
pub mod score;
