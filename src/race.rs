//! "The race": the exact commands that let a request through, or didn't.

mod diagram;
mod listed;
mod offers;
mod panel;
mod rows;

pub use diagram::diagram;
pub use listed::listed;
pub use panel::race_panel;
pub use rows::Picture;
