//! `get-incr`: read the shared count; refuse if it is at the limit; else increment it, and allow without looking at the
//! result.
//!
//! Two round trips, one if refused. No count is lost, but everyone who reads before the L-th increment lands is let through:
//! with arrivals at rate lambda and R from a read to its increment at Redis, L + lambda R pass. Seen in limitador's plain
//! Redis store and in Laravel.
//!
//! As it is specified, it sets no expiry. Those stores do: limitador increments and sets the expiry in one script, and
//! Laravel adds the key with its lifetime before it increments. That is left out here. The key is numbered by its window, so
//! one that stays behind takes memory and changes nothing.

use super::program::{Around, Check, Step};
use super::{Comparison, Decision};
use crate::redis::{Command, Key, Reply};
use crate::time::Time;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GetIncr {
    key: Key,
    began: Time,
    /// Decided from the read; kept until the increment is answered.
    decided: Option<Decision>,
}

impl GetIncr {
    pub(super) fn new(key: Key, now: Time) -> Self {
        Self { key, began: now, decided: None }
    }
}

impl Check for GetIncr {
    fn start(&mut self, _: Around<'_>) -> Step {
        Step::Send(Command::Get(self.key))
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        if let Some(decision) = self.decided {
            return Step::Decide(decision);
        }
        // A missing key is a count of zero.
        let decision = Comparison::Below.decide(reply.integer().unwrap_or(0), around.limiter.limit, self.began);
        if !decision.allowed {
            return Step::Decide(decision);
        }
        self.decided = Some(decision);
        Step::Send(Command::Incr(self.key))
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        self.decided.as_mut()
    }
}
