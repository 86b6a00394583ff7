//! `--explore`: every order.

use limit_sim::explore::{Bar, Covered, Explorer};
use limit_sim::hand::{Case, Events};
use limit_sim::scenario::Scenario;
use serde::Serialize;

/// The line for all orders. Numbers of orders are texts: they need not fit into what reads them.
#[derive(Serialize)]
pub struct Line {
    orders: String,
    over_orders: String,
    most_allowed: u32,
    states: u64,
    shortest: Option<Vec<u8>>,
    allowed_histogram: Vec<BarLine>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    covered_choices: Option<u32>,
}

#[derive(Serialize)]
struct BarLine {
    allowed: u32,
    orders: String,
    over_orders: String,
    example: Vec<u8>,
}

impl Line {
    /// Goes through all orders of a case.
    pub fn of(case: &Case) -> Self {
        let found = Explorer::new(case).finish();
        let bar = |Bar { allowed, orders, over_orders, example }| BarLine {
            allowed,
            orders: orders.to_string(),
            over_orders: over_orders.to_string(),
            example,
        };
        Self {
            orders: found.orders.to_string(),
            over_orders: found.over_orders.to_string(),
            most_allowed: found.most_allowed,
            states: found.states,
            shortest: found.shortest,
            allowed_histogram: found.histogram.into_iter().map(bar).collect(),
            complete: found.covered == Covered::All,
            covered_choices: match found.covered {
                Covered::All => None,
                Covered::Choices(choices) => Some(choices),
            },
        }
    }
}

/// The scenario's case, or what is wrong with it.
pub fn case(scenario: &Scenario, events: Events) -> Result<Case, String> {
    let allowed = Case::REQUESTS;
    Case::of(scenario, events).ok_or_else(|| {
        let (given, least, most) = (scenario.burst, allowed.start(), allowed.end());
        format!("burst={given} was not taken; allowed with --explore: a whole number from {least} to {most}")
    })
}
