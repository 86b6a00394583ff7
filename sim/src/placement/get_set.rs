//! `get-set`: read the shared count; refuse if it is at the limit; else write it back plus one, and allow.
//!
//! Two round trips, one if refused. Every request that reads between another's read and write sees the old count, and all
//! of them write the same number: with arrivals at rate lambda and R from a read to its write at Redis, L (1 + lambda R)
//! pass, as long as that is below the burst. This is the first version that most people write.

use super::{Comparison, Decision, Lifetime, Step};
use crate::redis::{Command, Expiry, Key, Reply, SetOptions, Text};
use crate::rule::FixedWindow;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GetSet {
    rule: FixedWindow,
    key: Key,
    /// Decided from the read; kept until the write is answered.
    pub(super) decided: Option<Decision>,
}

impl GetSet {
    pub(super) fn new(rule: FixedWindow, key: Key) -> Self {
        Self { rule, key, decided: None }
    }

    pub(super) fn start(&self) -> Step {
        Step::Send(Command::Get(self.key))
    }

    pub(super) fn resume(&mut self, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(decision);
        }
        // A missing key is a count of zero.
        let count = reply.integer().unwrap_or(0);
        let decision = Comparison::Below.decide(count, self.rule.limit);
        if !decision.allowed {
            return Step::Decide(decision);
        }
        self.decided = Some(decision);
        let expiry = match Lifetime::of(self.rule.window) {
            Lifetime::Seconds(seconds) => Expiry::Seconds(seconds),
            Lifetime::Millis(millis) => Expiry::Millis(millis),
        };
        let options = SetOptions { expiry, ..SetOptions::default() };
        Step::Send(Command::Set(self.key, Text::Integer(count + 1), options))
    }
}
