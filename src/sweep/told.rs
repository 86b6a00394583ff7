//! What is told of a sweep: one measure's numbers at each point, and what they are held against.

use limit_sim::bounds;
use limit_sim::many::{Point, Sweeping};
use limit_sim::scenario::{Faults, Measure, Misfit, Scenario, Strategy};
use limit_sim::time::Span;

use super::asked::Asked;

/// A point's numbers.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub struct Dot {
    /// The value along the axis.
    pub value: u64,
    /// How many runs there are.
    pub runs: u64,
    /// Their mean.
    pub mean: f64,
    /// How far that may be from the true one.
    pub sure: f64,
    /// What 5 and 95 of 100 stay within.
    pub band: [f64; 2],
    /// The highest.
    pub most: f64,
    /// What the closed form says of the mean, where there is one and the measure is what is let through.
    pub expected: Option<f64>,
    /// What an exact limiter lets through, likewise, where nothing depends on when requests come.
    pub due: Option<f64>,
}

/// A strategy's numbers.
#[cfg_attr(test, derive(Debug, PartialEq))]
pub struct Curve {
    /// The strategy.
    pub strategy: Strategy,
    /// How it looks: its place among the strategies that are held against each other.
    pub look: usize,
    /// At each value that a run can bear.
    pub dots: Vec<Dot>,
}

/// What is told.
#[cfg_attr(test, derive(Debug, PartialEq))]
pub struct Told {
    /// What was asked for.
    pub asked: Asked,
    /// What is measured.
    pub measure: Measure,
    /// The present strategy.
    pub present: Strategy,
    /// The curves, that of the present strategy first.
    pub curves: Vec<Curve>,
    /// The strategies that have none, because they can't count by the rule.
    pub misfits: Vec<(Strategy, Misfit)>,
    /// How many values are left out.
    pub left_out: u64,
    /// Whether all runs are done.
    pub done: bool,
    /// Whether it changes no more: all are done, or it was told to stop.
    pub rests: bool,
}

/// A place without a look of its own: that of a strategy which is held against no other.
const ALONE: usize = 4;

/// What was worked out of each point, which is kept for as long as the point has no more runs.
#[derive(Default)]
pub struct Kept(Vec<Dot>, Option<Measure>);

impl Kept {
    /// What is told of a sweep.
    pub fn told(&mut self, asked: &Asked, sweeping: &Sweeping, measure: Measure, present: Strategy) -> Told {
        if self.1.replace(measure) != Some(measure) {
            self.0.clear();
        }
        let (mut curves, mut misfits, mut nth) = (Vec::new(), Vec::new(), 0);
        for curve in sweeping.curves() {
            let strategy = curve.strategy;
            let points = match &curve.points {
                Ok(points) => points,
                Err(misfit) => {
                    misfits.push((strategy, *misfit));
                    continue;
                }
            };
            let mut dots = Vec::new();
            for point in points {
                if self.0.get(nth).is_none_or(|dot| dot.runs != point.samples.runs()) {
                    let dot = dot(point, measure);
                    if nth < self.0.len() { self.0[nth] = dot } else { self.0.push(dot) }
                }
                dots.push(self.0[nth]);
                nth += 1;
            }
            let look = asked.compare.iter().position(|one| *one == strategy).unwrap_or(ALONE);
            let place = if strategy == present { 0 } else { curves.len() };
            curves.insert(place, Curve { strategy, look, dots });
        }
        let left_out = sweeping.left_out();
        Told { asked: asked.clone(), measure, present, curves, misfits, left_out, done: false, rests: false }
    }
}

fn dot(point: &Point, measure: Measure) -> Dot {
    let summing = point.samples.summing(measure);
    let summary = summing.summary();
    let (expected, due) = match measure {
        Measure::Allowed => (point.seeds.bounds().expected, due(point.seeds.scenario())),
        _ => (None, None),
    };
    Dot {
        value: point.value,
        runs: point.samples.runs(),
        mean: summary.mean,
        sure: summing.sure(),
        band: point.samples.percentiles(measure, [5, 95]),
        most: summary.max,
        expected,
        due,
    }
}

