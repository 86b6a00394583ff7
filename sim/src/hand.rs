//! The student's hand: someone picks whose command runs next, while time stands still.
//!
//! A [`Case`] has K requests, all under way at once; request i (from 0) goes to server i mod N. A *choice* is a number:
//!
//! | number | what it does |
//! |---|---|
//! | 1 to K | that request's next step |
//! | K + 1 | the window ends, once, if the case has [`Events::window_ends`] |
//! | K + 1 + s | server s (from 1) crashes, one in an order, if the case has [`Events::crashes`] |
//! | K + 1 + N + s | server s (from 1) tells Redis what it has counted, each once, if the strategy has servers do that |
//!
//! A request's step is its next command: it runs at Redis, its reply is delivered, and the limiter's program goes on at once
//! to its next command or its decision. A program that sends no command takes its whole check in one step; waiting, and going
//! by way of another server, take no time. A request reaches
//! its server, by that server's clock, with its first step. An *order* is a sequence of choices; it is complete when every
//! request is decided or lost.
//!
//! When the window ends, time jumps to the start of the next one: what begins later counts there. When a server crashes, it
//! forgets what it counted, and its requests under way are lost, neither let through nor refused; those that have not reached
//! it yet find it up again.
//!
//! The programs are those of the timed run, stepped by code that the explorer shares (`hand/check.rs`).

mod case;
pub(crate) mod check;
mod position;
mod timed;

pub use case::{Case, Events, Pick};
pub use check::Ran;
pub use position::{Blocked, Happened, Next, Position, Step};
pub(crate) use position::{Place, sync};
pub use timed::{STEP, after, trace};

/// How far an order could be taken, and what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Where it led.
    pub position: Position,
    /// What each choice did. As many as were taken.
    pub happened: Vec<Happened>,
    /// Why the next one could not be taken; none when all were.
    pub blocked: Option<Blocked>,
}

/// Takes an order from the start. Stops before a choice that is impossible.
#[inline]
pub fn replay(case: &Case, choices: &[u8]) -> Replay {
    let mut position = Position::start(case);
    let mut happened = Vec::with_capacity(choices.len());
    for &choice in choices {
        match position.take(choice) {
            Ok(one) => happened.push(one),
            Err(blocked) => return Replay { position, happened, blocked: Some(blocked) },
        }
    }
    Replay { position, happened, blocked: None }
}
