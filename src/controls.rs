//! The controls: everything that changes the scenario.

mod choice;
mod field;
mod panel;
mod scale;
mod slider;
mod switcher;

pub use panel::Controls;
pub use switcher::Switcher;