/// What an exact limiter lets through, where nothing depends on when requests come.
fn due(scenario: &Scenario) -> Option<f64> {
    let calm = Scenario { strategy: Strategy::Script, skew: Span::ZERO, timeout: None, ..*scenario };
    bounds::expected(&Scenario { faults: Faults::default(), ..calm })
}

impl Told {
    /// All points.
    pub fn dots(&self) -> impl Iterator<Item = &Dot> {
        self.curves.iter().flat_map(|curve| &curve.dots)
    }

    /// The present strategy's points: those of the first curve, if that is its.
    pub fn present(&self) -> &[Dot] {
        self.curves.first().filter(|curve| curve.strategy == self.present).map_or(&[], |curve| &curve.dots)
    }

    /// The first value and the last.
    pub fn ends(&self) -> [u64; 2] {
        let sweep = self.asked.sweep;
        [sweep.from, sweep.from + (sweep.points() - 1) * sweep.step]
    }
}

#[cfg(test)]
pub mod tests {
    use limit_sim::scenario::{Link, Runs, Sweep};

    use super::*;
    use crate::lab::Open;

    /// What is told of so many runs at each point, for a link.
    pub fn told(query: &str, at_each: u64) -> Told {
        let link: Link = query.parse().unwrap();
        let open = Open::of(&link, Vec::new());
        let asked = Asked { at_each, ..Asked::of(&link.scenario, &open) };
        let mut sweeping = asked.begin();
        while sweeping.advance().is_some() {}
        let (measure, present) = (link.runs.measure, link.scenario.strategy);
        let told = Kept::default().told(&asked, &sweeping, measure, present);
        Told { done: true, rests: true, ..told }
    }

    #[test]
    fn what_is_kept_is_what_would_be_worked_out_anew() {
        let asked = Asked::of(&Scenario::default(), &Open { runs: Runs::default(), ..Open::default() });
        let asked = Asked { sweep: Sweep::read("rtt=0ms..2ms/1ms").unwrap(), at_each: 30, ..asked };
        let (mut sweeping, mut kept) = (asked.begin(), Kept::default());
        while !sweeping.is_shaped() {
            sweeping.advance();
        }
        loop {
            for measure in [Measure::Allowed, Measure::WaitP99, Measure::Allowed] {
                let of = |kept: &mut Kept| kept.told(&asked, &sweeping, measure, Strategy::Local);
                assert_eq!(of(&mut kept), of(&mut Kept::default()));
            }
            if sweeping.advance().is_none() {
                break;
            }
        }
    }

    #[test]
    fn the_present_strategy_comes_first_and_each_looks_as_before() {
        let looks = |query| {
            let told = told(query, 1);
            told.curves.iter().map(|one| (one.strategy, one.look)).collect::<Vec<_>>()
        };
        use Strategy::{GetSet, Incr, Local, Script, Split};
        assert_eq!(looks("strategy=local&sweep=servers=1..2/1"), [(Local, 0), (Split, 1), (GetSet, 2), (Incr, 3)]);
        assert_eq!(looks("strategy=get-set&sweep=servers=1..2/1"), [(GetSet, 2), (Local, 0), (Split, 1), (Incr, 3)]);
        assert_eq!(looks("strategy=script&sweep=servers=1..2/1")[0], (Script, 4));
    }

    #[test]
    fn what_is_due_is_the_limit_or_the_burst_where_that_is_less() {
        let due = |query| told(query, 1).dots().map(|dot| dot.due).collect::<Vec<_>>();
        let burst = due("strategy=local&sweep=burst=5..20/5&curves=one");
        assert_eq!(burst, [Some(5.0), Some(10.0), Some(10.0), Some(10.0)]);
        let spread = due("strategy=local&sweep=spread=0ms..2s/1s&curves=one");
        assert_eq!((spread[0], spread[2]), (Some(10.0), None), "it depends on how many come in which window");
        assert_eq!(due("strategy=local&redis=down@0ms..1s&sweep=servers=1..2/1&curves=one"), [Some(10.0); 2]);
    }
}
