//! `incr-expire`: increment a count at a key that is always the same; whoever sees 1 sets its expiry, which is what ends the
//! window.
//!
//! One round trip, two for the first of a window. The window begins with the first hit and ends its length after EXPIRE has
//! run, a round trip later: what comes in that gap is refused although it is due, or is let through and can come on top of
//! what the next window lets through (at most L - 1 over). Else exact, until a server crashes between the two commands: then the key has
//! no expiry, the count never begins anew, and once it is at L the user is refused for ever, until someone deletes the key
//! by hand. With the window's number in the key (`incr`) the same crash only wastes memory.

use super::program::{Around, Check, Step};
use super::{Comparison, Decision, Lifetime};
use crate::redis::{Command, ExpiryCondition, Key, Reply};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IncrExpire {
    key: Key,
    /// Decided from the increment; kept until the expiry is answered.
    decided: Option<Decision>,
}

impl IncrExpire {
    pub(super) fn new(key: Key) -> Self {
        Self { key, decided: None }
    }
}

impl Check for IncrExpire {
    fn start(&mut self, _: Around<'_>) -> Step {
        Step::Send(Command::Incr(self.key))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(decision);
        }
        let count = reply.integer().expect("INCR on a counter answers an integer");
        let decision = Comparison::AtMost.decide(count, around.limiter.limit, around.ran);
        if count > 1 {
            return Step::Decide(decision);
        }
        self.decided = Some(decision);
        Step::Send(Lifetime::exactly(around.limiter.window).command(self.key, ExpiryCondition::Always))
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        self.decided.as_mut()
    }
}
