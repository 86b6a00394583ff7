//! When Redis does what it does: one queue, first in, first out, one command at a time.

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

/// The queue in front of the keyspace: first in, first out, so all there is to know of it is when it will be empty. Network
/// delay does not occupy it; service does, for every key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Server {
    /// When the last queued command will have run.
    free: Time,
}

impl Server {
    /// A command arrives that takes so long. Answers when it runs: at the end of its service, which begins when those before
    /// it are done.
    #[inline(always)]
    pub fn enqueue(&mut self, service: Span, now: Time) -> Time {
        self.enqueue_until(now, |begins| begins + service)
    }

    /// The same where it depends on when its service begins, when that ends.
    #[inline(always)]
    pub fn enqueue_until(&mut self, now: Time, ends: impl FnOnce(Time) -> Time) -> Time {
        self.free = ends(self.free.max(now));
        self.free
    }

    /// All that was queued is gone.
    pub fn clear(&mut self, now: Time) {
        self.free = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_arrive_together_run_one_service_apart_in_order() {
        let mut server = Server::default();
        let at = Time::from_nanos(1_000_000);
        assert_eq!(server.enqueue(SERVICE, at), at + SERVICE);
        assert_eq!(server.enqueue(SERVICE, at), at + SERVICE * 2);
        let later = at + SERVICE * 5;
        assert_eq!(server.enqueue(SERVICE, later), later + SERVICE);
        server.clear(later);
        assert_eq!(server.enqueue(SERVICE, later), later + SERVICE);
    }
}
