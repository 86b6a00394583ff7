//! How many are let through on average: by the closed form where there is one, else over a few hundred bursts, run once the
//! reader's hand is still.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::scenario::Scenario;
use limit_sim::trace::Trace;

use crate::lab::use_lab;
use crate::words::number::trimmed;

/// How long nothing may have changed before bursts are run, in milliseconds.
const STILL_MS: u32 = 150;

/// The average in words; none until it is known.
pub fn use_average() -> Signal<Option<String>> {
    let lab = use_lab();
    let estimated = RwSignal::new(None);
    let waiting = StoredValue::new_local(None);
    Effect::new(move |_| {
        let run = lab.run();
        estimated.set(None);
        waiting.set_value(None);
        if run.verdict.expected.is_none() {
            let scenario = *run.trace.scenario();
            let estimate = move || {
                let _ = estimated.try_set(Some(estimate(&scenario)));
            };
            waiting.set_value(Some(Timeout::new(STILL_MS, estimate)));
        }
    });
    Signal::derive(move || match lab.run().verdict.expected {
        Some(mean) => Some(format!("{} on average", trimmed(mean, 1))),
        None => estimated.get(),
    })
}

/// As many bursts as come to twenty thousand requests, which is a moment's work, but at least twenty.
fn estimate(scenario: &Scenario) -> String {
    let bursts = (20_000 / u64::from(scenario.burst)).clamp(20, 400);
    // By full traces: counts alone would be quicker, but would bring a second engine into what the page loads.
    let allowed = |nth| Trace::of(&Scenario { seed: scenario.seed.wrapping_add(nth), ..*scenario }).verdict().allowed;
    let total: u32 = (0..bursts).map(allowed).sum();
    format!("{} on average of {bursts} bursts", trimmed(f64::from(total) / bursts as f64, 1))
}
