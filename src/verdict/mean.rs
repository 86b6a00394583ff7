//! How many are let through on average: by the closed form where there is one, else over some bursts, run once the reader's
//! hand is still.

use std::cell::Cell;

use limit_sim::many::mean_allowed;
use limit_sim::scenario::Scenario;

use crate::lab::Lab;
use crate::live::{self, STILL_MS};
use crate::say;
use crate::words::number::{large, trimmed};

/// The mean in words; none until it is known.
pub fn use_mean(lab: Lab) -> impl Fn() -> Option<String> {
    let waiting = Cell::new(None);
    live::effect(move || {
        let run = lab.run();
        let estimate = move || {
            // With the number of the run that it is for: it may come after the next has begun.
            let estimated = Some((run.number, estimate(run.trace.scenario())));
            lab.note(|open| open.estimated = estimated);
        };
        let needed = lab.run().verdict.expected.is_none();
        waiting.set(needed.then(|| live::later(STILL_MS, estimate)));
    });
    move || {
        let run = lab.run();
        match run.verdict.expected {
            Some(mean) => Some(say!("{} on average", large(trimmed(mean, 1)))),
            None => lab.open().estimated.filter(|(number, _)| *number == run.number).map(|(_, mean)| mean),
        }
    }
}

/// As many bursts as come to ten thousand requests, which is a moment's work, but at least two.
fn estimate(scenario: &Scenario) -> String {
    let bursts = (10_000 / u64::from(scenario.requests())).clamp(2, 200);
    say!("{} on average of {} runs", large(trimmed(mean_allowed(scenario, bursts), 1)), bursts)
}
