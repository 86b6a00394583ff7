//! The small case as the simulation has it, held against the board.

use anyhow::{Result, ensure};
use limit_sim::hand::{Case, Events, Next, Pick, Position, Replay, replay, trace};
use limit_sim::scenario::{Extras, Link, Scenario, Small};
use limit_sim::trace::{Kind, Outcome};

use crate::page::Board;

/// The case that a link is about.
///
/// # Panics
/// When there is no such case.
pub fn case_of(link: &Link) -> Case {
    let Small { servers, requests, limit, extras } = link.small;
    let events = Events {
        window_ends: matches!(extras, Extras::WindowEnd | Extras::Both),
        crashes: matches!(extras, Extras::Crash | Extras::Both),
    };
    let scenario = Scenario { servers, burst: requests, limit, ..link.scenario };
    Case::of(&scenario, events).expect("links have sizes within a case's ranges")
}

/// Every complete order of a case, one by one: only for the smallest.
pub fn complete_orders(case: &Case) -> Vec<Vec<u8>> {
    let mut complete = Vec::new();
    let mut begun = vec![(Position::start(case), Vec::new())];
    while let Some((position, order)) = begun.pop() {
        if position.done() {
            complete.push(order);
            continue;
        }
        for choice in case.numbers() {
            let mut next = position.clone();
            if next.take(choice).is_ok() {
                begun.push((next, [&order[..], &[choice]].concat()));
            }
        }
    }
    complete
}

/// The board shows how things stand after an order, as far as it can be taken.
///
/// # Errors
/// When it does not.
pub fn board_shows(board: &Board, case: &Case, order: &[u8]) -> Result<()> {
    let Replay { position, happened, .. } = replay(case, order);
    let choices: Vec<u8> = board.picks.iter().map(|pick| pick.choice).collect();
    ensure!(case.numbers().all(|one| choices.contains(&one)), "{choices:?} are not all choices");
    for pick in &board.picks {
        let can = position.check(pick.choice).is_ok();
        ensure!(pick.stuck != can, "{pick:?} can be taken: {can}");
        ensure!(pick.key == if pick.choice < 10 { pick.choice.to_string() } else { String::new() }, "{pick:?}");
        if let Some(Pick::Request(request)) = case.pick(pick.choice) {
            let told = match position.next(request) {
                Next::Runs { command, .. } => command.to_string(),
                Next::Decides => "check its own count".to_owned(),
                Next::Decided(Outcome::Allowed) => "let through".to_owned(),
                Next::Decided(Outcome::Over) => "let through, over the limit".to_owned(),
                Next::Decided(Outcome::Refused) => "refused (429)".to_owned(),
                Next::Lost => "lost in the crash".to_owned(),
            };
            ensure!(pick.what == told, "{pick:?} should say {told}");
        }
    }
    let limit = case.scenario().limit;
    let steps = if happened.len() == 1 { "step" } else { "steps" };
    let score = [format!("{} let through, limit {limit}", position.allowed()), format!("{} {steps}", happened.len())];
    ensure!(score.iter().all(|part| board.score.contains(part.as_str())), "{} is not {score:?}", board.score);
    ensure!(board.broken == (position.over() > 0), "{} over, and {}", position.over(), board.score);
    if let Some((_, value)) = position.counter() {
        let value = value.map_or_else(String::new, |value| value.to_string());
        ensure!(board.counter == value, "the counter shows {} for {value}", board.counter);
    }
    let trace = trace(case, &order[..happened.len()]);
    let ran = trace.events().iter().filter(|event| matches!(event.kind, Kind::Executed { .. })).count();
    let decided = trace.events().iter().filter(|event| event.outcome().is_some()).count();
    // A server that has a reply decides, or sends its next command.
    let asked = trace.events().iter().any(|event| matches!(event.kind, Kind::Received(_)));
    let steps = if asked { 2 * ran } else { decided };
    let drawn = (board.diagram.messages.len(), board.diagram.decisions.len(), board.diagram.steps.len());
    ensure!(drawn == (ran, decided, steps), "{drawn:?} are drawn of {ran} commands and {decided} decisions");
    Ok(())
}
