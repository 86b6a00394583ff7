//! What is said of an order that is built by hand.

use limit_sim::hand::{self, Blocked, Case, Happened, Next, Pick, Position, Ran};
use limit_sim::redis::Reply;
use limit_sim::scenario::Strategy;
use limit_sim::trace::{Kind, Outcome};
use maud::{Markup, html};

use super::board::Board;
use crate::lab::Note;
use crate::language::{fill, t};
use crate::words::counting::grouped;
use crate::words::say::{say, some};
use crate::words::{command, step, strategy};
use crate::{n, say};

/// How many tries without success it takes until the proof is offered.
const TRIES: u32 = 3;

/// What to try.
pub fn goal(board: &Board) -> String {
    let case = board.position().case();
    let (limit, requests) = (case.scenario().limit, case.requests());
    let name = t(strategy::name(case.scenario().strategy));
    if requests <= limit {
        return say!(
            "{} requests and a limit of {}: nobody has to be refused. Lower the limit, or add requests.",
            requests,
            limit
        );
    }
    if board.orders.shortest.is_none() && board.all_known() && board.open.tries >= TRIES {
        return say!("{}: it can\u{2019}t be done. See why.", name);
    }
    match case.events().window_ends {
        false => say!(
            "{}: all requests are under way at once. Pick whose step comes next, and try to get more than {} through.",
            name,
            limit
        ),
        true => say!(
            "{}: all requests are under way at once. Pick whose step comes next, and try to get more than {} through in one window.",
            name,
            limit
        ),
    }
}

/// How far the student has come.
pub fn score(board: &Board) -> String {
    let position = board.position();
    let steps = some(board.replay.happened.len() as u32, n!("1 step"), n!("{} steps"));
    let limit = position.case().scenario().limit;
    match position.case().events().window_ends {
        false => say!("{} let through, limit {}; {}", position.allowed(), limit, steps),
        true => say!("{} let through, limit {} in each window; {}", position.allowed(), limit, steps),
    }
}

/// What was achieved, once the limit is broken.
fn broken(board: &Board) -> String {
    let (position, over) = (board.position(), first_over(board));
    let mut said = vec![match board.orders.shortest.as_ref().map(Vec::len) {
        Some(fewest) if over == fewest => say!("It took {} steps, the fewest possible.", over),
        Some(fewest) => say!("It took {} steps; {} would do.", over, fewest),
        None => say!("It took {} steps.", over),
    }];
    if board.all_known() {
        let most = board.orders.most_allowed;
        let sentence = match (position.allowed() == most, position.case().events().window_ends) {
            (true, false) => n!("{} is the most that any order lets through."),
            (true, true) => n!("{} is the most that any order lets through, over both windows."),
            (false, false) => n!("There is an order that lets {} through."),
            (false, true) => n!("There is an order that lets {} through, over both windows."),
        };
        said.push(fill(sentence, &[&most]));
    }
    if all_servers(board, over) {
        said.push(t("Every server had a hand in it.").to_owned());
    }
    said.join(" ")
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
            Some(t("This is one of the shortest orders that break it. Undo to walk back through it.").to_owned())
        }
        Note::None => stopped(board),
    };
    html! {
        p { (said.unwrap_or_else(|| last(board))) }
        @if is_stuck(board) {
            p {
                strong { (t("The key is stuck.")) } " "
                (t("The crash came between INCR and EXPIRE, so the key has no end: its window is over, and the count is still there. Once it is \
                 at the limit everyone is refused, until someone deletes it."))
            }
        }
        @if over {
            p { strong { (t("The limit is broken.")) } " " (broken(board)) }
        } @else if in_vain {
            p {
                (say!("{} tries, and none let too many through.", board.open.tries)) " "
                @if known {
                    (why_it_holds(position.case())) " "
                    (say!("None of the {} possible orders breaks it.", grouped(board.orders.orders)))
                }
            }
        } @else if position.done() {
            p { (t("Every request is decided, and the limit held. Undo, or restart, and try another order.")) }
        }
        @if in_vain || over && !known {
            p {
                @if !known { (t("There are too many orders to look through here.")) " " }
                button type="button" data-do="proof" data-key="proof" { (t("See all orders")) }
            }
        }
    }
}

