//! The small case: a few requests, ordered by the student's hand ("Break it") or in every way ("All orders").

mod board;
mod drawn;
mod found;
mod orders;
mod said;
mod seats;
mod sizes;

pub use board::board_panel;
pub use orders::orders_panel;

use limit_sim::hand::{Case, Events};
use limit_sim::scenario::{Extras, Scenario, Small};

/// The case of these sizes, with the scenario's strategy, rule and window.
fn case(scenario: &Scenario, small: Small) -> Case {
    let Small { servers, requests, limit, extras } = small;
    let events = Events {
        window_ends: matches!(extras, Extras::WindowEnd | Extras::Both),
        crashes: matches!(extras, Extras::Crash | Extras::Both),
    };
    let scenario = Scenario { servers, burst: requests, limit, ..*scenario };
    Case::of(&scenario, events).expect("the page's sizes are within a case's ranges")
}
