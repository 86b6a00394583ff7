//! Many runs: the same scenario with one seed after the other.

use serde::Serialize;

use crate::bounds::Bounds;
use crate::run;
use crate::scenario::Scenario;
use crate::tally::Tally;
use crate::trace::Trace;
use crate::verdict::Verdict;

/// How one number varies over runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the sample (divided by n - 1); 0 for a single run.
    pub sd: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// Collects a [`Summary`] (Welford's method, which does not lose digits).
#[derive(Clone, Copy, Debug)]
pub struct Summing {
    count: u64,
    mean: f64,
    squares: f64,
    min: f64,
    max: f64,
}

impl Default for Summing {
    fn default() -> Self {
        Self { count: 0, mean: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl Summing {
    /// Takes one more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// The summary of at least one value.
    pub fn summary(&self) -> Summary {
        let spread = if self.count > 1 { self.squares / (self.count - 1) as f64 } else { 0.0 };
        Summary { mean: self.mean, sd: libm::sqrt(spread), min: self.min, max: self.max }
    }
}

/// The verdicts of `runs` runs, with the seeds seed, seed + 1, ... (which go on from 0 after the last).
pub fn verdicts(scenario: &Scenario, runs: u64) -> impl Iterator<Item = Verdict> {
    let base = *scenario;
    let bounds = Bounds::of(scenario);
    (0..runs).map(move |nth| {
        let scenario = nth_seed(&base, nth);
        let mut tally = Tally::new(&scenario);
        run::run(&scenario, &mut tally);
        Verdict::from_tally(&scenario, tally, bounds)
    })
}

/// The mean number let through in `runs` runs, at least one, with the same seeds as [`verdicts`].
///
/// By full traces. Counts alone would be quicker, but the page, which asks for this, has only the engine that keeps a trace:
/// every kind of [`run::Recorder`] is an engine of its own in what the page loads.
pub fn mean_allowed(scenario: &Scenario, runs: u64) -> f64 {
    let allowed = |nth| u64::from(Trace::of(&nth_seed(scenario, nth)).allowed());
    (0..runs).map(allowed).sum::<u64>() as f64 / runs as f64
}

/// The scenario with the nth seed after its own.
fn nth_seed(scenario: &Scenario, nth: u64) -> Scenario {
    Scenario { seed: scenario.seed.wrapping_add(nth), ..*scenario }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Strategy;

    #[test]
    fn the_mean_of_full_traces_is_that_of_the_verdicts() {
        let scenario = Scenario { strategy: Strategy::GetSet, seed: u64::MAX - 3, ..Scenario::default() };
        let mut summing = Summing::default();
        verdicts(&scenario, 25).for_each(|verdict| summing.add(verdict.allowed.into()));
        assert!((mean_allowed(&scenario, 25) - summing.summary().mean).abs() < 1e-9);
        assert_eq!(mean_allowed(&scenario, 1), f64::from(Verdict::of(&scenario).allowed));
    }

    #[test]
    fn a_summary_is_the_textbook_one() {
        let mut summing = Summing::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|x| summing.add(x));
        let Summary { mean, sd, min, max } = summing.summary();
        assert_eq!((mean, min, max), (5.0, 2.0, 9.0));
        assert!((sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }
}
