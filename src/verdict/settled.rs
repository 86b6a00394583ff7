//! What is worked out once the reader's hand is still: the mean, where no closed form tells, and the trace's hash.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::many::mean_allowed;
use limit_sim::scenario::Scenario;

use crate::lab::{Lab, Shared};
use crate::words::number::trimmed;

/// How long nothing may have changed before it is worked out, in milliseconds.
const STILL_MS: u32 = 150;

/// What was worked out, for one run.
#[derive(Clone)]
pub struct Settled {
    /// That run's number.
    run: u32,
    /// The mean over other bursts, in words; none where a closed form tells.
    mean: Option<String>,
    /// The trace's hash.
    hash: String,
}

/// What was worked out last, which may be of an earlier run.
pub fn use_settled(lab: Lab) -> RwSignal<Option<Settled>> {
    let settled = RwSignal::new(None);
    let waiting = StoredValue::new_local(None);
    Effect::new(move |_| {
        let run = lab.run();
        let work_out = move || {
            let _ = settled.try_set(Some(Settled::of(&run)));
        };
        waiting.set_value(Some(Timeout::new(STILL_MS, work_out)));
    });
    settled
}

impl Settled {
    fn of(run: &Shared) -> Self {
        let mean = match run.verdict.expected {
            Some(_) => None,
            None => Some(estimate(run.trace.scenario())),
        };
        Self { run: run.number, mean, hash: run.trace.hash().to_string() }
    }
}

/// The mean number let through, in words; none until it is known.
pub fn mean(lab: Lab, settled: RwSignal<Option<Settled>>) -> Option<String> {
    let run = lab.run();
    match run.verdict.expected {
        Some(mean) => Some(format!("{} on average", trimmed(mean, 1))),
        None => settled.get().filter(|settled| settled.run == run.number)?.mean,
    }
}

/// The hash of the run's trace; empty until it is known.
pub fn hash(lab: Lab, settled: RwSignal<Option<Settled>>) -> String {
    let number = lab.run().number;
    settled.get().filter(|settled| settled.run == number).map_or_else(String::new, |settled| settled.hash)
}

/// As many bursts as come to ten thousand requests, which is a moment's work, but at least ten.
fn estimate(scenario: &Scenario) -> String {
    let bursts = (10_000 / u64::from(scenario.burst)).clamp(10, 200);
    format!("{} on average of {bursts} bursts", trimmed(mean_allowed(scenario, bursts), 1))
}
