//! `read-write`: read the rule's state from Redis, decide in the server, write the new state.
//!
//! Two round trips, one if refused. What `get-set` is for a count, for any rule: whoever reads between another's read and
//! write decides by the same state. With a token bucket that is the lesson's two servers and one last token.

use super::program::{Around, Asker, Check, Step};
use super::{Decision, stored};
use crate::redis::{Command, Reply};
use crate::time::Time;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReadWrite {
    asker: Asker,
    began: Time,
    /// Decided from the read; kept until the write is answered.
    decided: Option<Decision>,
}

impl ReadWrite {
    pub(super) fn new(asker: Asker, now: Time) -> Self {
        Self { asker, began: now, decided: None }
    }
}

impl Check for ReadWrite {
    fn start(&mut self, around: Around<'_>) -> Step {
        Step::Send(stored::read(around.limiter, self.asker.user, self.began))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(stored::counted(around.limiter, decision, around.ran));
        }
        let (decision, write) = stored::decide(around.limiter, self.asker, self.began, reply);
        if !decision.allowed {
            return Step::Decide(stored::counted(around.limiter, decision, around.ran));
        }
        self.decided = Some(decision);
        Step::Send(together(write))
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        self.decided.as_mut()
    }
}

/// Several commands in one transaction; one as it is.
pub(super) fn together(mut commands: Vec<Command>) -> Command {
    match commands.len() {
        1 => commands.remove(0),
        _ => Command::Transaction(commands.into()),
    }
}
