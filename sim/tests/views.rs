//! What is derived from a trace for showing it: legs, moments and stale reads.

#[path = "../src/testing.rs"]
mod testing;

use limit_sim::redis::Command;
use limit_sim::run::HOP;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Event, Extent, FEW, Kind, Leg, MANY, Moment, Outcome, StaleRead, Stretch, Trace};
use proptest::prelude::*;
use proptest::sample::Index;

fn legs_of(legs: &[Leg], number: u32) -> Vec<Leg> {
    legs.iter().filter(|leg| leg.request.number == number).copied().collect()
}

/// When the trace decides on the request.
fn decided(trace: &Trace, number: u32) -> Time {
    let is_it = |event: &&Event| event.request.number == number && matches!(event.kind, Kind::Decided { .. });
    trace.events().iter().find(is_it).unwrap().at
}

/// Stale reads by their definition: for each read, the first write that its reader sends after it; stale if anyone else
/// changed the key between the two.
fn stale_reads_by_definition(trace: &Trace) -> Vec<StaleRead> {
    let runs = trace.events().iter().enumerate().filter_map(|(nth, Event { at, request, kind })| match kind {
        Kind::Executed { command, before, after, .. } => Some((nth, *at, *request, command, before, after)),
        _ => None,
    });
    let runs: Vec<_> = runs.collect();
    let mut found = Vec::new();
    for (read_nth, read, reader, command, value, _) in &runs {
        let Command::Get(key) = &***command else { continue };
        let own = runs
            .iter()
            .find(|(nth, _, request, command, ..)| nth > read_nth && request == reader && command.writes_value());
        let Some((own_nth, wrote, ..)) = own else { continue };
        let between = runs.iter().find(|(nth, _, request, command, before, after)| {
            (read_nth..own_nth).contains(&nth) && request != reader && command.keys().contains(key) && before != after
        });
        if let Some((_, stale, by, ..)) = between {
            let (value, by) = ((*value).clone(), *by);
            found.push((own_nth, StaleRead { request: *reader, value, read: *read, stale: *stale, by, wrote: *wrote }));
        }
    }
    found.sort_by_key(|(own_nth, _)| *own_nth);
    found.into_iter().map(|(_, stale)| stale).collect()
}

fn count(moment: &Moment, outcome: Outcome) -> usize {
    moment.servers.iter().map(|server| server.count(outcome)).sum()
}

