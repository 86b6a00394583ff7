//! Random scenarios and their traces' hashes, which browsers are held against, too.

use std::collections::BTreeSet;

use limit_sim::scenario::{Choice, Link, Scenario, Strategy};
use limit_sim::trace::Trace;
use proptest::prop_oneof;
use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;

use crate::testing::{all_scenarios, faulty_scenarios, scenarios};

/// Each line: link, tab, trace hash. (With `-- --ignored --nocapture` the other test here prints such lines.)
const HASHES: &str = include_str!("../../../tests/golden/hashes.txt");

/// How many there are: enough for each strategy to come eleven times, few enough for a browser.
const MANY: usize = 200;

fn hash(link: &Link) -> String {
    Trace::of(&link.scenario).hash().to_string()
}

#[test]
fn random_links_have_the_hashes_that_they_always_had() {
    let mut links = BTreeSet::new();
    let mut strategies = BTreeSet::new();
    let mut changed = Vec::new();
    for line in HASHES.lines() {
        let (text, was) = line.split_once('\t').expect(line);
        let link: Link = text.parse().unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        links.insert(text);
        strategies.insert(link.scenario.strategy.name());
        let now = hash(&link);
        if now != was {
            changed.push(format!("{text}\n    was {was}, is {now}"));
        }
    }
    assert_eq!((links.len(), strategies.len()), (MANY, Strategy::ALL.len()), "different links, of every strategy");
    assert!(changed.is_empty(), "{}:\n{}", crate::KEPT, changed.join("\n"));
}

#[test]
#[ignore = "prints lines for another such file"]
fn random_links_are_printed_with_their_hashes() {
    let mut runner = TestRunner::deterministic();
    let any = prop_oneof![1 => scenarios(), 1 => all_scenarios(), 2 => faulty_scenarios()];
    let mut links = BTreeSet::new();
    while links.len() < MANY {
        let scenario: Scenario = any.new_tree(&mut runner).expect("a scenario").current();
        let link = Link { scenario: scenario.bounded(), ..Link::default() };
        // Each strategy in turn.
        let wanted = Strategy::ALL[links.len() % Strategy::ALL.len()];
        if scenario.strategy == wanted
            && link.to_string().parse().as_ref() == Ok(&link)
            && links.insert(link.to_string())
        {
            println!("{link}\t{}", hash(&link));
        }
    }
}
