//! "Break it": the student picks whose command runs next.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::explore::{Explorer, Orders};
use limit_sim::hand::{self, Case, Happened, Next, Pick, Position, Replay, replay};
use limit_sim::scenario::Tab;
use limit_sim::trace::Outcome;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::said::{blocked, goal, score, situation};
use super::{BY_HAND, by_hand, sizes};
use crate::lab::{Lab, Note, Open, use_lab};
use crate::live;
use crate::part::Part;
use crate::race::{Picture, diagram, listed};
use crate::stage::use_size;
use crate::words::strategy;

/// The orders of the case that was last counted.
type Counted = Rc<RefCell<Option<(Case, Orders)>>>;

/// Everything that the board shows.
pub struct Board {
    /// The order, as far as it could be taken.
    pub replay: Replay,
    /// All orders of the case.
    pub orders: Orders,
    /// What is open.
    pub open: Open,
}

impl Board {
    /// The board while it is open. All orders are counted anew for each case only.
    fn of(lab: Lab, counted: &Counted) -> Option<Self> {
        if lab.tab() != Tab::Break {
            return None;
        }
        let open = lab.open();
        let case = by_hand(&lab.scenario(), open.small);
        let mut counted = counted.borrow_mut();
        if counted.as_ref().is_none_or(|(of, _)| *of != case) {
            // By hand they are few: no need to go slice by slice.
            *counted = Some((case, Explorer::new(&case).finish()));
        }
        let (_, orders) = counted.clone()?;
        Some(Self { replay: replay(&case, &open.order), orders, open })
    }

    /// How things stand.
    pub fn position(&self) -> &Position {
        &self.replay.position
    }

    /// A shortest way on from here to one too many.
    pub fn hint(&self) -> Option<u8> {
        Explorer::from_position(self.position()).finish().shortest?.first().copied()
    }
}

/// The tab's panel.
#[component]
pub fn BoardPanel() -> impl IntoView {
    let lab = use_lab();
    let panel = Part::new(html! {
        div.board {
            div.board-head {}
            div.board-seats {}
            div.board-said.said role="status" {}
            div.race-picture {}
        }
    });
    let size = use_size(panel.root());
    let counted = Counted::default();
    let keep = |selector, tell: fn(&Board, f64) -> Markup| {
        let counted = counted.clone();
        let tell = move || Board::of(lab, &counted).map_or_else(Markup::default, |board| tell(&board, size.get().0));
        live::markup(&panel.find(selector), tell);
    };
    keep(".board-head", head);
    keep(".board-seats", seats);
    keep(".board-said", situation);
    keep(".race-picture", picture);
    let own = counted.clone();
    live::hear(panel.root(), "click", move |event| {
        if let Some(name) = live::pressed(&event, "data-do") {
            act(lab, &own, &name);
        }
    });
    // Only while the focus is in here or on the tabs: elsewhere letters and numbers are the page's.
    live::hear(&window(), "keydown", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let here = target.is_some_and(|target| matches!(target.closest(".board, .tabs"), Ok(Some(_))));
        let event: KeyboardEvent = event.unchecked_into();
        if !here || untrack(|| lab.tab()) != Tab::Break {
            return;
        }
        let key = event.key();
        let name = match key.as_str() {
            "u" | "Backspace" => "undo",
            "r" => "redo",
            "h" => "hint",
            digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => digit,
            _ => return,
        };
        if !(event.ctrl_key() || event.alt_key() || event.meta_key()) {
            event.prevent_default();
            act(lab, &counted, name);
        }
    });
    panel
}

/// Does what a button or a key is for. A number is a choice.
fn act(lab: Lab, counted: &Counted, name: &str) {
    let Some(board) = untrack(|| Board::of(lab, counted)) else { return };
    if let Ok(choice) = name.parse::<u8>() {
        return choose(lab, &board, choice);
    }
    let shortest = board.orders.shortest.clone();
    match name {
        "undo" => lab.reorder(|open| open.undone.extend(open.order.pop())),
        "redo" => lab.reorder(|open| open.order.extend(open.undone.pop())),
        "restart" => lab.reorder(|open| {
            open.order.clear();
            open.undone.clear();
        }),
        "hint" => lab.reorder(|open| open.note = Note::Hint),
        "show" => lab.reorder(|open| match shortest {
            Some(shortest) => {
                open.undone.clear();
                (open.order, open.note) = (shortest, Note::Shown);
            }
            // Why there is none is what a hint says, too.
            None => open.note = Note::Hint,
        }),
        "proof" => lab.reopen(|open| open.tab = Tab::Orders),
        _ => sizes::act(lab, name, BY_HAND),
    }
}

fn choose(lab: Lab, board: &Board, choice: u8) {
    let mut position = board.position().clone();
    match position.take(choice) {
        Ok(_) => lab.reorder(|open| {
            // What could not be taken of a link's order is gone with the first choice that can.
            open.order.truncate(board.replay.happened.len());
            open.order.push(choice);
            open.undone.clear();
            open.tries += u32::from(position.done() && position.over() == 0);
        }),
        Err(_) => lab.reorder(|open| open.note = Note::Blocked(choice)),
    }
}

