//! What is told of a sweep: one measure's numbers at each point, and what they are held against.

use limit_sim::bounds;
use limit_sim::many::{Point, Sweeping};
use limit_sim::scenario::{Faults, Measure, Misfit, Scenario, Strategy};
use limit_sim::time::Span;

use super::asked::Asked;

/// A point's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
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
}

/// A strategy's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The strategy.
    pub strategy: Strategy,
    /// How it looks: its place among the strategies that are held against each other.
    pub look: usize,
    /// At each value; or why there are none.
    pub dots: Result<Vec<Dot>, Misfit>,
}

/// What is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What was asked for.
    pub asked: Asked,
    /// What is measured.
    pub measure: Measure,
    /// The curves, that of the present strategy first.
    pub all: Vec<Series>,
    /// The values, each with what an exact limiter lets through, where that can be told.
    pub due: Vec<(u64, Option<f64>)>,
    /// How many values are left out.
    pub left_out: u64,
    /// Whether all runs are done.
    pub done: bool,
}

/// A place without a look of its own: that of a strategy which is held against no other.
const ALONE: usize = 4;

/// What was worked out of each point, which is kept for as long as the point has no more runs.
#[derive(Default)]
pub struct Kept(Vec<Dot>, Option<Measure>);

impl Kept {
    /// The curves' numbers, that of the present strategy first.
    pub fn series(
        &mut self,
        sweeping: &Sweeping,
        measure: Measure,
        present: Strategy,
        compare: &[Strategy],
    ) -> Vec<Series> {
        if self.1.replace(measure) != Some(measure) {
            self.0.clear();
        }
        let mut nth = 0;
        let mut all = Vec::new();
        for curve in sweeping.curves() {
            let dots = match &curve.points {
                Ok(points) => {
                    let dots = points.iter().map(|point| {
                        nth += 1;
                        self.dot(nth - 1, point, measure)
                    });
                    Ok(dots.collect())
                }
                Err(misfit) => Err(*misfit),
            };
            let look = compare.iter().position(|one| *one == curve.strategy).unwrap_or(ALONE);
            let series = Series { strategy: curve.strategy, look, dots };
            if curve.strategy == present { all.insert(0, series) } else { all.push(series) }
        }
        all
    }

    fn dot(&mut self, nth: usize, point: &Point, measure: Measure) -> Dot {
        let known = self.0.get(nth).filter(|dot| dot.runs == point.samples.runs());
        let dot = known.copied().unwrap_or_else(|| dot(point, measure));
        if nth < self.0.len() {
            self.0[nth] = dot
        } else {
            self.0.push(dot)
        }
        dot
    }
}

fn dot(point: &Point, measure: Measure) -> Dot {
    let summing = point.samples.summing(measure);
    let summary = summing.summary();
    let expected = if measure == Measure::Allowed { point.seeds.bounds().expected } else { None };
    Dot {
        value: point.value,
        runs: point.samples.runs(),
        mean: summary.mean,
        sure: summing.sure(),
        band: point.samples.percentiles(measure, [5, 95]),
        most: summary.max,
        expected,
    }
}

/// What an exact limiter lets through at each value: told where nothing depends on when requests come.
pub fn due(asked: &Asked) -> Vec<(u64, Option<f64>)> {
    let calm = Scenario {
        strategy: Strategy::Script,
        faults: Faults::default(),
        skew: Span::ZERO,
        timeout: None,
        ..asked.scenario
    };
    let due = |value| {
        let scenario = asked.sweep.axis.with(&calm, value).ok()?;
        bounds::expected(&scenario)
    };
    asked.sweep.values().map(|value| (value, due(value))).collect()
}

impl Told {
    /// The curves that there are.
    pub fn curves(&self) -> impl Iterator<Item = (&Series, &[Dot])> {
        self.all.iter().filter_map(|series| Some((series, series.dots.as_ref().ok()?.as_slice())))
    }

    /// The present strategy's numbers.
    pub fn present(&self) -> &Series {
        &self.all[0]
    }

    /// What is due at a value.
    pub fn due_at(&self, value: u64) -> Option<f64> {
        self.due.iter().find(|(one, _)| *one == value).and_then(|(_, due)| *due)
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
        while !sweeping.advance() {}
        let measure = link.runs.measure;
        let all = Kept::default().series(&sweeping, measure, link.scenario.strategy, &link.compare);
        Told { due: due(&asked), asked, measure, all, left_out: sweeping.left_out(), done: true }
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
                let of = |kept: &mut Kept| kept.series(&sweeping, measure, Strategy::Local, &[]);
                assert_eq!(of(&mut kept), of(&mut Kept::default()));
            }
            if sweeping.advance() {
                break;
            }
        }
    }

    #[test]
    fn the_present_strategy_comes_first_and_each_looks_as_before() {
        let looks = |query| {
            let told = told(query, 1);
            told.all.iter().map(|one| (one.strategy, one.look)).collect::<Vec<_>>()
        };
        use Strategy::{GetSet, Incr, Local, Script, Split};
        assert_eq!(looks("strategy=local&sweep=servers=1..2/1"), [(Local, 0), (Split, 1), (GetSet, 2), (Incr, 3)]);
        assert_eq!(looks("strategy=get-set&sweep=servers=1..2/1"), [(GetSet, 2), (Local, 0), (Split, 1), (Incr, 3)]);
        assert_eq!(looks("strategy=script&sweep=servers=1..2/1")[0], (Script, 4));
    }

    #[test]
    fn what_is_due_is_the_limit_or_the_burst_where_that_is_less() {
        let due = told("strategy=local&sweep=burst=5..20/5&curves=one", 1).due;
        assert_eq!(due, [(5, Some(5.0)), (10, Some(10.0)), (15, Some(10.0)), (20, Some(10.0))]);
        let spread = told("strategy=local&sweep=spread=0ms..2s/1s&curves=one", 1);
        assert_eq!(spread.due_at(2_000_000_000), None, "it depends on how many come in which window");
        assert_eq!(spread.due_at(0), Some(10.0));
        assert_eq!(told("strategy=local&redis=down@0ms..1s&sweep=servers=1..2/1&curves=one", 1).due_at(1), Some(10.0));
    }
}
