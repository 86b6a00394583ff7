//! Links give the runs that they always gave.
//!
//! Who changes a run on purpose breaks what people have shared: the file says what it was.

use limit_sim::scenario::Link;
use limit_sim::trace::Trace;

/// Each line: trace hash, allowed, over, link.
const GOLDEN: &str = include_str!("golden/links.txt");

#[test]
fn links_give_the_runs_that_they_always_gave() {
    let mut changed = Vec::new();
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let link = line.rsplit(' ').next().unwrap();
        let Link { scenario, .. } = link.parse().unwrap();
        let trace = Trace::of(&scenario);
        let verdict = trace.verdict();
        let now = format!("{} {} {} {link}", trace.hash(), verdict.allowed, verdict.over);
        if now != line {
            changed.push(format!("was {line}\nnow {now}"));
        }
    }
    assert!(changed.is_empty(), "runs that are no longer what they were:\n{}", changed.join("\n"));
}
