//! "Compare": several strategies on the same requests.

pub mod lists;
pub mod measured;
mod panel;
mod picture;
mod runs;
mod table;

pub use panel::compare_panel;
