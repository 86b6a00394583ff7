//! `set-nx-incr`: SET to 0 with an expiry if the key is missing, then INCR, in one transaction, at a key that is always the
//! same.
//!
//! One round trip. What `multi-exec` does, for every version of Redis: the key is created with its expiry, and INCR keeps
//! that. Exact.

use super::program::{Around, Check, Step};
use super::{Comparison, Lifetime};
use crate::redis::{Command, Condition, Key, Reply, SetOptions, Text};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetNxIncr {
    key: Key,
}

impl SetNxIncr {
    pub(super) fn new(key: Key) -> Self {
        Self { key }
    }
}

impl Check for SetNxIncr {
    fn start(&mut self, around: Around<'_>) -> Step {
        let expiry = Lifetime::exactly(around.limiter.window).expiry();
        let options = SetOptions { expiry, condition: Condition::IfMissing, ..SetOptions::default() };
        let create = Command::Set(self.key, Text::Integer(0), options);
        Step::Send(Command::Transaction([create, Command::Incr(self.key)].into()))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        let count = reply.nth(1).integer().expect("INCR on a counter answers an integer");
        Step::Decide(Comparison::AtMost.decide(count, around.limiter.limit, around.ran))
    }
}
