//! What can be taken away: the numbers as CSV and JSON, and the command that has the same.

use limit_sim::many::Summary;
use limit_sim::scenario::{Choice, Link};

use super::This;
use super::counting::Count;
use crate::export::json;
use crate::words::number::trimmed;

/// The scenario as a link, with the seed that the runs begin with.
fn link(count: &Count) -> String {
    Link { scenario: *count.scenario(), ..Link::default() }.to_string()
}

/// The headless program's command for the same numbers.
pub fn command(count: &Count) -> String {
    format!("limit-sim --runs {} '{}'", count.runs, link(count))
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

/// The same with all that it comes from, and what it comes to.
pub fn json(count: &Count, this: &This) -> String {
    let bounds = count.seeds.bounds();
    let number = |value: f64| trimmed(value, 6);
    let bars = count.all.bars().iter().map(|bar| {
        json::object(&[
            ("allowed", bar.allowed.to_string()),
            ("runs", bar.runs.to_string()),
            ("over", over(count, bar.allowed).to_string()),
            ("first_seed", bar.seed.to_string()),
        ])
    });
    let Summary { mean, sd, min, max } = count.all.summary();
    let percentile = |percent| count.all.percentile(percent).unwrap_or_default().to_string();
    let summary = json::object(&[
        ("mean", number(mean)),
        ("sd", number(sd)),
        ("mean_within", number(count.all.sure())),
        ("min", number(min)),
        ("p5", percentile(5)),
        ("p50", percentile(50)),
        ("p95", percentile(95)),
        ("max", number(max)),
        ("runs_over", count.over.runs().to_string()),
        ("expected", bounds.expected.map_or_else(|| "null".to_owned(), number)),
        ("worst_case", bounds.worst_case.to_string()),
    ]);
    json::object(&[
        ("link", json::text(&link(count))),
        ("command", json::text(&command(count))),
        ("first_seed", count.scenario().seed.to_string()),
        ("runs", count.all.runs().to_string()),
        ("limit", count.scenario().limit.to_string()),
        ("this_run", json::object(&[("seed", this.seed.to_string()), ("allowed", this.allowed.to_string())])),
        ("summary", summary),
        ("bars", json::array(bars)),
    ])
}

/// How many of the runs that let so many through let too many through.
fn over(count: &Count, allowed: u32) -> u64 {
    count.over.bars().iter().find(|bar| bar.allowed == allowed).map_or(0, |bar| bar.runs)
}
