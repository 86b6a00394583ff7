//! A race in a sentence or two, once it is over: how its request came to be let through or refused.

use limit_sim::placement::Decision;
use limit_sim::scenario::Strategy;
use limit_sim::trace::{Kind, Outcome, Race, StaleRead, Trace};

use super::step::shown;

/// What came of the race's request, and why; nothing when it was never decided.
pub fn of(trace: &Trace, race: &Race) -> Option<String> {
    let is_it = |kind: &Kind| match kind {
        Kind::Decided { decision, outcome } => Some((*decision, *outcome)),
        _ => None,
    };
    let events = trace.events();
    let nth = events.iter().position(|event| event.request.number == race.request && is_it(&event.kind).is_some())?;
    let (decision, outcome) = is_it(&events[nth].kind)?;
    let (server, request) = (events[nth].request.server + 1, race.request + 1);
    let limit = trace.scenario().limit;
    let passed = |outcome: Option<Outcome>| matches!(outcome, Some(Outcome::Allowed | Outcome::Over));
    let before = events[..nth].iter().filter(|event| passed(event.outcome())).count();
    let Decision { count, limit: own, .. } = decision;
    Some(match (trace.scenario().strategy, outcome) {
        (Strategy::Local, Outcome::Refused) => format!(
            "Server {server} had let {own} through by its own count, so it refused request {request}. The other servers know \
             nothing of that."
        ),
        (Strategy::Local, _) => format!(
            "Server {server} saw only its own count, {count}, and let request {request} through; with the other servers' that \
             made {}.",
            before + 1
        ),
        (Strategy::Split, Outcome::Refused) => {
            let room = if before < limit as usize {
                format!(
                    " The user was under the limit: only {before} of {limit} had passed, and other servers had room."
                )
            } else {
                String::new()
            };
            format!("Server {server}'s share of {own} was used up, so it refused request {request}.{room}")
        }
        (Strategy::Split, _) => format!("Request {request} was within server {server}'s share of {own}."),
        (Strategy::Incr, outcome) => format!(
            "Redis added 1 for request {request} and answered {count} in the same step. No other request got that number, so \
             {}.",
            if outcome == Outcome::Refused { "the limit holds in every order" } else { "no count is lost" }
        ),
        (Strategy::GetSet | Strategy::GetIncr, Outcome::Refused) => {
            format!("Request {request} read {count}, which is not below {limit}, so it was refused.")
        }
        (Strategy::GetSet | Strategy::GetIncr, _) => raced(trace, race, count, before),
    })
}

/// A request that read and then wrote.
fn raced(trace: &Trace, race: &Race, count: i64, before: usize) -> String {
    let request = race.request + 1;
    let stale = trace.stale_reads().into_iter().find(|one| one.request.number == race.request);
    let Some(StaleRead { by, value, .. }) = stale else {
        return format!(
            "Request {request} read {count}, and nobody wrote before it had written: it was number {}.",
            before + 1
        );
    };
    let read = shown(value.as_ref());
    let lost = match trace.scenario().strategy {
        Strategy::GetSet => format!(" It wrote {} all the same.", count + 1),
        _ => String::new(),
    };
    format!(
        "Request {request} read {read}. Before it wrote, request {}'s write made that stale.{lost} So it passed as number {} of \
         a limit of {}.",
        by.number + 1,
        before + 1,
        trace.scenario().limit
    )
}
