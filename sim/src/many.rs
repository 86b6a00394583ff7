//! Many runs: the same scenario with one seed after the other.

mod histogram;
mod samples;
mod summary;
mod sweeping;

pub use histogram::{Bar, Histogram};
pub use samples::Samples;
pub use summary::{Summary, Summing};
pub use sweeping::{Curve, Point, Progress, Sweeping};

pub(crate) use summary::nearest_rank;

use crate::bounds::Bounds;
use crate::scenario::Scenario;
use crate::trace::Trace;
use crate::verdict::Verdict;

/// A scenario that is run with one seed after the other: seed, seed + 1, ... (which go on from 0 after the last).
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    scenario: Scenario,
    bounds: Bounds,
}

impl Seeds {
    /// Those that begin with the scenario's own. It must be one that [`Scenario`] calls fit to run.
    #[inline]
    pub fn of(scenario: &Scenario) -> Self {
        Self { scenario: *scenario, bounds: Bounds::of(scenario) }
    }

    /// The scenario with the first seed.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What no seed changes.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The seed of the nth, from 0.
    pub fn seed(&self, nth: u64) -> u64 {
        nth_seed(&self.scenario, nth).seed
    }

    /// What the nth comes to, from 0.
    #[inline]
    pub fn verdict(&self, nth: u64) -> Verdict {
        Trace::of_counts(&nth_seed(&self.scenario, nth)).into_verdict(self.bounds)
    }
}

/// The verdicts of `runs` runs, beginning with the scenario's own seed ([`Seeds`]).
pub fn verdicts(scenario: &Scenario, runs: u64) -> impl Iterator<Item = Verdict> {
    let seeds = Seeds::of(scenario);
    (0..runs).map(move |nth| seeds.verdict(nth))
}

/// The mean number let through in `runs` runs, at least one, of the same seeds.
pub fn mean_allowed(scenario: &Scenario, runs: u64) -> f64 {
    let allowed = |nth| u64::from(Trace::of_counts(&nth_seed(scenario, nth)).allowed());
    (0..runs).map(allowed).sum::<u64>() as f64 / runs as f64
}

/// The scenario with the nth seed after its own.
fn nth_seed(scenario: &Scenario, nth: u64) -> Scenario {
    Scenario { seed: scenario.seed.wrapping_add(nth), ..*scenario }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;
    use crate::scenario::Strategy;
    use crate::testing::scenarios;

    proptest! {
        #[test]
        fn what_a_seed_comes_to_is_the_verdict_on_its_run(scenario in scenarios()) {
            prop_assert_eq!(Seeds::of(&scenario).verdict(0), Verdict::of(&scenario));
        }
    }

    #[test]
    fn seeds_follow_each_other_and_go_on_from_zero() {
        let scenario = Scenario { strategy: Strategy::GetSet, seed: u64::MAX - 3, ..Scenario::default() };
        let of = |seed| Verdict::of(&Scenario { seed, ..scenario });
        let seeds = [u64::MAX - 3, u64::MAX - 2, u64::MAX - 1, u64::MAX, 0, 1];
        assert!(verdicts(&scenario, 6).eq(seeds.map(of)));
        let mean = seeds.map(|seed| f64::from(of(seed).allowed)).iter().sum::<f64>() / 6.0;
        assert!((mean_allowed(&scenario, 6) - mean).abs() < 1e-9);
    }
}
