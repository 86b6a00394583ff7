//! How sure a mean is.

use limit_sim::bounds::expected;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::time::Span;

use crate::histogram;
use crate::law::{law, moments};

/// The true mean is within the interval in 95 of 100 cases, so the number of 200 cases is binomial: fewer than 180 have a
/// probability of 0.001, and all 200 one of 0.00004.
const CASES: u64 = 200;
const WITHIN: std::ops::RangeInclusive<usize> = 180..=199;

#[test]
fn the_true_mean_is_within_95_of_100_intervals() {
    let base = Scenario::default();
    let form = |scenario: Scenario| (scenario, expected(&scenario).expect("there is a form for each of these"));
    let routed = |scenario: Scenario| (scenario, moments(&law(scenario.servers, scenario.burst, scenario.limit))[0]);
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
    }
}