fn head(board: &Board, _width: f64) -> Markup {
    let Open { order, undone, .. } = &board.open;
    let case = board.position().case();
    let tool = |name: &str, text: &str, can: bool| {
        html! { button type="button" data-do=(name) data-key=(name) aria-disabled=(!can) { (text) } }
    };
    html! {
        p.aside { "A small case of its own, apart from the run above." }
        p.goal { (goal(board)) }
        div.row {
            (sizes::sizes(small_by_hand(board), BY_HAND))
        }
        div.row {
            (tool("undo", "Undo", !order.is_empty()))
            (tool("redo", "Redo", !undone.is_empty()))
            (tool("restart", "Restart", !order.is_empty()))
            (tool("hint", "Hint", board.position().over() == 0))
            (tool("show", "Show me one", board.orders.shortest.is_some()))
            span.aside { "Keys: 1 to " (case.numbers().last().unwrap_or(0).min(9)) ", u undo, r redo, h hint" }
        }
    }
}

fn small_by_hand(board: &Board) -> limit_sim::scenario::Small {
    limit_sim::scenario::Small { requests: board.position().case().requests(), ..board.open.small }
}

/// The servers with their requests, Redis, and the score.
fn seats(board: &Board, _width: f64) -> Markup {
    let position = board.position();
    let case = position.case();
    let hint = if board.open.note == Note::Hint { board.hint() } else { None };
    let counter = position.counter();
    let asks = strategy::uses_redis(case.scenario().strategy);
    html! {
        @for server in 0..case.servers() {
            section.seat aria-label={ "Server " (server + 1) } {
                h2 { "Server " (server + 1) }
                @for request in (server..case.requests()).step_by(case.servers() as usize) {
                    (seat(position, request, hint))
                }
                @if !asks {
                    p.aside { "its own count: " (position.memories()[server as usize].count.hits) }
                }
                @if case.events().crashes { (extra(position, Pick::Crash(server), "Crash", hint)) }
            }
        }
        section.seat.shared aria-label="So far" {
            @if asks {
                h2 { "Redis" }
                @match &counter {
                    Some((key, Some(value))) => p.counter { code { (key) } " " strong { (value) } },
                    _ => p.counter { "no key yet, which counts as 0" },
                }
            } @else { h2 { "No shared count" } }
            @if case.events().window_ends { (extra(position, Pick::WindowEnds, "The window ends", hint)) }
            p.score data-over=(position.over() > 0) { (score(board)) }
        }
    }
}

/// A request's button: what would run next, or how it ended.
fn seat(position: &Position, request: u32, hint: Option<u8>) -> Markup {
    let choice = position.case().number(Pick::Request(request));
    let outcome = |outcome: Outcome| match outcome {
        Outcome::Allowed => ("allowed", "let through"),
        Outcome::Over => ("over", "let through, over the limit"),
        Outcome::Refused => ("refused", "refused (429)"),
    };
    let (state, text) = match position.next(request) {
        Next::Runs { command, begun: false } => ("outside", command.to_string()),
        Next::Runs { command, begun: true } => ("begun", command.to_string()),
        Next::Decides => ("outside", "check its own count".to_owned()),
        Next::Decided(how) => (outcome(how).0, outcome(how).1.to_owned()),
        Next::Lost => ("lost", "lost in the crash".to_owned()),
    };
    let stuck = !matches!(state, "outside" | "begun");
    html! {
        button.pick type="button" data-do=(choice) data-key={ "pick-" (choice) } data-state=(state) aria-disabled=(stuck)
            data-hint=(hint == Some(choice)) {
            span.who { "Request " (request + 1) }
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

fn picture(board: &Board, width: f64) -> Markup {
    let taken = board.replay.happened.len();
    if taken == 0 || width == 0.0 {
        return Markup::default();
    }
    let case = board.position().case();
    let trace = hand::trace(case, &board.open.order[..taken]);
    let shown: Vec<u32> = (0..case.requests()).collect();
    let over = trace.events().iter().find(|event| event.outcome() == Some(Outcome::Over));
    let mut interludes = Vec::new();
    let mut lost = Vec::new();
    let mut position = Position::start(case);
    for (nth, choice) in board.open.order[..taken].iter().enumerate() {
        match position.take(*choice) {
            Ok(Happened::WindowEnded) => interludes.push((hand::after(nth), "the window ends".to_owned())),
            Ok(Happened::Crashed { server, .. }) => {
                interludes.push((hand::after(nth), format!("server {} crashes and is up again", server + 1)));
                lost.extend(shown.iter().copied().filter(|request| position.next(*request) == Next::Lost));
            }
            Ok(Happened::Step(_)) | Err(_) => {}
        }
    }
    let picture = Picture {
        trace: &trace,
        shown: &shown,
        chosen: over.map(|event| event.request.number),
        past: trace.events().len(),
        width: width - 2.0,
        timed: false,
        interludes: &interludes,
        lost: &lost,
    };
    html! { (diagram(&picture)) (listed(&picture)) }
}

/// Why a choice can't be taken.
pub fn why_not(board: &Board, choice: u8) -> Option<String> {
    let case = board.position().case();
    board.position().check(choice).err().map(|why| blocked(case, choice, why))
}
