//! Random scenarios, for the tests in `src/` and in `tests/`, which include this file.

#![allow(dead_code, reason = "each file that includes this uses a part of it")]

use proptest::prelude::*;
use proptest::sample::select;

use limit_sim::scenario::{self, Choice, Fault, Rule, Scenario, Traffic, What, WindowStart, misfit};
use limit_sim::time::{Span, Time};

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

/// Every strategy with every rule that goes with it.
pub fn pairs() -> Vec<Scenario> {
    let mut pairs = Vec::new();
    for &strategy in scenario::Strategy::ALL {
        for &rule in Rule::ALL {
            let one = Scenario { strategy, rule, ..Scenario::default() };
            let starts = if rule == Rule::FixedWindow { WindowStart::ALL } else { &[WindowStart::Clock] };
            // A strategy that has no choice of when its windows begin has that once.
            let both = starts.iter().map(|start| Scenario { window_start: *start, ..one });
            pairs.extend(both.filter(|one| misfit(one).is_none() && one.window_start() == one.window_start));
        }
    }
    pairs
}

/// Anything that a link can say, in small: every strategy with every rule that goes with it, bursts and streams, several
/// users and nodes, phases, both versions of Redis.
pub fn all_scenarios() -> impl Strategy<Value = Scenario> {
    let millis = |range: std::ops::RangeInclusive<u64>| range.prop_map(Span::from_millis);
    let counts = (1..=5u32, 1..=60u32, 1..=12u32, 1..=3u32, 1..=5u32);
    let choices = (any_of(), any_of(), any_of(), any_of(), any_of::<Traffic>());
    let times = (
        prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(60))],
        prop_oneof![Just(Span::from_secs(1)), millis(1..=60), spans(Span::from_millis(1)..=Span::from_millis(60))],
        prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(6))],
        prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(1_100))],
        (spans(Span::from_millis(1)..=Span::from_millis(30)), spans(Span::from_millis(1)..=Span::from_millis(30))),
    );
    let options = (
        proptest::option::of(1..=12u32),
        proptest::option::of(prop_oneof![1..=100u32, Scenario::REFILL]),
        (0..=4u32, 1..=4u32),
        (100..=2_000u32, 10..=60u64),
        spans(Span::ZERO..=Span::from_millis(40)),
    );
    (select(pairs()), counts, choices, times, options, any::<u64>()).prop_map(
        |(
            pair,
            (servers, burst, limit, users, greedy),
            (arrivals, jitter, balancer, redis_version, traffic),
            (spread, window, rtt, phase, (sync, lease)),
            (capacity, refill, (retries, nodes), (rate, duration), work),
            seed,
        )| Scenario {
            servers,
            burst,
            limit,
            users,
            greedy,
            arrivals,
            jitter,
            balancer,
            redis_version,
            traffic,
            spread,
            window,
            rtt,
            phase,
            sync,
            lease,
            capacity,
            refill,
            retries,
            nodes,
            rate,
            duration: Span::from_millis(duration),
            work,
            seed,
            ..pair
        },
    )
}

/// The same with things that go wrong, and what is done about it.
pub fn faulty_scenarios() -> impl Strategy<Value = Scenario> {
    let millis = |range: std::ops::RangeInclusive<u64>| range.prop_map(Span::from_millis);
    let policies = (
        prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(40))],
        proptest::option::of(spans(Span::from_micros(100)..=Span::from_millis(20))),
        any_of(),
        proptest::option::of(1..=4u32),
        millis(1..=20),
        0..=2u32,
        any_of(),
    );
    let faults = proptest::collection::vec(fault(), 0..=scenario::Faults::MOST);
    (all_scenarios(), faults, policies).prop_map(
        |(base, faults, (skew, timeout, on_failure, breaker, breaker_reset, retry, reload))| Scenario {
            faults: faults.into_iter().collect(),
            skew,
            timeout,
            on_failure,
            breaker,
            breaker_reset,
            retry,
            reload,
            ..base
        },
    )
}

/// Something that goes wrong in the time that random scenarios take, often at the very instants at which something happens.
fn fault() -> impl Strategy<Value = Fault> {
    let what = prop_oneof![
        select(vec![What::Down, What::Silent, What::Paused, What::Failover, What::Deploy]),
        select(vec![What::Flush, What::Evict, What::Delete]),
        prop_oneof![2..=400u32, 2..=10_000u32].prop_map(What::Slow),
        (0..5u32).prop_map(What::Crash),
        (1..=4u32).prop_map(What::Join),
        (1..=4u32).prop_map(What::Leave),
    ];
    let grid = (0..=120u64).prop_map(|half| Span::from_micros(500 * half));
    let from = prop_oneof![grid, spans(Span::ZERO..=Span::from_millis(60))];
    let lasts = prop_oneof![Just(Span::ZERO), spans(Span::ZERO..=Span::from_millis(40))];
    (what, from, lasts).prop_map(|(what, from, lasts)| {
        let lasts = if what.extent() == scenario::Extent::Instant { Span::ZERO } else { lasts };
        let from = Time::START + from;
        Fault { from, until: from + lasts, what }
    })
}
