//! `incr`: increment the shared count, and decide by the number that comes back.
//!
//! One round trip; two for the first request of a window, which sees 1 and sets the key's expiry. Reading and writing are
//! one command, so nothing can come between: exactly min(B, L) of a window's B requests pass, for every number of servers,
//! round trip and routing. Refused requests are counted too.

use super::program::{Around, Check, Step};
use super::{Comparison, Decision, Lifetime};
use crate::redis::{Command, ExpiryCondition, Key, Reply};
use crate::time::Time;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Incr {
    key: Key,
    began: Time,
    /// Decided from the increment; kept until the expiry is answered.
    decided: Option<Decision>,
}

impl Incr {
    pub(super) fn new(key: Key, now: Time) -> Self {
        Self { key, began: now, decided: None }
    }
}

impl Check for Incr {
    fn start(&mut self, _: Around<'_>) -> Step {
        Step::Send(Command::Incr(self.key))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(decision);
        }
        let count = reply.integer().expect("INCR on a counter answers an integer");
        // A window that is the key's life begins when Redis counts; a numbered one was chosen by the server.
        let counted = if self.key.part.is_some() { self.began } else { around.ran };
        let decision = Comparison::AtMost.decide(count, around.limiter.limit, counted);
        if count > 1 {
            return Step::Decide(decision);
        }
        self.decided = Some(decision);
        Step::Send(Lifetime::at(self.key, around.limiter.window).command(self.key, ExpiryCondition::Always))
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        self.decided.as_mut()
    }
}
