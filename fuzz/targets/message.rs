//! Anything that a page may send to the lab in its frame: a line for each field, `name=text`, `name#number`, or the name alone
//! for a value that is neither.
#![no_main]

#[allow(dead_code, reason = "what the lab itself says is not read here")]
#[path = "../../src/embed/message.rs"]
mod message;

use libfuzzer_sys::fuzz_target;
use limit_sim::scenario::Link;
use message::{Given, LAB, Letter, Problem, ToLab, VERSION};

/// The fields that a message may have.
const FIELDS: [&str; 8] = ["lab", "v", "id", "type", "link", "progress", "t", "what"];

fn field(text: &str, name: &str) -> Given {
    for line in text.lines() {
        match line.strip_prefix(name).map(|rest| (rest.get(..1), rest.get(1..).unwrap_or_default())) {
            Some((Some("="), given)) => return Given::Text(given.to_owned()),
            Some((Some("#"), given)) => return given.parse().map_or(Given::Other, Given::Number),
            Some((None, _)) => return Given::Other,
            _ => {}
        }
    }
    Given::Nothing
}

fuzz_target!(|text: &str| {
    let given = |name: &str| field(text, name);
    let Some(Letter { id, says }) = message::read(&given) else {
        assert_ne!(given("lab"), Given::Text(LAB.to_owned()));
        return;
    };
    let sent = given("id");
    // (A number that is none equals nothing, itself included.)
    let nan = matches!(sent, Given::Number(number) if number.is_nan());
    assert!(nan || id == sent || id == Given::Nothing && sent == Given::Other, "{id:?} for {sent:?}");
    assert!(says.is_err() || given("v") == Given::Number(VERSION));
    match says {
        Ok(ToLab::Set { link, progress }) => {
            assert!(link.is_some() || progress.is_some());
            let kept: Link = "strategy=incr&lock=strategy,seed&servers=3".parse().expect("a link");
            let (wanted, problems) = kept.clone().taking(link.as_deref().unwrap_or_default());
            problems.into_iter().for_each(|problem| assert!(!Problem::from(problem).allowed.is_empty()));
            let held = kept.holding(wanted);
            assert_eq!((held.scenario.strategy, held.scenario.seed), (kept.scenario.strategy, kept.scenario.seed));
            assert_eq!(held.embedding, kept.embedding);
        }
        Ok(_) => {}
        Err(Problem { name, given: told, allowed, .. }) => {
            assert!(FIELDS.contains(&name.as_str()) && !allowed.is_empty(), "{name}");
            match given(&name) {
                Given::Text(text) => assert_eq!(told, text),
                Given::Number(number) => assert_eq!(told, number.to_string()),
                Given::Other | Given::Nothing => assert_eq!(told, ""),
            }
        }
    }
});
