//! A trace is enough: whoever replays its commands and counts its decisions comes to the same verdict.

#[path = "../src/testing.rs"]
mod testing;

use std::collections::BTreeMap;

use limit_sim::bounds::Bounds;
use limit_sim::placement::Comparison;
use limit_sim::redis::{Keyspace, Reply};
use limit_sim::run::Request;
use limit_sim::scenario::{Choice, Scenario, Strategy};
use limit_sim::tally::{Decided, Failures};
use limit_sim::time::Time;
use limit_sim::trace::{Event, Kind, Outcome, Trace};
use limit_sim::verdict::{Verdict, Wait};
use proptest::prelude::*;

/// The verdict, from the events alone.
fn recount(scenario: &Scenario, events: &[Event]) -> Verdict {
    let Scenario { limit, burst, servers, .. } = *scenario;
    let mut began = BTreeMap::new();
    let mut per_server = vec![Decided::default(); servers as usize];
    // Of each window, how many were decided and how many let through.
    let mut windows: BTreeMap<u64, [u32; 2]> = BTreeMap::new();
    let mut waits = Vec::new();
    let mut redis_calls = 0;
    for Event { at, request: Request { number, server }, kind } in events {
        match kind {
            Kind::Reached(window) => {
                began.insert(*number, (*at, *window));
            }
            Kind::Executed { .. } => redis_calls += 1,
            Kind::Decided { outcome, .. } => {
                let (reached, window) = began[number];
                waits.push((*at - reached).nanos());
                let [decided, allowed] = windows.entry(window).or_default();
                *decided += 1;
                let server = &mut per_server[*server as usize];
                if *outcome == Outcome::Refused {
                    server.refused += 1;
                } else {
                    server.allowed += 1;
                    *allowed += 1;
                    assert_eq!(*outcome == Outcome::Over, *allowed > limit);
                }
            }
            _ => {}
        }
    }
    waits.sort_unstable();
    let micros = |nanos: u64| nanos as f64 / 1e3;
    // The value that at least so many percent are at or below.
    let rank = |percent: f64| micros(waits[(percent / 100.0 * waits.len() as f64).ceil() as usize - 1]);
    let Bounds { worst_case, expected } = Bounds::of(scenario);
    Verdict {
        allowed: per_server.iter().map(|one| one.allowed).sum(),
        refused: per_server.iter().map(|one| one.refused).sum(),
        limit,
        due: windows.values().map(|[decided, _]| (*decided).min(limit)).sum(),
        over: windows.values().map(|[_, allowed]| allowed.saturating_sub(limit)).sum(),
        falsely_refused: {
            windows.values().map(|[decided, allowed]| (*decided).min(limit).saturating_sub(*allowed)).sum()
        },
        lost: 0,
        failures: Failures::default(),
        redis_calls,
        redis_calls_per_request: redis_calls as f64 / f64::from(burst),
        added_wait_us: Wait {
            mean: micros(waits.iter().sum()) / waits.len() as f64,
            p50: rank(50.0),
            p99: rank(99.0),
            max: micros(waits[waits.len() - 1]),
        },
        users: vec![per_server.iter().fold(Decided::default(), |sum, one| Decided {
            allowed: sum.allowed + one.allowed,
            refused: sum.refused + one.refused,
        })],
        servers: per_server,
        worst_case,
        expected,
    }
}

proptest! {
    #[test]
    fn recounting_the_events_gives_the_verdict(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        prop_assert_eq!(recount(&scenario, trace.events()), trace.verdict());
    }

    #[test]
    fn running_the_commands_again_gives_the_replies_and_values_of_the_trace(scenario in testing::scenarios()) {
        let mut keyspace = Keyspace::default();
        for Event { at, kind, .. } in Trace::of(&scenario).events() {
            let Kind::Executed { command, reply, before, after } = kind else { continue };
            let key = command.keys()[0];
            prop_assert_eq!(&keyspace.glance(key, *at), before);
            prop_assert_eq!(&keyspace.run(command, *at), reply);
            prop_assert_eq!(&keyspace.glance(key, *at), after);
        }
    }

    #[test]
    fn what_is_received_is_what_redis_answered(scenario in testing::scenarios()) {
        let mut answered: BTreeMap<u32, Reply> = BTreeMap::new();
        for Event { request, kind, .. } in Trace::of(&scenario).events() {
            match kind {
                Kind::Executed { reply, .. } => {
                    prop_assert_eq!(answered.insert(request.number, reply.clone()), None);
                }
                Kind::Received(reply) => prop_assert_eq!(answered.remove(&request.number), Some(reply.clone())),
                _ => {}
            }
        }
        prop_assert_eq!(answered.len(), 0);
    }

    #[test]
    fn each_decision_over_redis_rests_on_the_first_reply(scenario in testing::scenarios()) {
        let mut first: BTreeMap<u32, i64> = BTreeMap::new();
        for Event { request, kind, .. } in Trace::of(&scenario).events() {
            match kind {
                Kind::Received(reply) => {
                    first.entry(request.number).or_insert(reply.integer().unwrap_or(0));
                }
                Kind::Decided { decision, .. } if first.contains_key(&request.number) => {
                    prop_assert_eq!(decision.count, first[&request.number]);
                    let allowed = match decision.comparison {
                        Comparison::Below => decision.count < decision.limit,
                        Comparison::AtMost => decision.count <= decision.limit,
                        other => panic!("{other:?} is not for counts"),
                    };
                    prop_assert_eq!(decision.allowed, allowed);
                }
                Kind::Decided { .. } => {
                    prop_assert!(matches!(scenario.strategy, Strategy::Local | Strategy::Split));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_limit_above_the_burst_is_in_the_hash_whatever_the_strategy() {
    for strategy in &Strategy::ALL[..5] {
        let trace = |limit| Trace::of(&Scenario { strategy: *strategy, limit, ..Scenario::default() });
        let [low, high] = [trace(200), trace(400)];
        assert_eq!((low.allowed(), high.allowed()), (40, 40));
        assert_ne!(low.hash(), high.hash(), "{strategy:?}");
    }
}

#[test]
fn a_trace_ends_with_its_last_event() {
    let trace = Trace::of(&Scenario::default());
    assert_eq!(trace.events_by(trace.end()), trace.events().len());
    assert_eq!(trace.events_by(Time::START), 0);
}
