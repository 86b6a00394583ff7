//! What the tests of several modules share.

use proptest::prelude::*;
use proptest::sample::select;

use crate::scenario::{Choice, Scenario};
use crate::time::Span;

fn any_of<C: Choice>() -> impl Strategy<Value = C> {
    select(C::ALL)
}

fn spans(range: std::ops::RangeInclusive<Span>) -> impl Strategy<Value = Span> {
    (range.start().nanos()..=range.end().nanos()).prop_map(Span::from_nanos)
}

/// Every scenario that the text form admits. Sizes lean to the small, where races are.
pub fn scenarios() -> impl Strategy<Value = Scenario> {
    let sizes = (
        prop_oneof![1..=6u32, Scenario::SERVERS],
        prop_oneof![1..=60u32, Scenario::BURST],
        prop_oneof![1..=20u32, Scenario::LIMIT],
    );
    let spreads = prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(100)), spans(Scenario::SPREAD)];
    let trips = prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(10)), spans(Scenario::RTT)];
    let windows = prop_oneof![Just(Span::from_secs(1)), spans(Scenario::WINDOW)];
    (
        (any_of(), any_of(), any_of(), any_of(), any_of()),
        sizes,
        (spreads, trips, windows, spans(Scenario::WORK)),
        any::<u64>(),
    )
        .prop_map(
            |(
                (strategy, rule, arrivals, jitter, balancer),
                (servers, burst, limit),
                (spread, rtt, window, work),
                seed,
            )| Scenario {
                strategy,
                rule,
                servers,
                burst,
                spread,
                arrivals,
                limit,
                window,
                rtt,
                jitter,
                balancer,
                work,
                seed,
            },
        )
}
