//! What is asked of many runs.

use std::ops::RangeInclusive;

use super::{Curves, Measure, Scenario, Sweep};

/// What is asked of many runs of a scenario that differ by their seeds alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Runs {
    /// How many.
    pub runs: u32,
    /// The first one's seed; none for the scenario's own.
    pub first: Option<u64>,
    /// What goes along the axis.
    pub sweep: Sweep,
    /// What is drawn over it.
    pub measure: Measure,
    /// Of which strategies.
    pub curves: Curves,
}

impl Runs {
    /// Allowed numbers of runs.
    pub const RUNS: RangeInclusive<u32> = 100..=100_000;

    /// The most at each point of a sweep, which keeps what each came to.
    pub const AT_EACH: u32 = 2_000;

    /// How many there are at each point of a sweep: a tenth, but at most 2,000.
    pub fn at_each(&self) -> u64 {
        (self.runs / 10).min(Self::AT_EACH).into()
    }

    /// The scenario with the first seed.
    pub fn begin(&self, scenario: &Scenario) -> Scenario {
        Scenario { seed: self.first.unwrap_or(scenario.seed), ..*scenario }
    }
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            runs: 10_000,
            first: None,
            sweep: Sweep::default(),
            measure: Measure::default(),
            curves: Curves::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_of_a_sweep_has_a_tenth_of_the_runs_but_never_too_many() {
        for (runs, at_each) in [(100, 10), (10_000, 1_000), (20_000, 2_000), (100_000, 2_000)] {
            assert_eq!(Runs { runs, ..Runs::default() }.at_each(), at_each);
        }
    }
}
