//! Sweeps, held against the closed forms at each of their points.

use limit_sim::many::Sweeping;
use limit_sim::scenario::{Choice, Measure, Scenario, Strategy, Sweep};

const RUNS: u64 = 1_000;

#[test]
fn along_each_sweep_means_are_those_of_the_closed_forms_and_nothing_is_above_the_worst_case() {
    let strategies = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::GetIncr, Strategy::Incr];
    let scenario = Scenario { seed: 0, ..Scenario::default() };
    let mut wrong = Vec::new();
    for text in ["rtt=0ms..5ms/500us", "servers=1..16/3", "burst=10..200/19", "limit=2..41/3", "spread=0ms..200ms/20ms"]
    {
        let sweep = Sweep::read(text).unwrap_or_else(|| panic!("{text}"));
        let mut sweeping = Sweeping::new(&scenario, sweep, &strategies, RUNS);
        sweeping.points_mut().for_each(|point| point.run_to(RUNS));
        for (curve, point) in
            sweeping.curves().iter().flat_map(|curve| curve.points.iter().flatten().map(move |point| (curve, point)))
        {
            let (summing, bounds) = (point.samples.summing(Measure::Allowed), point.seeds.bounds());
            let case = format!("{:?}, {}={}", curve.strategy, sweep.axis.name(), sweep.axis.print(point.value));
            let summary = summing.summary();
            if summary.max > bounds.worst_case.into() {
                wrong.push(format!("{case}: {} is above {}", summary.max, bounds.worst_case));
            }
            let form = bounds.expected.unwrap_or_else(|| panic!("{case} has no form"));
            // Four and a half standard errors; and what is so rare that none of these runs has it, which no error tells of.
            let tolerance = 4.5 * summary.sd / (RUNS as f64).sqrt() + 12.0 / RUNS as f64;
            if (summary.mean - form).abs() > tolerance {
                wrong.push(format!("{case}: {}, not {form} +- {tolerance}", summary.mean));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
