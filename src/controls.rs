//! The controls: everything that changes the scenario.

mod about;
mod field;
mod panel;
mod rule;
mod scale;
pub mod setting;
mod slider;
mod switcher;

pub use panel::Controls;
pub use rule::RuleRow;
pub use scale::Scale;
pub use switcher::Switcher;
