//! Many runs, held against what is known exactly: laws, closed forms, and what an interval of confidence promises. All seeds are
//! fixed, so each of these tests either holds or does not.

mod law;
mod sure;
mod sweeps;

use law::{chi_square, law, moments, quantile};
use limit_sim::many::{Bar, Histogram, Seeds};
use limit_sim::scenario::{Scenario, Strategy};

/// What so many runs let through, of the seeds from the scenario's own on.
fn histogram(scenario: &Scenario, runs: u64) -> Histogram {
    let seeds = Seeds::of(scenario);
    let mut histogram = Histogram::default();
    (0..runs).for_each(|nth| histogram.add(seeds.verdict(nth).allowed, seeds.seed(nth)));
    histogram
}

const RUNS: u64 = 12_000;

/// Bursts that a balancer spreads at random over servers which count for themselves: one user, and one window.
fn by_themselves() -> impl Iterator<Item = Scenario> {
    let local = [(4, 40, 10), (2, 30, 14), (8, 40, 6), (3, 25, 9), (16, 100, 5), (32, 200, 7), (9, 300, 30)];
    let split = [(3, 15, 10), (8, 40, 30), (16, 90, 100), (5, 12, 20), (2, 20, 21)];
    let of = |strategy, (servers, burst, limit)| Scenario { strategy, servers, burst, limit, ..Scenario::default() };
    let local = local.into_iter().map(move |sizes| of(Strategy::Local, sizes));
    local.chain(split.into_iter().map(move |sizes| of(Strategy::Split, sizes)))
}

/// How many each server lets through at most.
fn most(scenario: &Scenario) -> u32 {
    if scenario.strategy == Strategy::Split { scenario.share() } else { scenario.limit }
}

#[test]
fn servers_that_count_for_themselves_let_through_what_the_exact_law_of_their_routing_says() {
    for scenario in by_themselves() {
        let Scenario { strategy, servers, burst, limit, .. } = scenario;
        let case = format!("{strategy:?}, {servers} servers, {burst} requests, limit {limit}");
        let law = law(servers, burst, most(&scenario));
        let histogram = histogram(&scenario, RUNS);

        let [off, allowed] = chi_square(&histogram, &law);
        assert!(off < allowed, "{case}: {off} is more than {allowed}");

        let [mean, sd] = moments(&law);
        let (ours, error) = (histogram.summary(), sd / (RUNS as f64).sqrt());
        assert!((ours.mean - mean).abs() < 4.0 * error, "{case}: a mean of {}, not {mean}", ours.mean);

        for percent in [5, 50, 95] {
            let (ours, exact) = (histogram.percentile(percent).unwrap(), quantile(&law, percent));
            assert!(ours.abs_diff(exact) <= 1, "{case}: {percent} % within {ours}, not {exact}");
        }
    }
}

#[test]
fn another_law_than_their_own_is_noticed() {
    for scenario in by_themselves() {
        let histogram = histogram(&scenario, RUNS / 3);
        for other in [most(&scenario) - 1, most(&scenario) + 1] {
            let [off, allowed] = chi_square(&histogram, &law(scenario.servers, scenario.burst, other));
            assert!(off > allowed, "{scenario:?}: with {other} at each server it is {off}");
        }
    }
}

#[test]
fn one_atomic_step_lets_the_same_number_through_whatever_the_seed() {
    for strategy in [Strategy::Incr, Strategy::Script] {
        for (servers, burst, limit) in [(4, 40, 10), (1, 1, 1), (32, 300, 25), (8, 12, 30)] {
            let scenario = Scenario { strategy, servers, burst, limit, seed: 99, ..Scenario::default() };
            let bar = Bar { allowed: burst.min(limit), runs: 2_000, seed: 99 };
            assert_eq!(histogram(&scenario, 2_000).bars(), [bar], "{scenario:?}");
        }
    }
}
