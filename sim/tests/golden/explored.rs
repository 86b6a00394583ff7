//! All orders of links' small cases come to what they always came to.

use limit_sim::explore::{Covered, Explorer};
use limit_sim::scenario::Link;

use crate::orders::case;

/// Each line: orders, those over the limit, the most that is let through, states, link.
const EXPLORED: &str = include_str!("../../../tests/golden/explored.txt");

/// What all orders of a link's case come to now, as a line of that file.
fn line(text: &str) -> String {
    let link: Link = text.parse().unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    let found = Explorer::new(&case(&link)).finish();
    assert_eq!(found.covered, Covered::All, "{text}");
    format!("{} {} {} {} {text}", found.orders, found.over_orders, found.most_allowed, found.states)
}

#[test]
fn all_orders_of_a_case_come_to_what_they_always_came_to() {
    crate::hold(EXPLORED, line);
}

#[test]
#[ignore = "prints lines for that file, of the links in it that have none"]
fn all_orders_are_printed_with_what_they_come_to() {
    crate::print_new(EXPLORED, line);
}
