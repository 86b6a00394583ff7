//! `deny-cache`: a script in Redis decides; a server that was told to refuse remembers that until a request could pass again,
//! and refuses by itself until then.
//!
//! One round trip for what is let through, and for the first that is refused at each server. Never over. The time at which a
//! request could pass is exact for every rule but the sliding counter, whose estimate falls all the time: there it is the
//! window's end, and some are refused that could have passed.

use super::program::{Around, Asker, Check, Step};
use super::script::Script;
use super::{Comparison, Hold};
use crate::redis::Reply;
use crate::time::{Span, Time};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DenyCache {
    script: Script,
    began: Time,
}

impl DenyCache {
    pub(super) fn new(asker: Asker, now: Time) -> Self {
        Self { script: Script::new(asker, 1), began: now }
    }
}

impl Check for DenyCache {
    fn start(&mut self, around: Around<'_>) -> Step {
        match around.memory.hold {
            Hold::Denied(until) if around.now < until => {
                let left = (until - around.now).micros_up();
                Step::Decide(Comparison::Remembered.decide(left, 0, around.now))
            }
            _ => self.script.call(&around),
        }
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        let answer = match self.script.hear(&around, reply) {
            Ok(answer) => answer,
            Err(step) => return step,
        };
        if answer.granted == 0 {
            // Counted from when it was asked: that is before Redis's answer, so nobody is refused for too long.
            let until = self.began + Span::from_micros(answer.retry.cast_unsigned());
            around.memory.hold = Hold::Denied(until);
        }
        Step::Decide(answer.decision(&around))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::{Limiter, Memory};
    use crate::scenario::{Scenario, Strategy};

    #[test]
    fn a_refusal_holds_until_its_instant_and_then_redis_is_asked_again() {
        let limiter = Limiter::new(&Scenario { strategy: Strategy::DenyCache, ..Scenario::default() });
        let until = Time::from_nanos(5_000_000);
        for (now, asks) in [(4_999_999, false), (5_000_000, true), (5_000_001, true)] {
            let now = Time::from_nanos(now);
            let mut memory = Memory { hold: Hold::Denied(until), ..Memory::default() };
            let around = Around { limiter: &limiter, server: 0, memory: &mut memory, now, ran: now };
            let step = DenyCache::new(Asker { user: 0, id: 0 }, now).start(around);
            assert_eq!(matches!(step, Step::Send(_)), asks, "at {now}");
        }
    }
}
