//! `cas`, compare and set: WATCH the key, read, decide, and write in a transaction, which Redis runs only if nobody has
//! changed the key since; else begin again.
//!
//! Three round trips for each attempt. Never over. Of K requests in step, one succeeds in each round, so with no end of
//! retries all of them need K (K + 1) / 2 attempts when K <= L; with k retries k + 1 of them win, and the others are refused
//! although there was room.

use super::program::{Around, Asker, Check, Step};
use super::{Comparison, Decision, stored};
use crate::redis::{Command, Reply};
use crate::time::Time;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cas {
    asker: Asker,
    retries_left: u32,
    /// What the server's clock showed when this attempt began: one instant for its key, its read and its write.
    began: Time,
    stage: Stage,
}

/// What was sent last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Watch,
    Read,
    Unwatch(Decision),
    Write(Decision),
}

impl Cas {
    pub(super) fn new(asker: Asker, retries: u32) -> Self {
        Self { asker, retries_left: retries, began: Time::START, stage: Stage::Watch }
    }
}

impl Check for Cas {
    fn start(&mut self, around: Around<'_>) -> Step {
        self.stage = Stage::Watch;
        self.began = around.now;
        Step::Send(Command::Watch([stored::key(around.limiter, self.asker.user, self.began)].into()))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        match self.stage {
            Stage::Watch => {
                self.stage = Stage::Read;
                if !matches!(around.limiter.rule, crate::rule::Rule::FixedWindow(_)) {
                    // The later the clock is read, the less has changed by then. A numbered key is chosen already.
                    self.began = around.now;
                }
                Step::Send(stored::read(around.limiter, self.asker.user, self.began))
            }
            Stage::Read => {
                let (decision, write) = stored::decide(around.limiter, self.asker, self.began, reply);
                let decision = stored::counted(around.limiter, decision, around.ran);
                if decision.allowed {
                    self.stage = Stage::Write(decision);
                    Step::Send(Command::Transaction(write.into()))
                } else {
                    // Or the connection would go on watching when another request uses it.
                    self.stage = Stage::Unwatch(decision);
                    Step::Send(Command::Unwatch)
                }
            }
            Stage::Unwatch(decision) => Step::Decide(decision),
            Stage::Write(_) if *reply == Reply::Nil => match self.retries_left.checked_sub(1) {
                Some(left) => {
                    self.retries_left = left;
                    self.start(around)
                }
                None => {
                    let tries = i64::from(around.limiter.retries) + 1;
                    Step::Decide(Comparison::NoTryLeft.decide(tries, tries, self.began))
                }
            },
            Stage::Write(decision) => Step::Decide(stored::counted(around.limiter, decision, around.ran)),
        }
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        match &mut self.stage {
            Stage::Unwatch(decision) | Stage::Write(decision) => Some(decision),
            Stage::Watch | Stage::Read => None,
        }
    }
}
