//! When Redis does what it does: one queue, first in, first out, one command at a time.

use std::collections::VecDeque;

use super::command::Command;
use crate::time::{Span, Time};

/// How long Redis is busy with one small command: 100,000 to 180,000 a second on one core, without pipelining.
pub const SERVICE: Span = Span::from_micros(8);

/// How long Redis is busy with a small script.
pub const SCRIPT: Span = Span::from_micros(20);

/// How long Redis is busy with a command. A transaction is its commands, MULTI and EXEC.
pub fn service(command: &Command) -> Span {
    match command {
        Command::EvalSha(..) => SCRIPT,
        Command::Transaction(commands) => commands.iter().map(service).fold(SERVICE * 2, |sum, service| sum + service),
        _ => SERVICE,
    }
}

/// The queue in front of the keyspace. Network delay does not occupy it; service does, for every key.
#[derive(Clone, Debug)]
pub struct Server<T> {
    waiting: VecDeque<T>,
    /// When the last queued command will have run.
    free: Time,
}

impl<T> Default for Server<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), free: Time::START }
    }
}

impl<T> Server<T> {
    /// A command arrives that takes so long. Answers when it runs: at the end of its service, which begins when those before
    /// it are done.
    pub fn enqueue(&mut self, command: T, service: Span, now: Time) -> Time {
        self.free = self.free.max(now) + service;
        self.waiting.push_back(command);
        self.free
    }

    /// The command whose service ends now.
    ///
    /// # Panics
    /// When nothing is queued: each [`Self::enqueue`] is followed by exactly one of these.
    pub fn serve(&mut self) -> T {
        self.waiting.pop_front().expect("a command is served once for each time that one is queued")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_arrive_together_run_one_service_apart_in_order() {
        let mut server = Server::default();
        let at = Time::from_nanos(1_000_000);
        assert_eq!(server.enqueue('a', SERVICE, at), at + SERVICE);
        assert_eq!(server.enqueue('b', SERVICE, at), at + SERVICE * 2);
        let later = at + SERVICE * 5;
        assert_eq!(server.enqueue('c', SERVICE, later), later + SERVICE);
        assert_eq!([server.serve(), server.serve(), server.serve()], ['a', 'b', 'c']);
    }
}