fn why_it_holds(case: &Case) -> &'static str {
    t(strategy::why_it_holds(case.scenario(), case.events().crashes))
}

/// What in the order, of a link or of another strategy, can't be taken.
fn stopped(board: &Board) -> Option<String> {
    let (why, taken) = (board.replay.blocked?, board.replay.happened.len());
    let choice = board.open.order[taken];
    let case = board.position().case();
    Some(say!("The order goes on with {}, which can\u{2019}t be taken. {}", choice, blocked(case, choice, why)))
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
                        say!("Let request {} go now, while the count is still low.", number)
                    }
                    _ => say!("Let request {} go next.", number),
                }
            }
            Some(Pick::WindowEnds) => t("Let the window end now.").to_owned(),
            Some(Pick::Sync(server)) => say!("Let server {} tell Redis now.", server + 1),
            Some(Pick::Crash(server)) => say!("Let server {} crash now: it forgets what it counted.", server + 1),
            None => String::new(),
        },
        None if position.over() > 0 => {
            t("The limit is broken already. Undo, or restart, to try another way.").to_owned()
        }
        None if !board.hint.1 => t("No hint: there are too many orders to look through from here.").to_owned(),
        None if board.orders.shortest.is_some() || !board.all_known() => {
            t("From here no order lets too many through any more. Undo a step or two.").to_owned()
        }
        None => {
            let why = why_it_holds(position.case());
            say!("There is nothing to hint at: no order lets too many through. {}", why)
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
        _ if one_window && position.allowed() >= limit => say!(
            "Let request {} write now: the count that it read is too low by now, and it passes all the same.",
            choice
        ),
        Some(other) if one_window => {
            say!("Let request {} write now: request {} has read already and trusts the old count.", choice, other + 1)
        }
        _ => say!("Let request {} go next.", choice),
    }
}

/// The last step, in a sentence.
fn last(board: &Board) -> String {
    let taken = board.replay.happened.len();
    match board.replay.happened.last() {
        None => t("Nothing has run yet. Pick a request to begin.").to_owned(),
        Some(Happened::WindowEnded) => t("The window has ended: what begins now counts in the next one.").to_owned(),
        Some(Happened::Synced { server, ran }) => synced(*server, ran),
        Some(Happened::Crashed { server, lost }) => {
            let sentence = match lost {
                0 => n!(
                    "Server $s has crashed and is up again, with nothing remembered. None of its requests was under way."
                ),
                1 => {
                    n!("Server $s has crashed and is up again, with nothing remembered. Its request under way is lost.")
                }
                _ => n!(
                    "Server $s has crashed and is up again, with nothing remembered. Its $n requests under way are lost."
                ),
            };
            say(sentence, &[('s', (server + 1).to_string()), ('n', lost.to_string())])
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
    say!(
        "Server {0} tells Redis: {1} more. Redis answers {2}: that is the total that server {0} knows from now on.",
        server,
        told,
        total
    )
}

/// Why a choice can't be taken.
fn blocked(case: &Case, choice: u8, why: Blocked) -> String {
    // A request's number, or a server's.
    let who = match case.pick(choice) {
        Some(Pick::Request(one) | Pick::Crash(one) | Pick::Sync(one)) => (one + 1).to_string(),
        Some(Pick::WindowEnds) | None => String::new(),
    };
    let sentence = match why {
        Blocked::NoSuchChoice => n!("There is no choice $c here."),
        Blocked::Decided(Outcome::Refused) => n!("Nothing is left to run for request $w: it was refused."),
        Blocked::Decided(_) => n!("Nothing is left to run for request $w: it was let through."),
        Blocked::Lost => n!("Nothing is left to run for request $w: it was lost in the crash."),
        Blocked::WindowEnded => n!("The window has ended already; once is enough to see what it does."),
        Blocked::Synced => n!("Server $w has told Redis already; once each is enough to see what it does."),
        Blocked::Crashed => n!("A server has crashed already; one is enough to see what it does."),
        Blocked::Done => n!("Every request is decided, so nothing else can happen."),
    };
    say(sentence, &[('c', choice.to_string()), ('w', who)])
}
