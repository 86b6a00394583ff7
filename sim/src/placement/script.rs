//! `script`: the rule as one script in Redis, called by its hash.
//!
//! One round trip. Redis runs a script to its end before anything else, so reading, deciding and writing are one step: exact
//! for every rule, and the clock is Redis's own, the same for all servers. When Redis does not know the script (after a
//! restart, a failover or SCRIPT FLUSH) it is loaded, and called again.

use super::program::{Around, Asker, Check, Step};
use super::{Comparison, Decision, scripts};
use crate::redis::{Command, RedisError, Reply};
use crate::rule::Rule;

/// The program; a part of those that have a script behind them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Script {
    asker: Asker,
    /// How many requests are asked for.
    want: i64,
    loading: bool,
}

/// What a script has answered.
pub(super) struct Answer {
    /// How many requests may pass.
    pub granted: i64,
    /// How many more it would let through at once.
    pub left: i64,
    /// Microseconds until one would pass that is refused now, by Redis's clock.
    pub retry: i64,
}

impl Script {
    pub(super) fn new(asker: Asker, want: i64) -> Self {
        Self { asker, want, loading: false }
    }

    pub(super) fn call(&self, around: &Around<'_>) -> Step {
        let limiter = around.limiter;
        let keys = [limiter.fixed_key(self.asker.user)].into();
        Step::Send(Command::EvalSha(scripts::of(&limiter.rule), keys, scripts::arguments(&limiter.rule, self.want)))
    }

    /// The script's answer; or what comes before there is one.
    pub(super) fn hear(&mut self, around: &Around<'_>, reply: &Reply) -> Result<Answer, Step> {
        if *reply == Reply::Error(RedisError::NoScript) {
            self.loading = true;
            return Err(Step::Send(Command::ScriptLoad(scripts::of(&around.limiter.rule))));
        }
        if std::mem::take(&mut self.loading) {
            return Err(self.call(around));
        }
        let number = |nth| reply.nth(nth).integer().unwrap_or(0);
        let retry = match around.limiter.rule {
            // PTTL answers whole milliseconds, rounded up: nobody is to be refused for longer than the key lives.
            Rule::FirstHit(_) => (number(2) - 999).max(0),
            _ => number(2),
        };
        Ok(Answer { granted: number(0), left: number(1), retry })
    }
}

impl Answer {
    /// What it means for the request that asked.
    pub(super) fn decision(&self, around: &Around<'_>) -> Decision {
        let told = Comparison::Told.decide(self.left, around.limiter.limit, around.ran);
        Decision { allowed: self.granted > 0, ..told }
    }
}

impl Check for Script {
    fn start(&mut self, around: Around<'_>) -> Step {
        self.call(&around)
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        match self.hear(&around, reply) {
            Ok(answer) => Step::Decide(answer.decision(&around)),
            Err(step) => step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::{Limiter, Memory};
    use crate::scenario::{Scenario, WindowStart};
    use crate::time::Time;

    #[test]
    fn a_time_that_redis_has_rounded_up_to_milliseconds_is_no_longer_than_it_may_be() {
        for (window_start, answered, retry) in
            [(WindowStart::FirstHit, 5_000, 4_001), (WindowStart::FirstHit, 0, 0), (WindowStart::Clock, 5_000, 5_000)]
        {
            let limiter = Limiter::new(&Scenario { window_start, ..Scenario::default() });
            let (mut memory, now) = (Memory::default(), Time::START);
            let around = Around { limiter: &limiter, server: 0, memory: &mut memory, now, ran: now };
            let reply = Reply::Array([0, 0, answered].map(Reply::Integer).into());
            let answer = Script::new(Asker { user: 0, id: 0 }, 1).hear(&around, &reply);
            assert_eq!(answer.ok().map(|answer| answer.retry), Some(retry), "{window_start:?}, {answered}");
        }
    }
}
