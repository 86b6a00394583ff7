//! How sure a mean is.

use std::ops::RangeInclusive;

use limit_sim::bounds::expected;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::time::Span;

use crate::histogram;
use crate::law::{law, moments};

const CASES: u64 = 200;

/// The true mean is within the interval in 95 of 100 cases, so in how many of 200 is binomial: fewer than 180 have a
/// probability of 0.0012, and all 200 one of 0.00004.
const WITHIN: RangeInclusive<usize> = 180..=199;

/// The same of all 600: fewer than 552 have a probability of 0.0006, more than 585 one of 0.0007.
const WITHIN_ALL: RangeInclusive<usize> = 552..=585;

#[test]
fn the_true_mean_is_within_95_of_100_intervals() {
    let base = Scenario::default();
    let form = |scenario: Scenario| (scenario, expected(&scenario).expect("there is a form for each of these"));
    let routed = |scenario: Scenario| (scenario, moments(&law(scenario.servers, scenario.burst, scenario.limit))[0]);
    let mut all = 0;
    for (scenario, truth) in [
        form(Scenario { strategy: Strategy::GetSet, ..base }),
        form(Scenario { strategy: Strategy::GetIncr, spread: Span::from_millis(400), ..base }),
        routed(base),
    ] {
        const RUNS: u64 = 400;
        // Each has seeds of its own.
        let cases = (0..CASES).map(|nth| histogram(&Scenario { seed: nth * RUNS, ..scenario }, RUNS));
        let within = cases.filter(|runs| (runs.summary().mean - truth).abs() <= runs.sure()).count();
        assert!(WITHIN.contains(&within), "{within} of {CASES} have {truth} in them: {scenario:?}");
        all += within;
    }
    assert!(WITHIN_ALL.contains(&all), "{all} of all");
}
