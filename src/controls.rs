//! The controls: everything that changes the scenario.

mod field;
mod panel;
mod scale;
mod setting;
mod slider;
mod switcher;

pub use panel::Controls;
pub use scale::Scale;
pub use switcher::Switcher;
