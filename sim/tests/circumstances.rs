//! What stood around an event, against its definition: everything before it, looked at anew for each.

#[path = "../src/testing.rs"]
mod testing;

use limit_sim::redis::{Command, Text};
use limit_sim::run::Request;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::trace::{Circumstances, Event, Kind, Outcome, Trace};
use proptest::prelude::*;

/// The window that a request counts in.
fn window(trace: &Trace, request: Request) -> Option<u64> {
    trace.events().iter().find_map(|event| match event.kind {
        Kind::Reached(window) if event.request == request => Some(window),
        _ => None,
    })
}

fn passed(trace: &Trace, nth: usize) -> u32 {
    let own = window(trace, trace.events()[nth].request);
    let passed = trace.events()[..nth].iter().filter(|event| {
        matches!(event.outcome(), Some(Outcome::Allowed | Outcome::Over)) && window(trace, event.request) == own
    });
    passed.count() as u32
}

fn command(event: &Event) -> Option<&Command> {
    match &event.kind {
        Kind::Sent(command) | Kind::Executed { command, .. } => Some(command),
        _ => None,
    }
}

/// The last of a request's events before this one.
fn last_of(trace: &Trace, nth: usize, request: Request) -> Option<&Event> {
    trace.events()[..nth].iter().rfind(|event| event.request == request)
}

fn others(trace: &Trace, nth: usize) -> Vec<Request> {
    let own = trace.events()[nth].request;
    let mut others: Vec<Request> = Vec::new();
    for event in &trace.events()[..nth] {
        if event.request != own && !others.contains(&event.request) {
            others.push(event.request);
        }
    }
    others
}

/// The command that a request has on its way: sent, and not run.
fn on_its_way(trace: &Trace, nth: usize, request: Request) -> Option<(usize, Command)> {
    let events = trace.events()[..nth].iter().enumerate();
    let mut own = events.rev().filter(|(_, event)| event.request == request);
    own.find(|(_, event)| !matches!(event.kind, Kind::Queued)).and_then(|(nth, event)| match &event.kind {
        Kind::Sent(command) => Some((nth, Command::clone(command))),
        _ => None,
    })
}

fn by_definition(trace: &Trace, nth: usize) -> Circumstances {
    let event = &trace.events()[nth];
    let passed = passed(trace, nth);
    let Some(command) = command(event) else {
        let scenario = trace.scenario();
        let own = window(trace, event.request).unwrap_or(0);
        let share = match scenario.strategy {
            Strategy::Local => scenario.limit,
            Strategy::Split => scenario.share(),
            _ => 0,
        };
        let hits = |server: u32| {
            let decided = trace.events()[..nth].iter().filter(|one| one.outcome().is_some());
            decided.filter(|one| one.request.server == server && window(trace, one.request) == Some(own)).count() as u32
        };
        let room = (0..scenario.servers).filter(|server| hits(*server) < share).count() as u32;
        return Circumstances { passed, room, ..Circumstances::default() };
    };
    let key = command.keys()[0];
    let last = trace.events()[..nth].iter().rposition(|one| match &one.kind {
        Kind::Executed { command, .. } => command.keys().contains(&key),
        _ => false,
    });
    let value = trace.left_by(last);
    let writes = others(trace, nth).into_iter().filter_map(|other| {
        let (sent, command) = on_its_way(trace, nth, other)?;
        (command.writes_value() && command.keys().contains(&key)).then_some(sent)
    });
    let readers = others(trace, nth).into_iter().filter_map(|other| {
        // It has read, and has not gone on from that.
        let gone_on = !matches!(last_of(trace, nth, other)?.kind, Kind::Executed { .. } | Kind::Received(_));
        let ran = trace.events()[..nth]
            .iter()
            .rposition(|one| one.request == other && matches!(one.kind, Kind::Executed { .. }));
        let read = ran.filter(|_| !gone_on)?;
        let Kind::Executed { command, before, .. } = &trace.events()[read].kind else { return None };
        let Command::Get(of) = &**command else { return None };
        let count = before.as_ref().and_then(Text::integer).unwrap_or(0);
        (*of == key && before.as_ref() == value && count < trace.scenario().limit.into()).then_some(read)
    });
    Circumstances { passed, last, writing: writes.min(), reading: readers.min(), room: 0 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn circumstances_are_those_of_the_definition(scenario in testing::scenarios()) {
        let scenario = Scenario { burst: scenario.burst.min(24), ..scenario };
        let trace = Trace::of(&scenario);
        let all: Vec<usize> = (0..trace.events().len()).collect();
        let found = trace.circumstances(&all);
        for (nth, found) in all.iter().zip(found) {
            // What a request that has not reached its server will count in, nothing before tells.
            if !matches!(trace.events()[*nth].kind, Kind::Routed) {
                prop_assert_eq!(found, by_definition(&trace, *nth), "event {} of {:?}", nth, trace.events()[*nth]);
            }
        }
    }

    #[test]
    fn circumstances_of_some_events_are_those_among_all(scenario in testing::scenarios(), every in 1..7usize) {
        let scenario = Scenario { burst: scenario.burst.min(50), ..scenario };
        let trace = Trace::of(&scenario);
        let all: Vec<usize> = (0..trace.events().len()).collect();
        let some: Vec<usize> = (0..trace.events().len()).step_by(every).collect();
        let of_all: Vec<_> = trace.circumstances(&all).into_iter().step_by(every).collect();
        prop_assert_eq!(trace.circumstances(&some), of_all);
    }
}

#[test]
fn writes_that_lower_a_count_or_leave_it_have_lost_as_many() {
    let scenario: Scenario = Scenario { strategy: Strategy::GetSet, ..Scenario::default() };
    let trace = Trace::of(&scenario);
    let lost: u64 = trace.events().iter().map(|event| trace.lost_counts(event)).sum();
    let end = trace.moment(trace.end()).counter.and_then(|(_, value)| value).and_then(|value| value.integer());
    // Every write adds one to what it was based on: what was let through and is not in the count was lost.
    assert_eq!(u64::from(trace.allowed()) - lost, end.unwrap() as u64);
}
