//! `lease`: a server takes out a few requests' worth at a time, counts those down by itself, and asks again when they are
//! spent or the lease has ended.
//!
//! One round trip for each lease, none for what it covers. A share is `max(1, floor(L / N))`, or what is not leased. Never
//! over: what is leased counts as let through. But what one server has leased and does not need refuses others' users.

use super::program::{Around, Asker, Check, Step};
use super::script::Script;
use super::{Comparison, Hold, Limiter};
use crate::redis::Reply;
use crate::rule::Rule;
use crate::time::{Span, Time};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    script: Script,
    began: Time,
}

impl Lease {
    pub(super) fn new(limiter: &Limiter, asker: Asker, now: Time) -> Self {
        let share = (limiter.rule.most_at_once() / i64::from(limiter.servers)).max(1);
        Self { script: Script::new(asker, share), began: now }
    }
}

impl Check for Lease {
    fn start(&mut self, around: Around<'_>) -> Step {
        match &mut around.memory.hold {
            Hold::Lease { left, until, counted } if *left > 0 && around.now < *until => {
                let decision = Comparison::Left.decide(*left, 1, *counted);
                *left -= 1;
                Step::Decide(decision)
            }
            _ => self.script.call(&around),
        }
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        let answer = match self.script.hear(&around, reply) {
            Ok(answer) => answer,
            Err(step) => return step,
        };
        let decision = answer.decision(&around);
        if answer.granted > 1 {
            // A window's lease ends with it. By the clock that this server showed when it asked: Redis answered later, so the
            // window does not end before.
            let lasts = match around.limiter.rule {
                Rule::FixedWindow(_) | Rule::FirstHit(_) | Rule::SlidingCounter(_) => {
                    around.limiter.lease.min(Span::from_micros(answer.retry.cast_unsigned()))
                }
                Rule::SlidingLog(_) | Rule::TokenBucket(_) | Rule::Gcra(_) => around.limiter.lease,
            };
            // What is left of another lease that was asked for at the same time lapses: it is counted, so nothing is lost
            // but room.
            let until = self.began + lasts;
            around.memory.hold = Hold::Lease { left: answer.granted - 1, until, counted: around.ran };
        }
        Step::Decide(decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::{Limiter, Memory};
    use crate::scenario::{Scenario, Strategy};

    #[test]
    fn a_lease_is_good_for_as_many_as_are_left_of_it_and_until_its_instant() {
        let limiter = Limiter::new(&Scenario { strategy: Strategy::Lease, ..Scenario::default() });
        let until = Time::from_nanos(5_000_000);
        for (now, left, asks) in [(4_999_999, 1, false), (4_999_999, 0, true), (5_000_000, 1, true)] {
            let now = Time::from_nanos(now);
            let hold = Hold::Lease { left, until, counted: Time::START };
            let mut memory = Memory { hold, ..Memory::default() };
            let around = Around { limiter: &limiter, server: 0, memory: &mut memory, now, ran: now };
            let step = Lease::new(&limiter, Asker { user: 0, id: 0 }, now).start(around);
            assert_eq!(matches!(step, Step::Send(_)), asks, "{left} left at {now}");
            let kept = Hold::Lease { left: if asks { left } else { left - 1 }, until, counted: Time::START };
            assert_eq!(memory.hold, kept);
        }
    }
}
