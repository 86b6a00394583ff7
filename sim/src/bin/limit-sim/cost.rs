//! `--cost`: the bill.

use limit_sim::cost::{Bill, Usage};
use limit_sim::queueing::{Load, Waits};
use limit_sim::scenario::Link;
use limit_sim::trace::Trace;
use serde::Serialize;

/// The line for a bill.
#[derive(Serialize)]
pub struct Line {
    #[serde(flatten)]
    bill: Bill,
    measured: Option<Measured>,
}

/// What the engine says beside `wait_us`.
#[derive(Serialize)]
struct Measured {
    utilisation: Load,
    wait_us: f64,
    standard_error_us: f64,
    calls: u32,
}

/// How many requests the engine is run with: as many as a link's run has at most.
const REQUESTS: u32 = 20_000;

impl Line {
    /// Makes out a link's bill, and measures how long calls wait at its fullest node.
    pub fn of(link: &Link) -> Self {
        let Link { scenario, costs, .. } = link;
        let bill = Bill::of(costs, &Usage::of(&Trace::of(scenario)));
        let service = costs.service.micros_f64();
        let measured = Waits::measured(bill.fullest, REQUESTS, scenario.seed).map(|waits| Measured {
            utilisation: bill.fullest,
            wait_us: waits.mean * service,
            standard_error_us: waits.standard_error * service,
            calls: waits.calls,
        });
        Self { bill, measured }
    }
}
