//! What is under way for a check, or for a server itself.

use std::sync::Arc;

use super::recorder::{Check, Request};
use crate::placement::{Program, Sync};
use crate::redis::{Command, Reply, Session};
use crate::time::Time;

/// What is under way.
pub struct Flight {
    /// For whom.
    pub request: Request,
    /// Their check.
    pub check: Check,
    /// Who waits for it.
    pub task: Task,
    /// The server that it is at.
    pub server: u32,
    /// The server that it was at before, if it was forwarded: the one that counts, when it comes back.
    pub counts: u32,
    /// What is on the wire, or waiting.
    pub message: Message,
    /// Each check has a connection of its own, from its server's pool, as long as it needs one.
    pub session: Session,
    /// Where its last command ran, or runs.
    pub node: u32,
    /// When its last command ran.
    pub ran: Time,
    /// When its server no longer waits; never where it has all the time.
    pub deadline: Time,
    /// How often its command may be sent again.
    pub retries: u32,
    /// The command, where it may be sent again.
    pub again: Option<Arc<Command>>,
    /// How it stands.
    pub state: State,
    /// Whether its command waits at Redis, or is being served there.
    pub queued: bool,
    /// Whether its message was lost, and is to be sent once more.
    pub held: bool,
    /// Whether its connection is gone.
    pub broken: bool,
    /// Whether it is a breaker's probe.
    pub probe: bool,
}

/// Who waits for the reply.
pub enum Task {
    /// A request's check.
    Check(Program),
    /// A server.
    Sync(Sync),
    /// Nobody any more.
    Nobody,
}

/// What is on the wire, or waiting.
pub enum Message {
    /// Nothing: the request itself is on its way.
    None,
    /// Nothing: its server waits for a while.
    Pause,
    /// A command, shared with who keeps what happened.
    Command(Arc<Command>),
    /// Its reply.
    Reply(Reply),
    /// That there is no connection.
    Refusal,
}

/// How a flight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Somebody waits.
    Live,
    /// Nobody waits, and its message goes on.
    Late,
    /// Nothing comes of what was scheduled for it.
    Void,
    /// It is over, and its place is free.
    Over,
}

/// Later than anything.
pub const NEVER: Time = Time::from_nanos(u64::MAX);

impl Flight {
    /// One that has just begun at a request's server.
    #[inline(always)]
    pub fn new(request: Request, check: Check, task: Task, at: Time) -> Self {
        Self {
            request,
            check,
            task,
            server: request.server,
            counts: request.server,
            message: Message::None,
            session: Session::default(),
            node: 0,
            ran: at,
            deadline: NEVER,
            retries: 0,
            again: None,
            state: State::Live,
            queued: false,
            held: false,
            broken: false,
            probe: false,
        }
    }
}