proptest! {
    #[test]
    fn the_legs_of_a_request_follow_each_other_without_gap_or_overlap(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        let legs = trace.legs();
        prop_assert!(legs.is_sorted_by_key(|leg| leg.to));
        for number in 0..scenario.burst {
            let legs = legs_of(&legs, number);
            let stretches: Vec<Stretch> = legs.iter().map(|leg| leg.stretch).collect();
            let (there, trips) = stretches.split_at(2);
            prop_assert_eq!(there, [Stretch::ToBalancer, Stretch::ToServer]);
            let trip = [Stretch::ToRedis, Stretch::AtRedis, Stretch::FromRedis];
            prop_assert!(trips.chunks(3).all(|one| one == trip), "{:?}", trips);
            prop_assert!(legs.windows(2).all(|pair| pair[0].to == pair[1].from), "{:?}", legs);
            prop_assert!(legs[..2].iter().all(|leg| leg.to - leg.from == HOP));
            prop_assert_eq!(legs[legs.len() - 1].to, decided(&trace, number));
        }
    }

    #[test]
    fn a_request_is_on_at_most_one_leg_at_a_time_and_its_progress_is_a_fraction(
        scenario in testing::scenarios(), at in 0..=1000u64
    ) {
        let trace = Trace::of(&scenario);
        let at = Time::from_nanos(trace.end().nanos() / 1000 * at);
        let mut under_way: Vec<u32> = Vec::new();
        for leg in trace.legs() {
            if let Some(progress) = leg.progress(at) {
                prop_assert!((0.0..1.0).contains(&progress));
                under_way.push(leg.request.number);
            }
        }
        let all = under_way.len();
        under_way.sort_unstable();
        under_way.dedup();
        prop_assert_eq!(under_way.len(), all);
    }

    #[test]
    fn the_last_moment_agrees_with_the_verdict(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        let verdict = trace.verdict();
        for at in [trace.end(), Time::from_nanos(u64::MAX)] {
            let moment = trace.moment(at);
            prop_assert_eq!((moment.sent, moment.queued), (scenario.burst, 0));
            prop_assert_eq!(count(&moment, Outcome::Over), verdict.over as usize);
            for (server, tally) in moment.servers.iter().zip(&verdict.servers) {
                prop_assert_eq!(server.checking, 0);
                prop_assert_eq!(server.count(Outcome::Refused), tally.refused as usize);
                prop_assert_eq!(server.outcomes.len(), (tally.refused + tally.allowed) as usize);
            }
        }
    }

    #[test]
    fn a_moment_is_what_the_events_until_then_come_to(scenario in testing::scenarios(), nth: Index) {
        let trace = Trace::of(&scenario);
        let at = nth.get(trace.events()).at;
        let past = &trace.events()[..trace.events_by(at)];
        let those = |pick: fn(&Kind) -> bool| past.iter().filter(|event| pick(&event.kind)).count();
        let moment = trace.moment(at);
        let (queued, executed) =
            (those(|kind| matches!(kind, Kind::Queued)), those(|kind| matches!(kind, Kind::Executed { .. })));
        prop_assert_eq!(moment.queued as usize, queued - executed);
        let (reached, decided) =
            (those(|kind| matches!(kind, Kind::Reached(_))), those(|kind| matches!(kind, Kind::Decided { .. })));
        let checking: u32 = moment.servers.iter().map(|server| server.checking).sum();
        prop_assert_eq!(checking as usize, reached - decided);
        let outcomes: usize = moment.servers.iter().map(|server| server.outcomes.len()).sum();
        prop_assert_eq!(outcomes, decided);
        let last = past.iter().rev().find_map(|event| match &event.kind {
            Kind::Executed { command, after, .. } => Some((command.keys()[0], after.clone())),
            _ => None,
        });
        prop_assert_eq!(moment.counter, last);
    }

    #[test]
    fn nobody_who_has_been_sent_is_unsent_later(scenario in testing::scenarios(), mut at in prop::array::uniform8(0..=100u64)) {
        at.sort_unstable();
        let trace = Trace::of(&scenario);
        let end = trace.end().nanos();
        let sent = at.map(|percent| trace.moment(Time::from_nanos(end / 100 * percent)).sent);
        prop_assert!(sent.is_sorted(), "{:?}", sent);
    }

    #[test]
    fn stale_reads_are_those_of_the_definition(scenario in testing::scenarios()) {
        let scenario = Scenario { burst: scenario.burst.min(100), ..scenario };
        let trace = Trace::of(&scenario);
        prop_assert_eq!(trace.stale_reads(), stale_reads_by_definition(&trace));
    }

    #[test]
    fn a_race_shows_its_request_whoever_made_its_read_stale_and_no_more_than_can_be_read(
        scenario in testing::scenarios(), nth: Index
    ) {
        let scenario = Scenario { burst: scenario.burst.min(100), ..scenario };
        let trace = Trace::of(&scenario);
        let request = nth.index(scenario.burst as usize) as u32;
        for (extent, most) in [(Extent::Few, FEW), (Extent::All, MANY)] {
            let race = trace.race(request, extent);
            prop_assert!(race.shown.contains(&request));
            prop_assert!(race.shown.len() <= most);
            let mut once = race.shown.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), race.shown.len());
            let stale = trace.stale_reads().into_iter().find(|one| one.request.number == request);
            if let (Some(stale), Extent::Few) = (stale, extent) {
                prop_assert!(race.shown.contains(&stale.by.number), "{:?} of {:?}", stale, race);
            }
        }
    }

    #[test]
    fn a_race_in_full_shows_or_counts_everyone_who_was_checked_meanwhile(
        scenario in testing::scenarios(), nth: Index
    ) {
        let scenario = Scenario { burst: scenario.burst.min(100), ..scenario };
        let trace = Trace::of(&scenario);
        let request = nth.index(scenario.burst as usize) as u32;
        let reached = |number| {
            let is_it = |event: &&Event| event.request.number == number && matches!(event.kind, Kind::Reached(_));
            trace.events().iter().find(is_it).unwrap().at
        };
        let met = |other: &u32| reached(*other) <= decided(&trace, request) && decided(&trace, *other) >= reached(request);
        let race = trace.race(request, Extent::All);
        prop_assert!(race.shown.iter().all(met));
        prop_assert_eq!(race.shown.len() + race.left_out, (0..scenario.burst).filter(met).count());
    }
}

