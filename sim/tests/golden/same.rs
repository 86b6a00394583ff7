//! Links that are written otherwise, or spell out what is so by itself, and mean the same.

use limit_sim::scenario::{Link, Parameter};

/// Each line: two links, as old and as short as they come.
const SAME: &str = include_str!("../../../tests/golden/same.txt");

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = SAME.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap_or_else(|| panic!("two links: {line}")))
}

#[test]
fn links_mean_what_they_always_meant_however_they_are_written() {
    let mut wrong = Vec::new();
    for (text, other) in lines() {
        let [one, same] = [text, other].map(Link::read);
        if !one.1.is_empty() || one != same {
            wrong.push(format!("{text}\n    is {} {:?}\n    was {other}", one.0, one.1));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", crate::KEPT, wrong.join("\n"));
}

#[test]
fn what_is_so_by_itself_is_spelled_out_for_every_name_that_has_such_a_value() {
    let spelled: Vec<_> = lines().filter(|(_, short)| *short == "strategy=local").map(|(text, _)| text).collect();
    for parameter in Parameter::ALL {
        if let Some(value) = parameter.print(&Link::default()) {
            let pair = format!("{}={value}", parameter.name);
            let is = |text: &&str| text.split('&').any(|one| one == pair);
            assert!(spelled.iter().any(is), "tests/golden/same.txt does not have {pair}");
        }
    }
}
