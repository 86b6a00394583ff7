//! What is said of an order that is built by hand.

use limit_sim::hand::{self, Blocked, Case, Happened, Pick};
use limit_sim::trace::Outcome;
use maud::{Markup, html};

use super::board::{Board, why_not};
use crate::lab::Note;
use crate::words::number::count;
use crate::words::{step, strategy};

/// How many tries without success it takes until the proof is offered.
const TRIES: u32 = 3;

/// What to try.
pub fn goal(board: &Board) -> String {
    let limit = board.position().case().scenario().limit;
    if board.orders.shortest.is_none() && board.open.tries >= TRIES {
        return "It can\u{2019}t be done. See why.".to_owned();
    }
    let name = strategy::name(board.position().case().scenario().strategy);
    format!(
        "{name}: all requests are under way at once. Pick whose step comes next, until more than {limit} got through."
    )
}

/// How far the student has come.
pub fn score(board: &Board) -> String {
    let position = board.position();
    let limit = position.case().scenario().limit;
    let steps = board.replay.happened.len();
    let mut text =
        format!("{} let through, limit {limit}. {}.", position.allowed(), count(steps as u32, "step", "steps"));
    if position.over() > 0 {
        let fewest = board.orders.shortest.as_ref().map_or(0, Vec::len);
        text += &match first_over(board) {
            over if over == fewest => format!(" Broken in {over}, the fewest possible."),
            over => format!(" Broken in {over}; {fewest} would do."),
        };
        let most = board.orders.most_allowed;
        text += &if position.allowed() == most {
            " No order lets more through.".to_owned()
        } else {
            format!(" Some order lets {most} through.")
        };
        if all_servers(board) {
            text += " All servers took part.";
        }
    }
    text
}

/// How many choices it took to go over the limit.
fn first_over(board: &Board) -> usize {
    let over = |happened: &Happened| matches!(happened, Happened::Step(step) if matches!(step.decided, Some((_, Outcome::Over))));
    board.replay.happened.iter().position(over).map_or(0, |nth| nth + 1)
}

fn all_servers(board: &Board) -> bool {
    let took_part = |server: u32| {
        board.replay.happened.iter().any(|one| matches!(one, Happened::Step(step) if step.request.server == server))
    };
    (0..board.position().case().servers()).all(took_part)
}

/// What was last done, and what there is to say of it.
pub fn situation(board: &Board, _width: f64) -> Markup {
    let position = board.position();
    let breakable = board.orders.shortest.is_some();
    let said = match board.open.note {
        Note::Blocked(choice) => why_not(board, choice),
        Note::Hint => Some(hint(board)),
        Note::None => None,
    };
    let stopped = board.replay.blocked.filter(|_| board.open.note == Note::None);
    html! {
        @if let Some(said) = said { p { (said) } }
        @else if let Some(why) = stopped {
            p {
                "The order in the link goes on with " (board.open.order[board.replay.happened.len()])
                ", which can\u{2019}t be taken: " (blocked(position.case(), board.open.order[board.replay.happened.len()], why))
            }
        }
        @else { p { (last(board)) } }
        @if position.done() && position.over() == 0 && breakable {
            p { "Every request is decided, and the limit held. Undo, or restart, and try another order." }
        }
        @if !breakable && board.open.tries >= TRIES {
            p {
                (count(board.open.tries, "try", "tries")) ", and none let too many through. None of the "
                (super::counting::grouped(board.orders.orders)) " possible orders does. "
                button type="button" data-do="proof" data-key="proof" { "See all orders" }
            }
        }
    }
}

fn hint(board: &Board) -> String {
    match board.hint() {
        Some(choice) => match board.position().case().pick(choice) {
            Some(Pick::Request(request)) => format!("Let request {} go next: that is on a shortest way.", request + 1),
            Some(Pick::WindowEnds) => "Let the window end now.".to_owned(),
            Some(Pick::Crash(server)) => format!("Let server {} crash now.", server + 1),
            None => String::new(),
        },
        None if board.orders.shortest.is_some() => {
            "From here no order lets too many through any more. Undo a step or two.".to_owned()
        }
        None => "There is no hint: no order lets too many through.".to_owned(),
    }
}

/// The last step, in a sentence.
fn last(board: &Board) -> String {
    let taken = board.replay.happened.len();
    match board.replay.happened.last() {
        None => "Nothing has run yet.".to_owned(),
        Some(Happened::WindowEnded) => "The window has ended: what begins now counts in the next one.".to_owned(),
        Some(Happened::Crashed { server, lost }) => {
            format!("Server {} has crashed. {} lost.", server + 1, count(*lost, "request is", "requests are"))
        }
        Some(Happened::Step(last)) => {
            let trace = hand::trace(board.position().case(), &board.open.order[..taken]);
            let of = |wanted: fn(&limit_sim::trace::Kind) -> bool| {
                let mut events = trace.events().iter();
                events.rposition(|event| event.request == last.request && wanted(&event.kind))
            };
            let ran =
                last.ran.as_ref().and_then(|_| of(|kind| matches!(kind, limit_sim::trace::Kind::Executed { .. })));
            let decided = last.decided.and_then(|_| of(|kind| matches!(kind, limit_sim::trace::Kind::Decided { .. })));
            let texts: Vec<_> = ran.into_iter().chain(decided).map(|nth| step::of(&trace, nth)).collect();
            texts.join(" ")
        }
    }
}

/// Why a choice can't be taken.
pub fn blocked(case: &Case, choice: u8, why: Blocked) -> String {
    let who = match case.pick(choice) {
        Some(Pick::Request(request)) => format!("request {}", request + 1),
        Some(Pick::Crash(server)) => format!("server {}", server + 1),
        Some(Pick::WindowEnds) | None => String::new(),
    };
    match why {
        Blocked::NoSuchChoice => format!("There is no choice {choice} here."),
        Blocked::Decided(Outcome::Refused) => format!("Nothing is left to run for {who}: it was refused."),
        Blocked::Decided(_) => format!("Nothing is left to run for {who}: it was let through."),
        Blocked::Lost => format!("Nothing is left to run for {who}: it was lost in the crash."),
        Blocked::WindowEnded => "The window has ended already; once is enough to see what it does.".to_owned(),
        Blocked::Crashed => "A server has crashed already; one is enough to see what it does.".to_owned(),
        Blocked::Done => "Every request is decided, so nothing else can happen.".to_owned(),
    }
}
