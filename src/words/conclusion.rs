//! A race in a sentence or two, once it is over: how its request came to be let through or refused.

use limit_sim::placement::{Comparison, Decision};
use limit_sim::redis::Command;
use limit_sim::run::Request;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::time::Span;
use limit_sim::trace::{Circumstances, Kind, Outcome, Race, Trace};

use super::command::kept;
use super::number::count;
use super::step::one_count;
use super::{strategy, why};
use crate::events::line::comparison;

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
        (Strategy::Local, Outcome::Refused) => format!(
            "Server {server} had let {own} through by its own count, so it refused request {request}.{}",
            if servers == 1 { "" } else { " The other servers know nothing of that." }
        ),
        (Strategy::Local, _) if servers > 1 => format!(
            "Server {server} saw only its own count, {counted}, and let request {request} through; with the other servers' that \
             made {}.",
            passed + 1
        ),
        (Strategy::Split, Outcome::Refused) if own == 0 => {
            format!(
                "{limit} \u{f7} {servers} is less than one: server {server}'s share is 0, so it refused request {request}."
            )
        }
        (Strategy::Split, Outcome::Refused) => {
            let why = match room {
                _ if passed >= limit => String::new(),
                0 => format!(" The shares add up to {}, not {limit}.", own * i64::from(servers)),
                room => format!(
                    " The user was under the limit: only {passed} of {limit} had passed, and {} had room.",
                    count(room, "other server", "other servers")
                ),
            };
            format!("Server {server}'s share of {own} was used up, so it refused request {request}.{why}")
        }
        (Strategy::Split, _) => format!("Request {request} was within server {server}'s share of {own}."),
        (Strategy::Incr, _) => format!(
            "Redis added 1 for request {request} and answered {counted} in the same step. No other request of its window got \
             that number, so the limit holds in every order."
        ),
        (Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite, Outcome::Refused) => {
            format!("Request {request} read {counted}, which is not below {limit}, so it was refused.")
        }
        (Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite, Outcome::Allowed) => {
            format!(
                "Request {request} read {counted}, which is below {limit}, so it passed: number {} of {limit}.",
                passed + 1
            )
        }
        (Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite, Outcome::Over) => {
            format!("{} So it passed as number {} of a limit of {limit}.", raced(trace, race, counted)?, passed + 1)
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
    const OVER: &str = "let through, over the limit";
    let (name, why) = match (outcome, decision.comparison) {
        (Outcome::Over, Comparison::Failed) if strategy::fails(scenario) => (OVER, why::old(scenario)),
        (Outcome::Over, by) if troubled || by.is_fallback() => (OVER, ""),
        (Outcome::Over, _) => (OVER, why::too_many(scenario)),
        (Outcome::Allowed, _) => ("let through", ""),
        (Outcome::Refused, Comparison::NoTryLeft) if !troubled => ("refused", why::too_few(scenario)),
        (Outcome::Refused, _) => ("refused", ""),
    };
    let because = if why.is_empty() { String::new() } else { format!(" {why}") };
    format!("Request {request} was {name} at server {server}: {how}.{because}")
}

/// Why a request that read and then wrote went over the limit.
fn raced(trace: &Trace, race: &Race, counted: i64) -> Option<String> {
    let request = race.request + 1;
    if let Some(stale) = trace.stale_reads().into_iter().find(|one| one.request.number == race.request) {
        let wrote = match trace.scenario().strategy {
            Strategy::GetSet | Strategy::ReadWrite => format!(" It wrote {} all the same.", counted + 1),
            _ => String::new(),
        };
        let (read, by) = (kept(trace.scenario(), stale.value.as_ref()), stale.by.number + 1);
        return Some(format!(
            "Request {request} read {read}. Before it wrote, request {by}'s write made that stale.{wrote}"
        ));
    }
    let read = trace.events().iter().position(|event| {
        event.request.number == race.request && matches!(event.kind, Kind::Executed { command: Command::Get(_), .. })
    });
    let [Circumstances { passed, .. }] = trace.circumstances(&[read?])[..] else { return None };
    Some(if i64::from(passed) > counted {
        format!("Request {request} read {counted}, although {passed} had passed by then: counts were lost before it.")
    } else {
        format!("Request {request} read {counted} in time, but others that had read, too, were decided first.")
    })
}
