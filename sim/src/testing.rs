//! Random scenarios, for the tests in `src/` and in `tests/`, which include this file.

use proptest::prelude::*;
use proptest::sample::select;

use limit_sim::scenario::{self, Choice, Scenario};
use limit_sim::time::Span;

fn any_of<C: Choice>() -> impl Strategy<Value = C> {
    select(C::ALL)
}

fn spans(range: std::ops::RangeInclusive<Span>) -> impl Strategy<Value = Span> {
    (range.start().nanos()..=range.end().nanos()).prop_map(Span::from_nanos)
}

/// The five strategies that the lessons begin with.
fn plain() -> impl Strategy<Value = scenario::Strategy> {
    select(&scenario::Strategy::ALL[..5])
}

/// One user's burst in clock-aligned windows, limited by one of the five strategies that the lessons begin with.
pub fn scenarios() -> impl Strategy<Value = Scenario> {
    prop_oneof![2 => scattered(), 1 => in_step()]
}

/// Sizes lean to the small, where races are.
fn scattered() -> impl Strategy<Value = Scenario> {
    let sizes = (
        prop_oneof![1..=6u32, Scenario::SERVERS],
        prop_oneof![1..=60u32, Scenario::BURST],
        prop_oneof![1..=20u32, Scenario::LIMIT],
    );
    let spreads = prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(100)), spans(Scenario::SPREAD)];
    let trips = prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(10)), spans(Scenario::RTT)];
    let windows = prop_oneof![Just(Span::from_secs(1)), spans(Scenario::WINDOW)];
    ((plain(), any_of(), any_of(), any_of()), sizes, (spreads, trips, windows, spans(Scenario::WORK)), any::<u64>())
        .prop_map(
            |((strategy, arrivals, jitter, balancer), (servers, burst, limit), (spread, rtt, window, work), seed)| {
                Scenario {
                    strategy,
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
                    ..Scenario::default()
                }
            },
        )
}

/// All times on a grid of half a service, so that many events fall on the same instant.
fn in_step() -> impl Strategy<Value = Scenario> {
    let grid = |steps: std::ops::Range<u64>| steps.prop_map(|steps| Span::from_micros(4 * steps));
    let choices = (plain(), any_of(), any_of(), any::<u64>());
    (choices, 1..=8u32, 1..=80u32, 1..=12u32, grid(0..12), grid(0..150)).prop_map(
        |((strategy, arrivals, balancer, seed), servers, burst, limit, spacing, rtt)| Scenario {
            strategy,
            arrivals,
            balancer,
            seed,
            servers,
            burst,
            limit,
            spread: spacing * burst.into(),
            rtt,
            ..Scenario::default()
        },
    )
}
