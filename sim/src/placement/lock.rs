//! `lock`: set a lock with a time to live if there is none, read, decide, write, and delete the lock if it is still one's own,
//! which takes a script. Who finds it taken waits a little and tries again.
//!
//! Four round trips, three if refused, and one for each try. Exact while the lock is held for less than its time to live; held
//! longer, it is `read-write` again. Everyone waits for everyone: at most 1 / hold requests a second.

use super::program::{Around, Asker, Check, Step};
use super::read_write::together;
use super::{Comparison, Decision, scripts, stored};
use crate::redis::{Command, Condition, Expiry, Key, Reply, SetOptions, Text};
use crate::time::{Span, Time};

/// What locks' keys begin with.
pub(crate) const LOCK: &str = "rl:lock:user";

/// How long a request waits before it tries again.
const WAIT: Span = Span::from_millis(1);

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lock {
    asker: Asker,
    retries_left: u32,
    /// What the server's clock showed when it had the lock.
    began: Time,
    stage: Stage,
}

/// What was sent last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Lock,
    Read,
    Write(Decision),
    Unlock(Decision),
}

impl Lock {
    pub(super) fn new(asker: Asker, retries: u32) -> Self {
        Self { asker, retries_left: retries, began: Time::START, stage: Stage::Lock }
    }

    fn key(&self, around: &Around<'_>) -> Key {
        Key { name: LOCK, ..around.limiter.fixed_key(self.asker.user) }
    }

    /// What tells this holder from others.
    fn token(&self) -> Text {
        Text::Integer(self.asker.id.into())
    }

    fn unlock(&mut self, around: &Around<'_>, decision: Decision) -> Step {
        self.stage = Stage::Unlock(decision);
        Step::Send(Command::EvalSha(scripts::UNLOCK, [self.key(around)].into(), [self.token()].into()))
    }
}

impl Check for Lock {
    fn start(&mut self, around: Around<'_>) -> Step {
        let expiry = Expiry::Millis(stored::millis(around.limiter.lease.micros_up()));
        let options = SetOptions { expiry, condition: Condition::IfMissing, ..SetOptions::default() };
        Step::Send(Command::Set(self.key(&around), self.token(), options))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        match self.stage {
            Stage::Lock if *reply == Reply::Nil => match self.retries_left.checked_sub(1) {
                Some(left) => {
                    self.retries_left = left;
                    Step::Wait(WAIT)
                }
                None => {
                    let tries = i64::from(around.limiter.retries) + 1;
                    Step::Decide(Comparison::NoTryLeft.decide(tries, tries, around.now))
                }
            },
            Stage::Lock if matches!(reply, Reply::Error(_)) => {
                Step::Decide(around.limiter.fall_back(around.memory, around.now))
            }
            Stage::Lock => {
                self.began = around.now;
                self.stage = Stage::Read;
                Step::Send(stored::read(around.limiter, self.asker.user, self.began))
            }
            // Nothing was counted; but nobody is to wait for the lock.
            Stage::Read | Stage::Write(_) if matches!(reply, Reply::Error(_)) => {
                let decision = around.limiter.fall_back(around.memory, around.now);
                self.unlock(&around, decision)
            }
            Stage::Read => {
                let (decision, write) = stored::decide(around.limiter, self.asker, self.began, reply);
                let decision = stored::counted(around.limiter, decision, around.ran);
                if !decision.allowed {
                    return self.unlock(&around, decision);
                }
                self.stage = Stage::Write(decision);
                Step::Send(together(write))
            }
            Stage::Write(decision) => {
                let decision = stored::counted(around.limiter, decision, around.ran);
                self.unlock(&around, decision)
            }
            Stage::Unlock(decision) => Step::Decide(decision),
        }
    }

    fn wake(&mut self, around: Around<'_>) -> Step {
        self.start(around)
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        match &mut self.stage {
            Stage::Write(decision) | Stage::Unlock(decision) => Some(decision),
            Stage::Lock | Stage::Read => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::{Limiter, Memory};
    use crate::redis::RedisError;
    use crate::scenario::{OnFailure, Scenario, Strategy};

    #[test]
    fn who_cannot_ask_for_the_lock_decides_by_the_policy() {
        for (on_failure, passes) in [(OnFailure::Open, true), (OnFailure::Closed, false)] {
            let limiter = Limiter::new(&Scenario { strategy: Strategy::Lock, on_failure, ..Scenario::default() });
            let mut memory = Memory::default();
            let around =
                Around { limiter: &limiter, server: 0, memory: &mut memory, now: Time::START, ran: Time::START };
            let mut lock = Lock::new(Asker { user: 0, id: 0 }, limiter.retries);
            let step = lock.resume(around, &Reply::Error(RedisError::WrongType));
            assert!(matches!(step, Step::Decide(decision) if decision.allowed == passes), "{on_failure:?}: {step:?}");
        }
    }
}
