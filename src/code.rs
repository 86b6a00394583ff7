//! "Code": the strategy in a few lines, with the one that runs now marked.

mod listing;
mod panel;

pub use panel::code_panel;
