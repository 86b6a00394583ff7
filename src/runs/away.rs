//! What can be taken away: the numbers as CSV and JSON, and the command that has the same.

use limit_sim::many::{Bar, Summary};
use limit_sim::scenario::{Choice, Link, Runs, Scenario, Tab};

use super::This;
use super::counting::Count;
use crate::words::number::trimmed;

/// The headless program's command for all runs, or where the count was told to stop for those that there are.
pub fn command(count: &Count) -> String {
    command_for(count, if count.cancelled { count.all.runs() } else { count.runs })
}

/// The same for so many runs: of the scenario with the first one's seed.
fn command_for(count: &Count, runs: u64) -> String {
    let link = Link { scenario: *count.scenario(), ..Link::default() };
    format!("limit-sim --runs {runs} '{link}'")
}

/// The link that brings the picture back, with this run on the stage.
fn link(count: &Count, this: &This) -> Link {
    let scenario = Scenario { seed: this.seed, ..*count.scenario() };
    let first = Some(count.scenario().seed).filter(|first| *first != this.seed);
    let runs = Runs { runs: count.runs as u32, first, ..Runs::default() };
    Link { scenario, runs, tab: Tab::Runs, ..Link::default() }
}

/// The files' name.
pub fn name(count: &Count) -> String {
    format!("many-runs-{}", count.scenario().strategy.name())
}

/// A row for each number let through.
pub fn csv(count: &Count) -> String {
    let mut told = "allowed,runs,over,share,cumulative_share,first_seed\n".to_owned();
    let runs = count.all.runs().max(1) as f64;
    let mut so_far = 0;
    for bar in count.all.bars() {
        so_far += bar.runs;
        let [share, below] = [bar.runs, so_far].map(|part| trimmed(part as f64 / runs, 6));
        told += &format!(
            "{},{},{},{share},{below},{}\n",
            bar.allowed,
            bar.runs,
            count.over.runs_with(bar.allowed),
            bar.seed
        );
    }
    told
}

/// The same as JSON, with all that it comes from, and what it comes to. (No text in it needs escaping.)
pub fn json(count: &Count, this: &This) -> String {
    let bounds = count.seeds.bounds();
    let number = |value: f64| trimmed(value, 6);
    let Summary { mean, sd, min, max } = count.all.summary();
    let [p5, p50, p95] = [5, 50, 95].map(|percent| count.all.percentile(percent).unwrap_or_default());
    let mut told = format!(
        "{{\"link\":\"{}\",\"command\":\"{}\",\"complete\":{},\"first_seed\":{},\"runs\":{},\"limit\":{},\
         \"this_run\":{{\"seed\":{},\"allowed\":{}}},\
         \"summary\":{{\"mean\":{},\"sd\":{},\"mean_within\":{},\"min\":{},\"p5\":{p5},\"p50\":{p50},\"p95\":{p95},\"max\":{},\
         \"runs_over\":{},\"expected\":{},\"worst_case\":{}}},\"bars\":[",
        link(count, this),
        command_for(count, count.all.runs()),
        count.finished(),
        count.scenario().seed,
        count.all.runs(),
        count.scenario().limit,
        this.seed,
        this.allowed,
        number(mean),
        number(sd),
        number(count.all.sure()),
        number(min),
        number(max),
        count.over.runs(),
        bounds.expected.map_or_else(|| "null".to_owned(), number),
        bounds.worst_case
    );
    for (nth, bar) in count.all.bars().iter().enumerate() {
        let comma = if nth > 0 { "," } else { "" };
        let over = count.over.runs_with(bar.allowed);
        let Bar { allowed, runs, seed } = bar;
        told += &format!("{comma}{{\"allowed\":{allowed},\"runs\":{runs},\"over\":{over},\"first_seed\":{seed}}}");
    }
    told + "]}\n"
}
