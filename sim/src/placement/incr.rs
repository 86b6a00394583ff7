//! `incr`: increment the shared count, and decide by the number that comes back.
//!
//! One round trip; two for the first request of a window, which sees 1 and sets the key's expiry. Reading and writing are
//! one command, so nothing can come between: exactly min(B, L) of a window's B requests pass, for every number of servers,
//! round trip and routing. Refused requests are counted too.

use super::{Comparison, Decision, Lifetime, Step};
use crate::redis::{Command, ExpiryCondition, Key, Reply};
use crate::rule::FixedWindow;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Incr {
    rule: FixedWindow,
    key: Key,
    /// Decided from the increment; kept until the expiry is answered.
    pub(super) decided: Option<Decision>,
}

impl Incr {
    pub(super) fn new(rule: FixedWindow, key: Key) -> Self {
        Self { rule, key, decided: None }
    }

    pub(super) fn start(&self) -> Step {
        Step::Send(Command::Incr(self.key))
    }

    pub(super) fn resume(&mut self, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(decision);
        }
        let count = reply.integer().expect("INCR on a counter answers an integer");
        let decision = Comparison::AtMost.decide(count, self.rule.limit);
        if count > 1 {
            return Step::Decide(decision);
        }
        self.decided = Some(decision);
        Step::Send(match Lifetime::of(self.rule.window) {
            Lifetime::Seconds(seconds) => Command::Expire(self.key, seconds, ExpiryCondition::Always),
            Lifetime::Millis(millis) => Command::PExpire(self.key, millis, ExpiryCondition::Always),
        })
    }
}
