//! What is said of an order that is built by hand.

use limit_sim::hand::{self, Blocked, Case, Happened, Next, Pick, Position, Ran};
use limit_sim::redis::Reply;
use limit_sim::scenario::Strategy;
use limit_sim::trace::{Kind, Outcome};
use maud::{Markup, html};

use super::board::Board;
use super::found::both_windows;
use crate::lab::Note;
use crate::words::counting::grouped;
use crate::words::number::count;
use crate::words::{command, step, strategy};

/// How many tries without success it takes until the proof is offered.
const TRIES: u32 = 3;

/// What to try.
pub fn goal(board: &Board) -> String {
    let case = board.position().case();
    let (limit, requests) = (case.scenario().limit, case.requests());
    let name = strategy::name(case.scenario().strategy);
    if requests <= limit {
        return format!(
            "{requests} requests and a limit of {limit}: nobody has to be refused. Lower the limit, or add requests."
        );
    }
    if board.orders.shortest.is_none() && board.all_known() && board.open.tries >= TRIES {
        return format!("{name}: it can\u{2019}t be done. See why.");
    }
    let window = if case.events().window_ends { " in one window" } else { "" };
    format!(
        "{name}: all requests are under way at once. Pick whose step comes next, until more than {limit} got through{window}."
    )
}

/// How far the student has come.
pub fn score(board: &Board) -> String {
    let position = board.position();
    let steps = count(board.replay.happened.len() as u32, "step", "steps");
    let limit = position.case().scenario().limit;
    match position.case().events().window_ends {
        false => format!("{} let through, limit {limit}; {steps}", position.allowed()),
        true => format!("{} let through, limit {limit} in each window; {steps}", position.allowed()),
    }
}

/// What was achieved, once the limit is broken.
fn broken(board: &Board) -> String {
    let (position, over) = (board.position(), first_over(board));
    let mut text = match board.orders.shortest.as_ref().map(Vec::len) {
        Some(fewest) if over == fewest => format!("It took {over} steps, the fewest possible."),
        Some(fewest) => format!("It took {over} steps; {fewest} would do."),
        None => format!("It took {over} steps."),
    };
    if board.all_known() {
        let (most, windows) = (board.orders.most_allowed, both_windows(position.case()));
        text += &if position.allowed() == most {
            format!(" {most} is the most that any order lets through{windows}.")
        } else {
            format!(" There is an order that lets {most} through{windows}.")
        };
    }
    if all_servers(board, over) {
        text += " Every server had a hand in it.";
    }
    text
}

/// How many choices it took to go over the limit.
fn first_over(board: &Board) -> usize {
    let over = |happened: &Happened| matches!(happened, Happened::Step(step) if matches!(step.decided, Some((_, Outcome::Over))));
    board.replay.happened.iter().position(over).map_or(0, |nth| nth + 1)
}

/// Whether every server let a request through within so many choices, in the window of the last.
fn all_servers(board: &Board, choices: usize) -> bool {
    let happened = &board.replay.happened[..choices];
    let Some(Happened::Step(last)) = happened.last() else { return false };
    let let_through = |one: &Happened, server| match one {
        Happened::Step(step) => {
            (step.window, step.request.server) == (last.window, server)
                && step.decided.is_some_and(|(decision, _)| decision.allowed)
        }
        _ => false,
    };
    let took_part = |server: u32| happened.iter().any(|one| let_through(one, server));
    (0..board.position().case().servers()).all(took_part)
}

/// What was last done, and what there is to say of it.
pub fn situation(board: &Board, _width: f64) -> Markup {
    let position = board.position();
    let (over, known) = (position.over() > 0, board.all_known());
    let in_vain = !over && board.orders.shortest.is_none() && board.open.tries >= TRIES;
    let said = match board.open.note {
        Note::Blocked(choice) => position.check(choice).err().map(|why| blocked(position.case(), choice, why)),
        Note::Hint => Some(hint(board)),
        Note::Shown => {
            Some("This is one of the shortest orders that break it. Undo to walk back through it.".to_owned())
        }
        Note::None => stopped(board),
    };
    html! {
        p { (said.unwrap_or_else(|| last(board))) }
        @if is_stuck(board) {
            p {
                strong { "The key is stuck. " }
                "The crash came between INCR and EXPIRE, so the key has no end: its window is over, and the count is still there. Once it is \
                 at the limit everyone is refused, until someone deletes it."
            }
        }
        @if over {
            p { strong { "The limit is broken. " } (broken(board)) }
        } @else if in_vain {
            p {
                (count(board.open.tries, "try", "tries")) ", and none let too many through. "
                @if known {
                    (why_it_holds(position.case())) " None of the "
                    (grouped(board.orders.orders)) " possible orders breaks it. "
                }
            }
        } @else if position.done() {
            p { "Every request is decided, and the limit held. Undo, or restart, and try another order." }
        }
        @if in_vain || over && !known {
            p {
                @if !known { "There are too many orders to look through here. " }
                button type="button" data-do="proof" data-key="proof" { "See all orders" }
            }
        }
    }
}

fn why_it_holds(case: &Case) -> &'static str {
    strategy::why_it_holds(case.scenario(), case.events().crashes)
}

/// What in the order, of a link or of another strategy, can't be taken.
fn stopped(board: &Board) -> Option<String> {
    let (why, taken) = (board.replay.blocked?, board.replay.happened.len());
    let choice = board.open.order[taken];
    let case = board.position().case();
    Some(format!("The order goes on with {choice}, which can\u{2019}t be taken. {}", blocked(case, choice, why)))
}

