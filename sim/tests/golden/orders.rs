//! Orders in links lead where they always led.

use limit_sim::hand::{Case, Events, replay};
use limit_sim::scenario::{Extras, Link, Scenario, Small};

/// Each line: the trace hash of the order, its choices that are taken, allowed, over, link.
const ORDERS: &str = include_str!("../../../tests/golden/orders.txt");

/// The small case of a link, as the page has it.
pub fn case(link: &Link) -> Case {
    let Small { servers, requests, limit, extras } = link.small;
    let events = Events {
        window_ends: matches!(extras, Extras::WindowEnd | Extras::Both),
        crashes: matches!(extras, Extras::Crash | Extras::Both),
    };
    let scenario = Scenario { servers, burst: requests, limit, ..link.scenario };
    Case::of(&scenario, events).expect("a small case is one")
}

/// Where a link's order leads now, as a line of that file.
fn line(text: &str) -> String {
    let link: Link = text.parse().unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    let case = case(&link);
    let replay = replay(&case, &link.order);
    let hash = limit_sim::hand::trace(&case, &link.order).hash();
    format!("{hash} {} {} {} {text}", replay.happened.len(), replay.position.allowed(), replay.position.over())
}

#[test]
fn orders_in_links_lead_where_they_always_led() {
    crate::hold(ORDERS, line);
}

#[test]
#[ignore = "prints lines for that file, of the links in it that have none"]
fn orders_are_printed_with_where_they_lead() {
    crate::print_new(ORDERS, line);
}
