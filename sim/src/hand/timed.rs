//! An order as a trace, so that whatever shows a run can show it.

use std::sync::Arc;

use super::case::Case;
use super::check::Ran;
use super::position::{Happened, Next, Position, Step};
use crate::redis::server::SERVICE;
use crate::run::{Check, Execution, HOP, Recorder, Request};
use crate::time::{Span, Time};
use crate::trace::Trace;

/// How much time each choice takes in a trace.
pub const STEP: Span = Span::from_millis(1);

/// From the beginning of a choice's time to when its command runs, and to when the reply is back.
const RUNS: Span = Span::from_micros(500);
const BACK: Span = Span::from_micros(900);

/// The instant in a trace by which so many choices have had their effect, and the next one none.
#[inline]
pub fn after(choices: usize) -> Time {
    Time::START + STEP * choices as u64 + BACK
}

/// An order as a trace; as far as it could be taken.
///
/// All requests are at the balancer one [`HOP`] after the start. Choice n (from 0) has the [`STEP`] that begins at n + 1
/// steps: its request reaches its server at the beginning, if this is its first, its command runs in the middle and the reply
/// is back towards the end. Each command is sent as soon as it can be, so one that is held back is on its way all that time.
/// A trace has no word for the end of a window or a crash; their steps are empty, and checks lost in a crash never end.
#[inline]
pub fn trace(case: &Case, choices: &[u8]) -> Trace {
    let mut trace = Trace::empty(case.scenario());
    (0..case.requests()).for_each(|number| trace.routed(Time::START + HOP, case.request(number)));
    let mut position = Position::start(case);
    let mut reached = vec![Time::START; case.requests() as usize];
    let mut begins = Time::START;
    for &choice in choices {
        begins = begins + STEP;
        match position.take(choice) {
            Ok(Happened::Step(step)) => tell(&mut trace, &mut reached, &position, begins, &step),
            Ok(Happened::Synced { server, ran }) => {
                let request = Request { number: case.requests() + server, server };
                trace.sent(begins, request, &Arc::new(ran.command.clone()));
                tell_ran(&mut trace, begins, request, &ran);
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    trace
}

/// Tells one step; `position` is the one after it.
#[inline]
fn tell(trace: &mut Trace, reached: &mut [Time], position: &Position, begins: Time, step: &Step) {
    let Step { request, window, first, ref ran, decided } = *step;
    let reached = &mut reached[request.number as usize];
    if first {
        *reached = begins;
    }
    let check = Check { reached: *reached, window };
    if first {
        trace.reached(request, check);
    }
    let mut at = begins;
    if let Some(ran) = ran {
        if first {
            trace.sent(begins, request, &Arc::new(ran.command.clone()));
        }
        at = begins + BACK;
        tell_ran(trace, begins, request, ran);
    }
    match decided {
        Some((decision, _)) => trace.decided(at, request, check, decision),
        None => {
            if let Next::Runs { command, .. } = position.next(request.number) {
                trace.sent(at, request, &Arc::new(command));
            }
        }
    }
}

/// Tells that a command has run and its reply is back.
#[inline]
fn tell_ran(trace: &mut Trace, begins: Time, request: Request, ran: &Ran) {
    let runs = begins + RUNS;
    trace.queued(runs.saturating_sub(SERVICE), request);
    let (before, after) = (ran.before.clone(), ran.after.clone());
    let command = &Arc::new(ran.command.clone());
    trace.executed(runs, request, Execution { command, reply: &ran.reply, before, after });
    trace.received(begins + BACK, request, &ran.reply);
}
