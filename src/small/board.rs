//! "Break it": the student picks whose command runs next.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::explore::{Explorer, Orders};
use limit_sim::hand::{Case, Position, Replay, replay};
use limit_sim::scenario::Tab;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::drawn::drawn;
use super::said::situation;
use super::seats::{head, seats};
use super::{case, sizes};
use crate::lab::{Lab, Note, Open, use_lab};
use crate::live;
use crate::part::Part;
use crate::stage::use_size;

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
        let case = case(&lab.scenario(), open.small);
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
            div.board-drawn {}
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
    keep(".board-drawn", |board, width| drawn(&board.open.order, &board.replay, width));
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
            open.undone.clear();
            open.tries += u32::from(position.done() && position.over() == 0);
        }),
        Err(_) => lab.reorder(|open| open.note = Note::Blocked(choice)),
    }
}
