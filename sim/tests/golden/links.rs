//! Links give the runs that they always gave.

use limit_sim::scenario::{Link, Problem, Why};
use limit_sim::trace::Trace;

/// Each line: trace hash, allowed, over, link.
const GOLDEN: &str = include_str!("../../../tests/golden/links.txt");

/// What a link's run is now, as a line of that file.
fn line(text: &str) -> (String, Vec<Problem>) {
    let (link, problems) = Link::read(text);
    let trace = Trace::of(&link.scenario);
    let verdict = trace.verdict();
    (format!("{} {} {} {text}", trace.hash(), verdict.allowed, verdict.over), problems)
}

#[test]
fn links_give_the_runs_that_they_always_gave() {
    let mut wrong = Vec::new();
    for was in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let text = was.rsplit(' ').next().unwrap_or_default();
        let (now, problems) = line(text);
        let told = problems.iter().any(|problem| matches!(problem.why, Why::Changed(_)));
        match now == was {
            _ if problems.len() > usize::from(told) => wrong.push(format!("{text} is not taken: {problems:?}")),
            true if told => wrong.push(format!("{text} is told to have changed, and has not")),
            false if !told => wrong.push(format!("was {was}\nnow {now}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", crate::KEPT, wrong.join("\n"));
}

#[test]
#[ignore = "prints lines for that file, of the links in it that have none"]
fn links_are_printed_with_their_runs() {
    for text in GOLDEN.lines().filter(|line| !line.starts_with('#') && !line.contains(' ')) {
        let (line, problems) = line(text);
        assert_eq!(problems, [], "{text}");
        println!("{line}");
    }
}
