//! What is told of a run while it goes on.

use std::sync::Arc;

use crate::fleet::Change;
use crate::placement::Decision;
use crate::redis::{Command, Reply, Text};
use crate::scenario::Fault;
use crate::time::{Span, Time};

/// A request in a run: its number in the order of sending, and its server, both from 0.
///
/// What a server does for itself, without a request, has a number, too: they follow on those of the requests, one for each
/// server and user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Request {
    /// Its number.
    pub number: u32,
    /// The server that the balancer picked.
    pub server: u32,
}

/// When and where a request's check began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// When the request reached its server.
    pub reached: Time,
    /// The clock-aligned window in which that was.
    pub window: u64,
}

/// A command that has run.
pub struct Execution<'a> {
    /// The command.
    pub command: &'a Arc<Command>,
    /// Its reply.
    pub reply: &'a Reply,
    /// The string at the command's first key before it, when [`Recorder::keeps_values`].
    pub before: Option<Text>,
    /// The same after it.
    pub after: Option<Text>,
}

/// What hears of everything that happens in a run, in order. What it does not care for costs nothing.
pub trait Recorder {
    /// Whether [`Execution::before`] and [`Execution::after`] are wanted.
    fn keeps_values(&self) -> bool {
        false
    }

    /// The balancer has picked a server for a request, which left the user one [`HOP`](super::HOP) ago.
    fn routed(&mut self, _at: Time, _request: Request) {}
    /// The request has reached its server, and its check begins.
    fn reached(&mut self, _request: Request, _check: Check) {}
    /// The server has sent a command.
    fn sent(&mut self, _at: Time, _request: Request, _command: &Arc<Command>) {}
    /// The command has reached Redis and waits its turn.
    fn queued(&mut self, _at: Time, _request: Request) {}
    /// The command has run.
    fn executed(&mut self, _at: Time, _request: Request, _execution: Execution<'_>) {}
    /// The reply has reached the server.
    fn received(&mut self, _at: Time, _request: Request, _reply: &Reply) {}
    /// The server has forwarded the request to the server of this number.
    fn forwarded(&mut self, _at: Time, _request: Request, _to: u32) {}
    /// It has reached that server.
    fn handed(&mut self, _at: Time, _request: Request) {}
    /// The server has begun to wait for so long before it goes on.
    fn waits(&mut self, _at: Time, _request: Request, _span: Span) {}
    /// A message between the server and Redis was lost: a command, or a reply.
    fn dropped(&mut self, _at: Time, _request: Request, _way: Way) {}
    /// The command has found nobody at Redis: the connection is refused.
    fn refused(&mut self, _at: Time, _request: Request) {}
    /// The command waited at Redis when that stopped: the connection is gone, and it will not run.
    fn reset(&mut self, _at: Time, _request: Request) {}
    /// The server has heard that there is no connection.
    fn failed(&mut self, _at: Time, _request: Request) {}
    /// The server no longer waits for a reply, and closes the connection.
    fn timed_out(&mut self, _at: Time, _request: Request) {}
    /// It sends the command again.
    fn retried(&mut self, _at: Time, _request: Request) {}
    /// A reply has reached a server that no longer waits for it.
    fn came_late(&mut self, _at: Time, _request: Request) {}
    /// The server's breaker has changed with what this request met.
    fn breaker(&mut self, _at: Time, _request: Request, _state: Breaker) {}
    /// The server has not asked Redis, because its breaker is open.
    fn skipped(&mut self, _at: Time, _request: Request) {}
    /// The request is lost: its server has crashed, or there was none.
    fn lost(&mut self, _at: Time, _request: Request, _loss: Loss) {}
    /// A fault has begun, or ended.
    fn fault(&mut self, _at: Time, _fault: Fault, _begins: bool) {}
    /// Something has become of a server.
    fn server(&mut self, _at: Time, _server: u32, _change: Change) {}
    /// The server has decided; the check that began then is over.
    fn decided(&mut self, _at: Time, _request: Request, _check: Check, _decision: Decision) {}
}

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To Redis.
    Out = 0,
    /// To the server.
    Back = 1,
}

/// How a server's breaker stands: it keeps the server from asking a Redis that does not answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Breaker {
    /// Redis is asked.
    #[default]
    Closed,
    /// Redis is not asked.
    Open,
    /// One check asks, to see whether it answers again; no other does.
    Probing,
}

/// Where a request was when it was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// At the balancer, with no server to send it to.
    AtBalancer,
    /// On its way to a server that had crashed when it came.
    OnTheWay,
    /// At its server, with this check under way.
    Checking(Check),
}
