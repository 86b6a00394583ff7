//! The controls: everything that changes the scenario.

mod about;
mod field;
mod groups;
mod panel;
mod rule;
mod scale;
pub mod setting;
mod slider;
mod switcher;
mod traffic;

pub use about::cards;
pub use groups::groups;
pub use panel::{controls, has_traffic};
pub use rule::{rule_row, told_put_back};
pub use scale::Scale;
pub use switcher::switcher;
pub use traffic::traffic;
