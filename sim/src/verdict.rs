//! The verdict: what a run comes to, beside what it should have been.

use serde::Serialize;

use crate::bounds::Bounds;
use crate::many::nearest_rank;
use crate::run;
use crate::scenario::Scenario;
use crate::tally::{Decided, Failures, Tally};
use crate::time::Span;

/// What a run comes to. Its serialised form is the contract of the headless program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Requests let through.
    pub allowed: u32,
    /// Requests refused.
    pub refused: u32,
    /// The limit of each user.
    pub limit: u32,
    /// How many an exact limiter lets through of the same requests ([`crate::account`]).
    pub due: u32,
    /// Requests let through beyond what was due.
    pub over: u32,
    /// Requests refused although they were due. In clock-aligned windows that is `min(requests, limit) - allowed` for each,
    /// where that is positive.
    pub falsely_refused: u32,
    /// Requests lost with their servers: neither let through nor refused.
    pub lost: u32,
    /// How often Redis gave no answer, and what became of the checks then.
    pub failures: Failures,
    /// Commands that Redis ran.
    pub redis_calls: u64,
    /// The same for each request.
    pub redis_calls_per_request: f64,
    /// How long the limiter kept requests waiting.
    pub added_wait_us: Wait,
    /// Each server's decisions.
    pub servers: Vec<Decided>,
    /// Each user's decisions.
    pub users: Vec<Decided>,
    /// No luck lets more through than this: an upper bound over all seeds ([`crate::bounds::worst_case`]).
    pub worst_case: u32,
    /// How many are let through on average, where a closed form tells ([`crate::bounds::expected`]).
    pub expected: Option<f64>,
}

/// Times from reaching the server to its decision, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wait {
    /// The mean.
    pub mean: f64,
    /// The median, by nearest rank.
    pub p50: f64,
    /// What 99 % of the requests stay within, by nearest rank.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

impl Wait {
    /// Sums up waits; all zero when there are none. Sorts them.
    pub(crate) fn of(waits: &mut [Span]) -> Self {
        let total: u64 = waits.iter().map(|wait| wait.nanos()).sum();
        let mean = Span::from_nanos(total).micros_f64() / waits.len().max(1) as f64;
        waits.sort_unstable();
        let rank = |percent| waits.get(nearest_rank(waits.len(), percent)).copied().unwrap_or_default().micros_f64();
        Self { mean, p50: rank(50), p99: rank(99), max: rank(100) }
    }
}

impl Verdict {
    /// Runs the scenario, keeping counts alone. It must be one that [`Scenario`] calls fit to run.
    pub fn of(scenario: &Scenario) -> Self {
        let mut tally = Tally::new(scenario);
        run::run(scenario, &mut tally);
        Self::from_tally(scenario, tally, Bounds::of(scenario))
    }

    /// The verdict on a run that has been counted.
    #[inline]
    pub fn from_tally(scenario: &Scenario, mut tally: Tally, bounds: Bounds) -> Self {
        let settled = tally.account.settle();
        Self {
            allowed: tally.allowed(),
            refused: tally.servers.iter().map(|server| server.refused).sum(),
            limit: scenario.limit,
            due: settled.due,
            over: settled.over,
            falsely_refused: settled.falsely_refused,
            lost: tally.lost,
            failures: tally.failures,
            redis_calls: tally.redis_calls,
            redis_calls_per_request: tally.redis_calls as f64 / f64::from(scenario.requests()),
            added_wait_us: Wait::of(&mut tally.waits),
            worst_case: bounds.worst_case,
            expected: bounds.expected,
            servers: tally.servers,
            users: tally.users,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let mut waits: Vec<Span> = (1..=200).rev().map(Span::from_micros).collect();
        assert_eq!(Wait::of(&mut waits), Wait { mean: 100.5, p50: 100.0, p99: 198.0, max: 200.0 });
        let one = Wait::of(&mut [Span::from_micros(5)]);
        assert_eq!(Wait::of(&mut []), Wait { mean: 0.0, p50: 0.0, p99: 0.0, max: 0.0 });
        assert_eq!(one, Wait { mean: 5.0, p50: 5.0, p99: 5.0, max: 5.0 });
    }
}
