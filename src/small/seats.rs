//! The board's buttons: the tools, and each request's next step at its server.

use limit_sim::hand::{Next, Pick, Position};
use limit_sim::placement::Hold;
use limit_sim::rule::State;
use limit_sim::scenario::{Rule, Strategy};
use maud::{Markup, html};

use super::board::Board;
use super::said::{goal, score};
use super::sizes;
use crate::lab::Open;
use crate::language::t;
use crate::say;
use crate::words::command::brief;
use crate::words::{outcome, strategy};

/// What to try, how large the case is, and the tools.
pub fn head(board: &Board, _width: f64) -> Markup {
    let Open { order, undone, .. } = &board.open;
    let case = board.position().case();
    let tool = |name: &str, text: &str, can: bool| {
        html! { button type="button" data-do=(name) data-key=(name) aria-disabled=(!can) { (text) } }
    };
    html! {
        p.aside { (t("A small case of its own, apart from the run above.")) }
        p.goal { (goal(board)) }
        div.row {
            (sizes::sizes(board.open.small))
        }
        div.row {
            (tool("undo", t("Undo"), !order.is_empty()))
            (tool("redo", t("Redo"), !undone.is_empty()))
            (tool("restart", t("Restart"), !order.is_empty()))
            (tool("hint", t("Hint"), true))
            (tool("show", t("Show me one"), true))
            span.aside {
                (say!("Keys in here: 1 to {}, u undo, r redo, h hint", case.numbers().last().unwrap_or(0).min(9)))
            }
        }
    }
}

/// The servers with their requests, Redis, and the score.
pub fn seats(board: &Board, _width: f64) -> Markup {
    let position = board.position();
    let case = position.case();
    let hint = board.hint.0;
    let counter = position.counter();
    let asks = strategy::uses_redis(case.scenario().strategy);
    html! {
        @for server in 0..case.servers() {
            section.seat aria-label=(say!("Server {}", server + 1)) {
                h3 { (say!("Server {}", server + 1)) }
                @for request in (server..case.requests()).step_by(case.servers() as usize) {
                    (seat(position, request, hint))
                }
                @if let Some(kept) = kept(position, server) { p.aside { (kept) } }
                @if case.syncs() { (extra(position, Pick::Sync(server), t("Tell Redis"), hint)) }
                @if case.events().crashes { (extra(position, Pick::Crash(server), t("Crash"), hint)) }
            }
        }
        section.seat.shared aria-label=(t("So far")) {
            @if asks {
                h3 { "Redis" }
                @match &counter {
                    Some((key, Some(value))) => p.counter { code { (key) } " " strong { (value) } },
                    _ => p.counter { (t("no key yet, which counts as 0")) },
                }
            } @else { h3 { (t("No shared count")) } }
            @if case.events().window_ends { (extra(position, Pick::WindowEnds, t("The window ends"), hint)) }
            p.score data-over=(position.over() > 0) { (score(board)) }
        }
    }
}

/// What a server has in its memory, where that decides.
fn kept(position: &Position, server: u32) -> Option<String> {
    let scenario = position.case().scenario();
    let memory = &position.memories()[server as usize];
    let hits = memory.hits(position.window());
    match memory.hold {
        Hold::Synced { window, total, told, untold, .. } if window == position.window() => {
            Some(say!("its own count: {} \u{b7} last total: {}", told + untold, total))
        }
        Hold::Lease { left, .. } => Some(say!("leased and not spent: {}", left)),
        Hold::Denied(_) => Some(t("remembers a refusal").to_owned()),
        _ if strategy::decides_alone(scenario.strategy) && scenario.rule == Rule::FixedWindow => {
            let hits = if let State::Hits(kept) = &memory.state { kept.hits } else { hits };
            Some(say!("its own count: {}", hits))
        }
        _ => None,
    }
}

/// A request's button: what would run next, or how it ended.
fn seat(position: &Position, request: u32, hint: Option<u8>) -> Markup {
    let choice = position.case().number(Pick::Request(request));
    let (state, text) = match position.next(request) {
        Next::Runs { command, begun: false } => ("outside", brief(&command)),
        Next::Runs { command, begun: true } => ("begun", brief(&command)),
        Next::Decides => {
            let counts = matches!(position.case().scenario().strategy, Strategy::Local | Strategy::Split);
            ("outside", if counts { t("check its own count") } else { t("check what it remembers") }.to_owned())
        }
        Next::Decided(how) => (outcome::of(how).1, t(outcome::of(how).0).to_owned()),
        Next::Lost => ("lost", t("lost in the crash").to_owned()),
    };
    let stuck = !matches!(state, "outside" | "begun");
    html! {
        button.pick type="button" data-do=(choice) data-key={ "pick-" (choice) } data-state=(state) aria-disabled=(stuck)
            data-hint=(hint == Some(choice)) {
            span.who { (say!("Request {}", request + 1)) }
            span.what { (text) }
            (key(choice))
        }
    }
}

fn extra(position: &Position, pick: Pick, text: &str, hint: Option<u8>) -> Markup {
    let choice = position.case().number(pick);
    html! {
        button.pick type="button" data-do=(choice) data-key={ "pick-" (choice) }
            aria-disabled=(position.check(choice).is_err()) data-hint=(hint == Some(choice)) {
            span.who { (text) }
            (key(choice))
        }
    }
}

/// The key that picks a choice.
fn key(choice: u8) -> Markup {
    html! { @if choice < 10 { kbd aria-hidden="true" { (choice) } } }
}
