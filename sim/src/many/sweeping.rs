//! A sweep: many runs at each value of a setting, for one strategy or several, on the same bursts.

use super::{Samples, Seeds};
use crate::scenario::{Misfit, Scenario, Strategy, Sweep, misfit};

/// A strategy's points.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The strategy.
    pub strategy: Strategy,
    /// One for each value, in order; or why there are none: the strategy can't count by this rule.
    pub points: Result<Vec<Point>, Misfit>,
}

/// Many runs at one value.
#[derive(Clone, Debug)]
pub struct Point {
    /// The value, counted in nanoseconds where it is a span.
    pub value: u64,
    /// What has been run.
    pub seeds: Seeds,
    /// What that came to.
    pub samples: Samples,
}

impl Point {
    /// Runs on, until there are so many runs.
    #[inline]
    pub fn run_to(&mut self, runs: u64) {
        for nth in self.samples.runs()..runs {
            self.samples.add(&self.seeds.verdict(nth));
        }
    }
}

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Runs done.
    pub done: u64,
    /// Runs in all.
    pub all: u64,
}

/// A sweep under way. It goes over all points coarsely first, and then in more and more detail.
#[derive(Clone, Debug)]
pub struct Sweeping {
    curves: Vec<Curve>,
    sweep: Sweep,
    /// How many runs each point has in the end.
    runs: u64,
    next: Next,
}

/// Where the next run is due, or past points that have had theirs in this round.
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    round: usize,
    curve: usize,
    point: usize,
}

/// The part of its runs that each point has after a round, as one of so many.
const ROUNDS: [u64; 5] = [500, 100, 25, 5, 1];

impl Sweeping {
    /// One that goes through these values, with so many runs at each, for each of these strategies. They begin with the
    /// scenario's seed.
    #[inline]
    pub fn new(scenario: &Scenario, sweep: Sweep, strategies: &[Strategy], runs: u64) -> Self {
        let points = |scenario: Scenario| {
            let point = move |value| {
                let scenario = sweep.axis.with(&scenario, value).ok()?;
                Some(Point { value, seeds: Seeds::of(&scenario), samples: Samples::default() })
            };
            sweep.values().filter_map(point).collect()
        };
        let curve = |strategy| {
            let scenario = Scenario { strategy, ..*scenario };
            Curve { strategy, points: misfit(&scenario).map_or_else(|| Ok(points(scenario)), Err) }
        };
        Self { curves: strategies.iter().copied().map(curve).collect(), sweep, runs, next: Next::default() }
    }

    /// The curves, in the order of the strategies.
    pub fn curves(&self) -> &[Curve] {
        &self.curves
    }

    /// All points of all curves, to be run by whoever has more hands.
    pub fn points_mut(&mut self) -> impl Iterator<Item = &mut Point> {
        self.curves.iter_mut().filter_map(|curve| curve.points.as_mut().ok()).flatten()
    }

    /// How many values are left out of a curve, because they are more than a run can bear.
    pub fn left_out(&self) -> u64 {
        let points = self.curves.iter().filter_map(|curve| curve.points.as_ref().ok());
        points.map(|points| self.sweep.points() - points.len() as u64).max().unwrap_or(0)
    }

    /// Does one more run, at the first point that has not had all that are due in this round: a round goes through the curves,
    /// and a curve's points, one after the other. Answers how many requests the run had, which tells how long it took; none
    /// when all runs are done.
    #[inline]
    pub fn advance(&mut self) -> Option<u32> {
        while let Some(round) = ROUNDS.get(self.next.round) {
            let due = (self.runs / round).max(1);
            let Some(curve) = self.curves.get_mut(self.next.curve) else {
                self.next = Next { round: self.next.round + 1, ..Next::default() };
                continue;
            };
            let points = curve.points.as_mut().map_or(&mut [][..], |points| points);
            match points.get_mut(self.next.point) {
                None => self.next = Next { curve: self.next.curve + 1, point: 0, ..self.next },
                Some(point) if point.samples.runs() >= due => self.next.point += 1,
                Some(point) => {
                    point.run_to(point.samples.runs() + 1);
                    return Some(point.seeds.scenario().requests());
                }
            }
        }
        None
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let points = || self.curves.iter().filter_map(|curve| curve.points.as_ref().ok()).flatten();
        Progress { done: points().map(|point| point.samples.runs()).sum(), all: self.runs * points().count() as u64 }
    }

