//! Means over many seeds: against figures that another program computed, and against the closed forms.

use limit_sim::bounds::expected;
use limit_sim::many::{Summary, Summing, verdicts};
use limit_sim::scenario::{Arrivals, Balancer, Scenario, Strategy};
use limit_sim::time::Span;

/// As many as the other program ran. The seeds are 0 to 3999, so each of these tests either holds or does not.
const RUNS: u64 = 4000;

fn allowed(scenario: Scenario) -> Summary {
    let mut allowed = Summing::default();
    verdicts(&Scenario { seed: 0, ..scenario }, RUNS).for_each(|verdict| allowed.add(verdict.allowed.into()));
    allowed.summary()
}

/// The figures of the last table of the strategies' reference, computed independently: random routing, uniform arrivals in
/// 40 ms, a service of 8 us; 4,000 runs each. Both means are samples, taken to vary alike, so their difference has a
/// standard error of sd * sqrt(2 / 4000). `rounding` is half a unit of the figure's last digit.
#[test]
fn means_agree_with_the_reference_within_four_standard_errors() {
    let mut wrong = Vec::new();
    let mut check = |strategy, burst, servers, rtt_us, figure: f64, rounding: f64| {
        let Summary { mean, sd, .. } =
            allowed(Scenario { strategy, burst, servers, rtt: Span::from_micros(rtt_us), ..Scenario::default() });
        let tolerance = 4.0 * sd * (2.0 / RUNS as f64).sqrt() + rounding;
        if (mean - figure).abs() > tolerance {
            wrong.push(format!("{strategy:?} {burst} {servers} {rtt_us} us: {mean}, not {figure} +- {tolerance}"));
        }
    };
    for (strategy, figure, rounding) in [
        (Strategy::Local, 35.669, 0.0005),
        (Strategy::Split, 7.999, 0.0005),
        (Strategy::GetSet, 30.07, 0.005),
        (Strategy::GetIncr, 12.00, 0.005),
        (Strategy::Incr, 10.0, 0.0),
    ] {
        check(strategy, 40, 4, 2000, figure, rounding);
    }
    for (strategy, figure, rounding) in [
        (Strategy::Local, 39.903, 0.0005),
        (Strategy::Split, 7.962, 0.0005),
        (Strategy::GetSet, 13.14, 0.005),
        (Strategy::GetIncr, 10.31, 0.005),
        (Strategy::Incr, 10.0, 0.0),
    ] {
        check(strategy, 40, 8, 300, figure, rounding);
    }
    for servers in [1, 4, 32] {
        for (strategy, figure, rounding) in
            [(Strategy::GetSet, 100.0, 0.05), (Strategy::GetIncr, 22.60, 0.005), (Strategy::Incr, 10.0, 0.0)]
        {
            check(strategy, 100, servers, 5000, figure, rounding);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn means_agree_with_the_closed_forms_within_four_standard_errors() {
    let base = Scenario::default();
    let ms = Span::from_millis;
    let mut wrong = Vec::new();
    for scenario in [
        base,
        Scenario { servers: 2, burst: 30, ..base },
        Scenario { servers: 32, burst: 200, limit: 7, ..base },
        Scenario { servers: 1, ..base },
        Scenario { burst: 300, limit: 30, servers: 9, ..base },
        Scenario { balancer: Balancer::RoundRobin, servers: 7, ..base },
        Scenario { balancer: Balancer::Sticky, ..base },
        Scenario { strategy: Strategy::Split, servers: 3, burst: 15, ..base },
        Scenario { strategy: Strategy::Split, servers: 16, limit: 100, burst: 90, ..base },
        Scenario { strategy: Strategy::Split, balancer: Balancer::RoundRobin, arrivals: Arrivals::Even, ..base },
        Scenario { strategy: Strategy::GetSet, ..base },
        Scenario { strategy: Strategy::GetSet, rtt: ms(1), limit: 20, burst: 60, spread: ms(100), ..base },
        Scenario { strategy: Strategy::GetSet, rtt: Span::ZERO, ..base },
        Scenario { strategy: Strategy::GetSet, limit: 1, rtt: ms(10), ..base },
        Scenario { strategy: Strategy::GetSet, burst: 300, limit: 50, spread: ms(999), rtt: ms(5), ..base },
        Scenario { strategy: Strategy::GetSet, burst: 11, ..base },
        Scenario { strategy: Strategy::GetSet, burst: 20, spread: Span::ZERO, rtt: Span::ZERO, ..base },
        Scenario { strategy: Strategy::GetIncr, ..base },
        Scenario { strategy: Strategy::GetIncr, limit: 39, ..base },
        Scenario { strategy: Strategy::GetIncr, burst: 300, limit: 50, spread: ms(900), rtt: ms(50), ..base },
        Scenario { strategy: Strategy::GetIncr, limit: 1, rtt: ms(39), ..base },
        Scenario { strategy: Strategy::Incr, servers: 32, ..base },
    ] {
        let Summary { mean, sd, .. } = allowed(scenario);
        let form = expected(&scenario).expect("there is a form for each of these");
        let tolerance = 4.0 * sd / (RUNS as f64).sqrt() + 1e-9;
        if (mean - form).abs() > tolerance {
            wrong.push(format!("{mean}, not {form} +- {tolerance}: {scenario:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