fn hint(board: &Board) -> String {
    let position = board.position();
    match board.hint.0 {
        Some(choice) => match position.case().pick(choice) {
            Some(Pick::Request(request)) => {
                let number = request + 1;
                match position.next(request) {
                    Next::Runs { command, begun: true } if command.writes_value() => write_hint(position, choice),
                    Next::Runs { begun: false, .. } => {
                        format!("Let request {number} go now, while the count is still low.")
                    }
                    _ => format!("Let request {number} go next."),
                }
            }
            Some(Pick::WindowEnds) => "Let the window end now.".to_owned(),
            Some(Pick::Sync(server)) => format!("Let server {} tell Redis now.", server + 1),
            Some(Pick::Crash(server)) => format!("Let server {} crash now: it forgets what it counted.", server + 1),
            None => String::new(),
        },
        None if position.over() > 0 => "The limit is broken already. Undo, or restart, to try another way.".to_owned(),
        None if !board.hint.1 => "No hint: there are too many orders to look through from here.".to_owned(),
        None if board.orders.shortest.is_some() || !board.all_known() => {
            "From here no order lets too many through any more. Undo a step or two.".to_owned()
        }
        None => {
            let why = why_it_holds(position.case());
            format!("There is nothing to hint at: no order lets too many through. {why}")
        }
    }
}

/// Whether a crash has left a count that outlives its window: whoever counted first is lost, and nobody else sets an expiry.
fn is_stuck(board: &Board) -> bool {
    let position = board.position();
    let counted_first = |happened: &Happened| match happened {
        Happened::Step(step) => {
            let first = step.ran.as_ref().is_some_and(|ran| ran.reply == Reply::Integer(1) && ran.before.is_none());
            first && position.next(step.request.number) == Next::Lost
        }
        _ => false,
    };
    position.case().scenario().strategy == Strategy::IncrExpire
        && position.window() > 0
        && board.replay.happened.iter().any(counted_first)
}

/// Why a request that has read is to write now.
fn write_hint(position: &Position, choice: u8) -> String {
    // In one window all are at the same key, and whoever is under way and will write has read it.
    let (one_window, limit) = (position.window() == 0, position.case().scenario().limit);
    let trusts = |other: &u32| {
        *other + 1 != u32::from(choice)
            && matches!(position.next(*other), Next::Runs { command, begun: true } if command.writes_value())
    };
    match (0..position.case().requests()).find(trusts) {
        _ if one_window && position.allowed() >= limit => format!(
            "Let request {choice} write now: the count that it read is too low by now, and it passes all the same."
        ),
        Some(other) if one_window => {
            format!("Let request {choice} write now: request {} has read already and trusts the old count.", other + 1)
        }
        _ => format!("Let request {choice} go next."),
    }
}

/// The last step, in a sentence.
fn last(board: &Board) -> String {
    let taken = board.replay.happened.len();
    match board.replay.happened.last() {
        None => "Nothing has run yet. Pick a request to begin.".to_owned(),
        Some(Happened::WindowEnded) => "The window has ended: what begins now counts in the next one.".to_owned(),
        Some(Happened::Synced { server, ran }) => synced(*server, ran),
        Some(Happened::Crashed { server, lost }) => {
            let lost = match lost {
                0 => "None of its requests was under way.".to_owned(),
                1 => "Its request under way is lost.".to_owned(),
                lost => format!("Its {lost} requests under way are lost."),
            };
            format!("Server {} has crashed and is up again, with nothing remembered. {lost}", server + 1)
        }
        Some(Happened::Step(last)) => {
            let trace = hand::trace(board.position().case(), &board.open.order[..taken]);
            let of = |wanted: fn(&Kind) -> bool| {
                let mut events = trace.events().iter();
                events.rposition(|event| event.request == last.request && wanted(&event.kind))
            };
            let ran = last.ran.as_ref().and_then(|_| of(|kind| matches!(kind, Kind::Executed { .. })));
            let decided = last.decided.and_then(|_| of(|kind| matches!(kind, Kind::Decided { .. })));
            let texts: Vec<_> = ran.into_iter().chain(decided).map(|nth| step::of(&trace, nth)).collect();
            texts.join(" ")
        }
    }
}

/// What a server has told Redis, and heard.
fn synced(server: u32, ran: &Ran) -> String {
    let told = command::told(&ran.command).unwrap_or(0);
    let (server, total) = (server + 1, ran.reply.nth(0));
    format!(
        "Server {server} tells Redis: {told} more. Redis answers {total}: that is the total that server {server} knows from now on."
    )
}

/// Why a choice can't be taken.
fn blocked(case: &Case, choice: u8, why: Blocked) -> String {
    let who = match case.pick(choice) {
        Some(Pick::Request(request)) => format!("request {}", request + 1),
        Some(Pick::Crash(server) | Pick::Sync(server)) => format!("server {}", server + 1),
        Some(Pick::WindowEnds) | None => String::new(),
    };
    match why {
        Blocked::NoSuchChoice => format!("There is no choice {choice} here."),
        Blocked::Decided(Outcome::Refused) => format!("Nothing is left to run for {who}: it was refused."),
        Blocked::Decided(_) => format!("Nothing is left to run for {who}: it was let through."),
        Blocked::Lost => format!("Nothing is left to run for {who}: it was lost in the crash."),
        Blocked::WindowEnded => "The window has ended already; once is enough to see what it does.".to_owned(),
        Blocked::Synced => {
            format!("{who} has told Redis already; once each is enough to see what it does.").replacen('s', "S", 1)
        }
        Blocked::Crashed => "A server has crashed already; one is enough to see what it does.".to_owned(),
        Blocked::Done => "Every request is decided, so nothing else can happen.".to_owned(),
    }
}