    /// Whether all points have been run once at least: then there is something to draw.
    pub fn is_shaped(&self) -> bool {
        let points = || self.curves.iter().filter_map(|curve| curve.points.as_ref().ok()).flatten();
        points().all(|point| point.samples.runs() >= (self.runs / ROUNDS[0]).max(1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

    use super::*;
    use crate::many::verdicts;
    use crate::scenario::{Axis, Measure};

    fn sweep(text: &str) -> Sweep {
        Sweep::read(text).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        #[test]
        fn a_point_is_the_same_however_it_is_sliced(slices in proptest::collection::vec(1..60usize, 1..12), runs in 1..40u64) {
            let strategies = [Strategy::GetSet, Strategy::Local];
            let scenario = Scenario::default();
            let mut whole = Sweeping::new(&scenario, sweep("rtt=0ms..4ms/2ms"), &strategies, runs);
            let mut sliced = whole.clone();
            whole.points_mut().for_each(|point| point.run_to(runs));
            let mut slices = slices.into_iter().cycle();
            while !(0..slices.next().unwrap()).any(|_| sliced.advance().is_none()) {}
            prop_assert_eq!(sliced.progress(), Progress { done: 6 * runs, all: 6 * runs });
            for (one, other) in whole.points_mut().zip(sliced.points_mut()) {
                for measure in [Measure::Allowed, Measure::WaitP99] {
                    prop_assert_eq!(one.samples.summing(measure).summary(), other.samples.summing(measure).summary());
                    prop_assert_eq!(one.samples.percentiles(measure, [5, 95]), other.samples.percentiles(measure, [5, 95]));
                }
            }
        }
    }

    #[test]
    fn each_point_is_many_runs_of_the_scenario_with_its_value() {
        let scenario = Scenario { seed: 99, ..Scenario::default() };
        let mut sweeping = Sweeping::new(&scenario, sweep("servers=1..9/4"), &[Strategy::GetSet, Strategy::Split], 30);
        assert!(!sweeping.is_shaped());
        while sweeping.advance().is_some() {}
        assert!(sweeping.is_shaped());
        for curve in sweeping.curves() {
            let values: Vec<_> = curve.points.as_ref().unwrap().iter().map(|point| point.value).collect();
            assert_eq!(values, [1, 5, 9]);
            for point in curve.points.as_ref().unwrap() {
                let own = Scenario { servers: point.value as u32, strategy: curve.strategy, ..scenario };
                let mean = verdicts(&own, 30).map(|verdict| f64::from(verdict.allowed)).sum::<f64>() / 30.0;
                assert!((point.samples.summing(Measure::Allowed).summary().mean - mean).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn rounds_go_over_all_points_before_any_has_all_its_runs() {
        let mut sweeping = Sweeping::new(&Scenario::default(), Sweep::of(Axis::Servers), &[Strategy::Local], 100);
        for _ in 0..16 {
            assert_eq!(sweeping.advance(), Some(40));
        }
        assert!(sweeping.points_mut().all(|point| point.samples.runs() == 1));
        assert_eq!(sweeping.progress(), Progress { done: 16, all: 1600 });
    }

    #[test]
    fn strategies_that_cant_count_have_no_points_and_values_that_are_too_much_are_left_out() {
        let rule = crate::scenario::Rule::SlidingLog;
        let scenario = Scenario { rule, ..Scenario::default() };
        let sweeping = Sweeping::new(&scenario, Sweep::of(Axis::Rtt), &[Strategy::Incr, Strategy::Script], 5);
        assert!(sweeping.curves()[0].points.is_err() && sweeping.curves()[1].points.is_ok());
        let busy = Scenario {
            traffic: crate::scenario::Traffic::Steady,
            duration: crate::time::Span::from_secs(5),
            users: *Scenario::USERS.end(),
            servers: 32,
            sync: crate::time::Span::from_secs(1),
            ..Scenario::default()
        };
        let sweeping = Sweeping::new(&busy, sweep("sync=1ms..1001ms/500ms"), &[Strategy::SyncAll, Strategy::Local], 5);
        let points: Vec<_> = sweeping.curves().iter().map(|curve| curve.points.as_ref().unwrap().len()).collect();
        assert_eq!((sweeping.left_out(), points), (1, vec![2, 3]));
    }
}
