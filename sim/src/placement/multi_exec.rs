//! `multi-exec`: MULTI, INCR, EXPIRE with NX, EXEC, sent together, at a key that is always the same.
//!
//! One round trip. The increment and the expiry both run or neither does, so no crash leaves a key that never expires, and
//! with NX the expiry is set only where there is none, so that the window does not move on with each request. NX needs Redis
//! 7: on 6.2 and older EXPIRE takes two arguments only, so queueing it is an error, EXEC answers EXECABORT and *nothing* runs:
//! every request finds the limiter failing.

use super::program::{Around, Check, Step};
use super::{Comparison, Lifetime};
use crate::redis::{Command, ExpiryCondition, Key, Reply};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MultiExec {
    key: Key,
}

impl MultiExec {
    pub(super) fn new(key: Key) -> Self {
        Self { key }
    }
}

impl Check for MultiExec {
    fn start(&mut self, around: Around<'_>) -> Step {
        let expire = Lifetime::exactly(around.limiter.window).command(self.key, ExpiryCondition::IfNone);
        Step::Send(Command::Transaction([Command::Incr(self.key), expire].into()))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        let count = reply.nth(0).integer().expect("INCR on a counter answers an integer");
        Step::Decide(Comparison::AtMost.decide(count, around.limiter.limit, around.ran))
    }
}
