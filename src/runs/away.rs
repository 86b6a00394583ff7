//! What can be taken away: the numbers as CSV and JSON, and the command that has the same.

use limit_sim::many::{Bar, Summary};
use limit_sim::scenario::{Choice, Link};

use super::This;
use super::counting::Count;
use crate::words::number::trimmed;

/// The scenario as a link, with the seed that the runs begin with.
fn link(count: &Count) -> String {
    Link { scenario: *count.scenario(), ..Link::default() }.to_string()
}

/// The headless program's command for the same numbers.
pub fn command(count: &Count) -> String {
    // Of a count that was told to stop, those that there are.
    let runs = if count.cancelled { count.all.runs() } else { count.runs };
    format!("limit-sim --runs {runs} '{}'", link(count))
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
        told += &format!("{},{},{},{share},{below},{}\n", bar.allowed, bar.runs, over(count, bar.allowed), bar.seed);
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
        "{{\"link\":\"{}\",\"command\":\"{}\",\"first_seed\":{},\"runs\":{},\"limit\":{},\
         \"this_run\":{{\"seed\":{},\"allowed\":{}}},\
         \"summary\":{{\"mean\":{},\"sd\":{},\"sure\":{},\"min\":{},\"p5\":{p5},\"p50\":{p50},\"p95\":{p95},\"max\":{},\
         \"runs_over\":{},\"expected\":{},\"worst_case\":{}}},\"bars\":[",
        link(count),
        command(count),
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
        let over = over(count, bar.allowed);
        let Bar { allowed, runs, seed } = bar;
        told += &format!("{comma}{{\"allowed\":{allowed},\"runs\":{runs},\"over\":{over},\"first_seed\":{seed}}}");
    }
    told + "]}\n"
}

/// How many of the runs that let so many through let too many through.
fn over(count: &Count, allowed: u32) -> u64 {
    count.over.bars().iter().find(|bar| bar.allowed == allowed).map_or(0, |bar| bar.runs)
}
