//! Any order of any small case: how far it can be taken is a function of its choices, and what it comes to adds up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limit_sim::explore::Explorer;
use limit_sim::hand::{Case, Events, replay, trace};
use limit_sim::scenario::{Extras, Link, Scenario, Small};

/// So many requests have few enough orders to go through all of them each time.
const FEW: u32 = 3;

fuzz_target!(|text: &str| {
    let (link, _) = Link::read(text);
    let Small { servers, requests, limit, extras } = link.small;
    let events = Events {
        window_ends: matches!(extras, Extras::WindowEnd | Extras::Both),
        crashes: matches!(extras, Extras::Crash | Extras::Both),
    };
    let scenario = Scenario { servers, burst: requests, limit, retries: link.scenario.retries.min(3), ..link.scenario };
    let case = Case::of(&scenario, events).expect("a small case is one");
    let whole = replay(&case, &link.order);
    let taken = whole.happened.len();
    assert!(taken <= link.order.len() && (taken < link.order.len()) == whole.blocked.is_some());
    let position = &whole.position;
    assert!(position.allowed() + position.refused() <= requests && position.over() <= position.allowed());
    assert_eq!(&replay(&case, &link.order[..taken]).position, position, "what is blocked changes nothing");
    for choice in 1..=u8::MAX {
        assert_eq!(position.check(choice).is_ok(), position.clone().take(choice).is_ok());
    }
    let decisions = trace(&case, &link.order).verdict();
    assert_eq!((decisions.allowed, decisions.refused), (position.allowed(), position.refused()));
    if requests <= FEW && position.done() {
        let most = Explorer::new(&case).finish().most_allowed;
        assert!(position.allowed() <= most, "{} of at most {most}", position.allowed());
    }
});
