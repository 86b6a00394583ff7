//! A race in a sentence or two, once it is over: how its request came to be let through or refused.

use limit_sim::placement::{Comparison, Decision};
use limit_sim::redis::Command;
use limit_sim::run::Request;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Circumstances, Kind, Outcome, Race, Trace};

use super::command::kept;
use super::number::count;
use super::step::one_count;
use super::{strategy, why};
use crate::events::line::comparison;
use crate::language::t;
use crate::{n, say};

/// What came of the race's request, and why; nothing when it was never decided.
pub fn of(trace: &Trace, race: &Race) -> Option<String> {
    let own = |nth: &usize| trace.events()[*nth].request.number == race.request;
    let nth = (0..trace.events().len()).filter(own).find(|nth| trace.events()[*nth].outcome().is_some())?;
    let event = &trace.events()[nth];
    let Kind::Decided { decision, outcome } = event.kind else { return None };
    let [Circumstances { passed, room, .. }] = trace.circumstances(&[nth])[..] else { return None };
    let (server, request) = (event.request.server + 1, race.request + 1);
    let (counted, own) = (decision.count, decision.limit);
    let scenario = trace.scenario();
    let Scenario { strategy, limit, servers, .. } = *scenario;
    // What holds for a strategy need not hold where something goes wrong.
    let troubled = !scenario.faults.is_empty() || scenario.skew > Span::ZERO || decision.comparison.is_fallback();
    if troubled || !one_count(trace) {
        return Some(general(scenario, event.request, &decision, outcome, troubled));
    }
    Some(match (strategy, outcome) {
        (Strategy::Local, Outcome::Refused) => {
            let said =
                say!("Server {} had let {} through by its own count, so it refused request {}.", server, own, request);
            if servers == 1 { said } else { said + " " + t("The other servers know nothing of that.") }
        }
        (Strategy::Local, _) if servers > 1 => say!(
            "Server {} saw only its own count, {}, and let request {} through; with the other servers' that made {}.",
            server,
            counted,
            request,
            passed + 1
        ),
        (Strategy::Split, Outcome::Refused) if own == 0 => say!(
            "{} \u{f7} {} is less than one: server {}'s share is 0, so it refused request {}.",
            limit,
            servers,
            server,
            request
        ),
        (Strategy::Split, Outcome::Refused) => {
            let said = say!("Server {}'s share of {} was used up, so it refused request {}.", server, own, request);
            let why = match room {
                _ if passed >= limit => return Some(said),
                0 => say!("The shares add up to {}, not {}.", own * i64::from(servers), limit),
                room => say!(
                    "The user was under the limit: only {} of {} had passed, and {} had room.",
                    passed,
                    limit,
                    count(room, n!("other server"), n!("other servers"))
                ),
            };
            said + " " + &why
        }
        (Strategy::Split, _) => say!("Request {} was within server {}'s share of {}.", request, server, own),
        (Strategy::Incr, _) => say!(
            "Redis added 1 for request {} and answered {} in the same step. No other request of its window got that number, so \
             the limit holds in every order.",
            request,
            counted
        ),
        (Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite, Outcome::Refused) => {
            say!("Request {} read {}, which is not below {}, so it was refused.", request, counted, limit)
        }
        (Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite, Outcome::Allowed) => say!(
            "Request {} read {}, which is below {}, so it passed: number {} of {}.",
            request,
            counted,
            limit,
            passed + 1,
            limit
        ),
        (Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite, Outcome::Over) => {
            let passed = say!("So it passed as number {} of a limit of {}.", passed + 1, limit);
            raced(trace, race, counted)? + " " + &passed
        }
        _ => general(scenario, event.request, &decision, outcome, false),
    })
}

/// What the decision rested on, and what that left out.
fn general(
    scenario: &Scenario,
    Request { number, server }: Request,
    decision: &Decision,
    outcome: Outcome,
    troubled: bool,
) -> String {
    let (server, request, how) = (server + 1, number + 1, comparison(decision));
    let why = match (outcome, decision.comparison) {
        (Outcome::Over, Comparison::Failed) if strategy::fails(scenario) => why::old(scenario),
        (Outcome::Over, by) if troubled || by.is_fallback() => "",
        (Outcome::Over, _) => why::too_many(scenario),
        (Outcome::Refused, Comparison::NoTryLeft) if !troubled => why::too_few(scenario),
        _ => "",
    };
    let said = match outcome {
        Outcome::Over => say!("Request {} was let through at server {}, over the limit: {}.", request, server, how),
        Outcome::Allowed => say!("Request {} was let through at server {}: {}.", request, server, how),
        Outcome::Refused => say!("Request {} was refused at server {}: {}.", request, server, how),
    };
    if why.is_empty() { said } else { said + " " + why }
}

/// The count in Redis before an instant.
fn newest(trace: &Trace, before: Time) -> Option<i64> {
    let written = trace.events().iter().take_while(|event| event.at < before).filter_map(|event| match &event.kind {
        Kind::Executed { command, after, .. } if command.writes_value() => after.as_ref(),
        _ => None,
    });
    written.last()?.integer()
}

/// Why a request that read and then wrote went over the limit.
fn raced(trace: &Trace, race: &Race, counted: i64) -> Option<String> {
    let request = race.request + 1;
    if let Some(stale) = trace.stale_reads().into_iter().find(|one| one.request.number == race.request) {
        let wrote = match trace.scenario().strategy {
            Strategy::GetSet | Strategy::ReadWrite => " ".to_owned() + &say!("It wrote {} all the same.", counted + 1),
            _ => String::new(),
        };
        let (read, by) = (kept(trace.scenario(), stale.value.as_ref()), stale.by.number + 1);
        let said = say!("Request {} read {}. Before it wrote, request {}'s write made that stale.", request, read, by);
        // It would have passed by the newest count, too, where others had been lost before.
        let (newest, limit) = (newest(trace, stale.wrote), i64::from(trace.scenario().limit));
        let lost = newest.filter(|newest| *newest < limit).map_or_else(String::new, |newest| {
            " ".to_owned()
                + &say!("The newest count, {}, was below {}, too: counts had been lost before.", newest, limit)
        });
        return Some(said + &lost + &wrote);
    }
    let read = trace
        .events()
        .iter()
        .position(|event| event.request.number == race.request && matches!(event.kind.ran(), Some(Command::Get(_))));
    let [Circumstances { passed, .. }] = trace.circumstances(&[read?])[..] else { return None };
    Some(if i64::from(passed) > counted {
        say!(
            "Request {} read {}, although {} had passed by then: counts were lost before it.",
            request,
            counted,
            passed
        )
    } else {
        say!("Request {} read {} in time, but others that had read, too, were decided first.", request, counted)
    })
}
