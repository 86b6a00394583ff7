//! `get-set`: read the shared count; refuse if it is at the limit; else write it back plus one, and allow.
//!
//! Two round trips, one if refused. Every request that reads between another's read and write sees the old count, and all
//! of them write the same number: with arrivals at rate lambda and R from a read to its write at Redis, L (1 + lambda R)
//! pass, as long as that is below the burst. This is the first version that most people write.
//!
//! With windows that begin at their first hit the key is always the same, and each write restarts its expiry: so the window
//! slides with every request that is let through, *and* it races. That is the lesson's counter of one-time passwords.

use super::program::{Around, Check, Step};
use super::{Comparison, Decision, Lifetime, stored};
use crate::redis::{Command, Key, Reply, SetOptions, Text};
use crate::time::Time;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GetSet {
    key: Key,
    began: Time,
    /// Decided from the read; kept until the write is answered.
    decided: Option<Decision>,
}

impl GetSet {
    /// At a key that is numbered by its window, or at one that is always the same.
    pub(super) fn new(key: Key, now: Time) -> Self {
        Self { key, began: now, decided: None }
    }
}

impl Check for GetSet {
    fn start(&mut self, _: Around<'_>) -> Step {
        Step::Send(Command::Get(self.key))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(stored::counted(around.limiter, decision, around.ran));
        }
        // A missing key is a count of zero.
        let count = reply.integer().unwrap_or(0);
        let decision = Comparison::Below.decide(count, around.limiter.limit, self.began);
        if !decision.allowed {
            return Step::Decide(stored::counted(around.limiter, decision, around.ran));
        }
        self.decided = Some(decision);
        let window = around.limiter.window;
        let lifetime = Lifetime::at(self.key, window);
        let options = SetOptions { expiry: lifetime.expiry(), ..SetOptions::default() };
        Step::Send(Command::Set(self.key, Text::Integer(count + 1), options))
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        self.decided.as_mut()
    }
}
