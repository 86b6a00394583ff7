//! "Compare": several strategies on the same requests.

mod measured;
mod panel;
mod picture;
mod runs;
mod table;

pub use panel::compare_panel;
