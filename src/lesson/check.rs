//! "Check yourself": questions at the lesson's end. Each asks for the cure as well, and each choice is answered by a run.

mod panel;
mod questions;

pub use panel::check_yourself;
