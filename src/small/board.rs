//! "Break it": the student picks whose command runs next.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::explore::{Covered, Explorer, Orders};
use limit_sim::hand::{Case, Position, Replay, replay};
use limit_sim::scenario::Tab;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::drawn::drawn;
use super::said::situation;
use super::seats::{head, seats};
use super::{case, sizes};
use crate::details::open_tab;
use crate::lab::{Lab, Note, Open, use_lab};
use crate::live;
use crate::part::Part;
use crate::playbar::keys;
use crate::size::use_width;

/// How many states the board goes through in one go: some 20 ms in a browser, at one or two microseconds for each.
const EXPLORED: usize = 12_000;

/// What was last counted.
struct Known {
    case: Case,
    orders: Rc<Orders>,
    /// The choices after which there was a hint.
    from: Vec<u8>,
    hint: Hint,
}

/// The first step of a shortest way on to one too many, if there is one; and whether all orders were looked through.
type Hint = (Option<u8>, bool);

fn hint(orders: &Orders) -> Hint {
    (orders.shortest.as_ref().and_then(|shortest| shortest.first().copied()), orders.covered == Covered::All)
}

type Counted = Rc<RefCell<Option<Known>>>;

/// The orders from a position on, as far as they are counted without anyone waiting.
#[inline(never)]
fn explore(position: &Position) -> Orders {
    let mut explorer = Explorer::from_position(position);
    explorer.advance(EXPLORED);
    explorer.orders()
}

/// Everything that the board shows.
pub struct Board {
    /// The order, as far as it could be taken.
    pub replay: Replay,
    /// The orders of the case, as far as they are counted.
    pub orders: Rc<Orders>,
    /// The hint from here, if it is asked for.
    pub hint: Hint,
    /// What is open.
    pub open: Open,
}

impl Board {
    /// The board while it is open. Orders are counted anew for each case only, and for each hint.
    fn of(lab: Lab, counted: &Counted) -> Option<Self> {
        if lab.tab() != Tab::Break {
            return None;
        }
        let open = lab.open();
        let case = case(&lab.scenario(), open.small);
        let mut counted = counted.borrow_mut();
        if counted.as_ref().is_none_or(|known| known.case != case) {
            let orders = explore(&Position::start(&case));
            *counted = Some(Known { case, from: Vec::new(), hint: hint(&orders), orders: Rc::new(orders) });
        }
        let known = counted.as_mut()?;
        let replay = replay(&case, &open.order);
        if open.note == Note::Hint && known.from != open.order {
            (known.from, known.hint) = (open.order.clone(), hint(&explore(&replay.position)));
        }
        let hint = if open.note == Note::Hint { known.hint } else { (None, false) };
        Some(Self { replay, orders: known.orders.clone(), hint, open })
    }

    /// Whether every order of the case is counted.
    pub fn all_known(&self) -> bool {
        self.orders.covered == Covered::All
    }

    /// How things stand.
    pub fn position(&self) -> &Position {
        &self.replay.position
    }
}

/// The tab's panel.
pub fn board_panel() -> Part {
    let lab = use_lab();
    let panel = Part::new(html! {
        div.board {
            div.board-head {}
            div.board-seats data-part="order" {}
            div.board-said.said role="status" {}
            div.board-drawn {}
        }
    });
    let size = use_width(panel.root());
    let counted = Counted::default();
    let keep = |selector, tell: fn(&Board, f64) -> Markup| {
        let counted = counted.clone();
        let tell = move || Board::of(lab, &counted).map_or_else(Markup::default, |board| tell(&board, size.get().0));
        live::markup(&panel.find(selector), tell);
    };
    keep(".board-head", head);
    keep(".board-seats", seats);
    keep(".board-said", situation);
    keep(".board-drawn", |board, width| drawn(&board.open.order, &board.replay, width));
    let own = counted.clone();
    live::hear(panel.root(), "click", move |event| {
        if let Some(name) = live::pressed(&event, "data-do") {
            act(lab, &own, &name);
        }
    });
    // Only while the focus is in here or on the tabs: elsewhere letters and numbers are the page's.
    live::hear_keys(&window(), "keydown", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let here = target.is_some_and(|target| matches!(target.closest("#panel-break, .tabs"), Ok(Some(_))));
        if !here || untrack(|| lab.tab()) != Tab::Break || !keys::are_heard() {
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
    let Board { replay, orders, open, .. } = board;
    match name {
        // These do nothing then, and what was said stays.
        "undo" | "restart" if open.order.is_empty() => {}
        "redo" if open.undone.is_empty() => {}
        "undo" => lab.reorder(|open| {
            // What could not be taken goes first: nobody saw it happen.
            open.order.truncate(replay.happened.len());
            open.undone.extend(open.order.pop());
        }),
        "redo" => lab.reorder(|open| open.order.extend(open.undone.pop())),
        "restart" => lab.reorder(|open| {
            open.order.clear();
            open.undone.clear();
        }),
        "hint" => lab.reorder(|open| open.note = Note::Hint),
        "show" => lab.reorder(|open| match orders.shortest.clone() {
            Some(shortest) => {
                open.undone.clear();
                (open.order, open.note) = (shortest, Note::Shown);
            }
            // Why there is none is what a hint says, too.
            None => open.note = Note::Hint,
        }),
        "proof" => open_tab(lab, Tab::Orders),
        _ => sizes::act(lab, name),
    }
}

fn choose(lab: Lab, board: &Board, choice: u8) {
    let mut position = board.position().clone();
    match position.take(choice) {
        Ok(_) => lab.reorder(|open| {
            // What could not be taken of a link's order is gone with the first choice that can.
            open.order.truncate(board.replay.happened.len());
            open.order.push(choice);
            // What was undone over again is no other try.
            if open.undone.pop() != Some(choice) {
                open.undone.clear();
                open.tries += u32::from(position.done() && position.over() == 0);
            }
        }),
        Err(_) => lab.reorder(|open| open.note = Note::Blocked(choice)),
    }
}