#[test]
fn a_race_stops_where_a_command_runs_and_where_its_server_goes_on_from_the_reply() {
    let two = "strategy=get-set&servers=2&burst=2&limit=1&spread=1ms&arrivals=even&balancer=round-robin";
    let trace = Trace::of(&two.parse::<limit_sim::scenario::Link>().unwrap().scenario);
    let race = trace.race(1, Extent::Few);
    let named = |nth: usize| {
        let event = &trace.events()[nth];
        let what = match &event.kind {
            Kind::Executed { command, .. } => format!("runs {}", command.to_string().split(' ').next().unwrap()),
            Kind::Sent(command) => format!("sends {}", command.to_string().split(' ').next().unwrap()),
            Kind::Decided { .. } => "decides".to_owned(),
            other => format!("{other:?}"),
        };
        format!("{} {what}", event.request.number + 1)
    };
    let steps: Vec<_> = trace.steps(&race.shown).into_iter().map(named).collect();
    assert_eq!(
        steps,
        [
            "1 runs GET",
            "2 runs GET",
            "1 sends SET",
            "2 sends SET",
            "1 runs SET",
            "2 runs SET",
            "1 decides",
            "2 decides"
        ]
    );
    assert_eq!(race.stops.len(), steps.len());
}

#[test]
fn the_request_that_says_most_is_the_first_over_the_limit_or_else_the_first_refused() {
    let first = |strategy, wanted| {
        let trace = Trace::of(&Scenario { strategy, ..Scenario::default() });
        let event = trace.events().iter().find(|event| event.outcome() == Some(wanted)).unwrap();
        (trace.telling(), event.request.number)
    };
    for (strategy, wanted) in [
        (Strategy::Local, Outcome::Over),
        (Strategy::GetSet, Outcome::Over),
        (Strategy::Split, Outcome::Refused),
        (Strategy::Incr, Outcome::Refused),
    ] {
        let (telling, first) = first(strategy, wanted);
        assert_eq!(telling, first, "{strategy:?}");
    }
}

#[test]
fn a_refusal_by_a_share_is_shown_with_a_server_that_still_has_room() {
    let trace = Trace::of(&Scenario { strategy: Strategy::Split, ..Scenario::default() });
    let race = trace.race(trace.telling(), Extent::Few);
    let server = |number| trace.events().iter().find(|event| event.request.number == number).unwrap().request.server;
    let outcome =
        |number| trace.events().iter().filter(|event| event.request.number == number).find_map(Event::outcome).unwrap();
    let elsewhere = |number: &&u32| server(**number) != server(race.request) && outcome(**number) == Outcome::Allowed;
    let later = race.shown.iter().skip_while(|number| **number != race.request);
    assert!(later.into_iter().any(|number| elsewhere(&number)), "{race:?}");
}

#[test]
fn before_the_start_nothing_has_happened_but_what_leaves_at_once() {
    let trace = Trace::of(&Scenario { spread: Span::ZERO, ..Scenario::default() });
    let moment = trace.moment(Time::START);
    assert_eq!((moment.sent, moment.queued, moment.counter), (40, 0, None));
    assert!(moment.servers.iter().all(|server| server.checking == 0 && server.outcomes.is_empty()));
}
