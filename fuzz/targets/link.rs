//! Any text is read as a link: what is taken of it survives being printed, and what is not taken is told as it was given.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limit_sim::scenario::{Link, Problem, Scenario, Why, too_much};

fuzz_target!(|text: &str| {
    let (link, problems) = Link::read(text);
    let given: Vec<_> = form_urlencoded::parse(text.strip_prefix('?').unwrap_or(text).as_bytes()).collect();
    for problem in &problems {
        let Problem { name, given: value, why } = problem;
        // What does not go together is told by the values that were taken.
        let own = matches!(why, Why::Unknown | Why::Again | Why::Value);
        assert!(!own || given.iter().any(|(one, text)| one == name && text == value), "{problem:?}");
        assert!(!problem.allowed().to_string().is_empty(), "{problem:?}");
    }
    assert!(Scenario::REQUESTS.contains(&link.scenario.requests()), "{link}");
    assert_eq!(too_much(&link.scenario), None, "{link}");
    assert_eq!(Link::read(&link.to_string()), (link, vec![]));
});
