//! `--sweep`: one parameter goes through its values.

use std::mem::take;

use limit_sim::many::{Point, Summary, Sweeping};
use limit_sim::scenario::{Axis, Choice, Link, Measure, Misfit, Rule, Scenario, Strategy, Sweep};
use rayon::prelude::*;

use crate::many::PERCENTS;

/// What is to be run.
pub struct Task {
    scenario: Scenario,
    sweep: Sweep,
    strategies: Vec<Strategy>,
    runs: u64,
}

/// What came of it.
pub struct Table {
    header: String,
    rows: Vec<String>,
    /// What is left out, and why: a sentence each.
    pub left_out: Vec<String>,
}

/// Each measure's name in the header.
const MEASURES: [(Measure, &str); 5] = [
    (Measure::Allowed, "allowed"),
    (Measure::FalselyRefused, "falsely_refused"),
    (Measure::RedisCalls, "redis_calls_per_request"),
    (Measure::WaitP50, "added_wait_p50_us"),
    (Measure::WaitP99, "added_wait_p99_us"),
];

/// What is said of each.
const COLUMNS: [&str; 7] = ["mean", "sd", "min", "max", "p5", "p50", "p95"];

impl Task {
    /// The sweep of a link's scenario, alone or with all that it is compared with; `runs` at each point, or as many as the link
    /// has there.
    pub fn of(link: &Link, sweep: Sweep, compare: bool, runs: Option<u64>) -> Self {
        let scenario = link.runs.begin(&link.scenario);
        let compared = link.compare.iter().copied().filter(|other| compare && *other != scenario.strategy);
        let strategies = std::iter::once(scenario.strategy).chain(compared).collect();
        Self { scenario, sweep, strategies, runs: runs.unwrap_or(link.runs.at_each()) }
    }

    /// Runs it, on all cores. Each point is run by one of them, so that its sums don't depend on how many there are.
    pub fn table(&self) -> Table {
        let mut sweeping = Sweeping::new(&self.scenario, self.sweep, &self.strategies, self.runs);
        let axis = self.sweep.axis;
        let row = |point: &mut Point| {
            point.run_to(self.runs);
            let row = row(axis, point);
            // Whoever has a million runs at each of a hundred points keeps those of a few at once.
            take(&mut point.samples);
            row
        };
        let points: Vec<_> = sweeping.points_mut().collect();
        let rows = points.into_par_iter().with_max_len(1).map(row).collect();
        Table { header: header(axis), rows, left_out: self.left_out(&sweeping) }
    }

    fn left_out(&self, sweeping: &Sweeping) -> Vec<String> {
        let mut lines = Vec::new();
        for curve in sweeping.curves() {
            let scenario = Scenario { strategy: curve.strategy, ..self.scenario };
            match &curve.points {
                Err(misfit) => lines.push(cant_count(&scenario, *misfit)),
                Ok(_) => {
                    lines.extend(self.sweep.values().filter_map(|value| too_much(&scenario, self.sweep.axis, value)))
                }
            }
        }
        lines
    }
}

impl Table {
    /// Its lines; none where there is no line but the header.
    pub fn text(&self) -> Option<String> {
        (!self.rows.is_empty()).then(|| format!("{}\n{}", self.header, self.rows.join("\n")))
    }
}

/// Why a strategy has no lines.
fn cant_count(scenario: &Scenario, misfit: Misfit) -> String {
    let (strategy, nearest) = (scenario.strategy.name(), misfit.nearest().name());
    let (name, value) = match scenario.rule {
        Rule::FixedWindow => ("window-start", scenario.window_start.name()),
        rule => ("rule", rule.name()),
    };
    let why = misfit.reason();
    format!("strategy={strategy}, {why}, does not take {name}={value} and is left out; strategy={nearest} takes it")
}

/// Why a value has no line, if it has none.
fn too_much(scenario: &Scenario, axis: Axis, value: u64) -> Option<String> {
    let (name, allowed) = axis.with(scenario, value).err()?;
    let (strategy, axis, value) = (scenario.strategy.name(), axis.name(), axis.print(value));
    Some(format!(
        "{axis}={value} with strategy={strategy} is more than a run can bear and is left out; allowed for {name}: {allowed}"
    ))
}

fn header(axis: Axis) -> String {
    let mut names = vec!["strategy".to_owned(), axis.column(), "runs".to_owned()];
    // Where the limit is what changes, it is there once.
    names.extend((axis != Axis::Limit).then(|| "limit".to_owned()));
    names.extend(["expected", "worst_case"].map(str::to_owned));
    names.extend(MEASURES.iter().flat_map(|(_, measure)| COLUMNS.map(|column| format!("{measure}_{column}"))));
    names.join(",")
}

/// A point's line. Numbers have all their digits; none of it needs quotes.
fn row(axis: Axis, point: &Point) -> String {
    let (scenario, bounds) = (point.seeds.scenario(), point.seeds.bounds());
    let (strategy, value) = (scenario.strategy.name().to_owned(), axis.number(point.value));
    let mut cells = vec![strategy, value, point.samples.runs().to_string()];
    cells.extend((axis != Axis::Limit).then(|| scenario.limit.to_string()));
    cells.push(bounds.expected.as_ref().map_or_else(String::new, f64::to_string));
    cells.push(bounds.worst_case.to_string());
    for (measure, _) in MEASURES {
        let Summary { mean, sd, min, max } = point.samples.summing(measure).summary();
        let percentiles = point.samples.percentiles(measure, PERCENTS);
        cells.extend([mean, sd, min, max].iter().chain(&percentiles).map(f64::to_string));
    }
    cells.join(",")
}
