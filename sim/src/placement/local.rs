//! `local` and `split`: the rule on the server's own memory, no Redis.
//!
//! `local` gives each of N servers the whole limit L: up to N L pass; with random routing of a burst of B within one window
//! the mean is `N * sum over j = 1..L of P(Bin(B, 1/N) >= j)`. `split` gives each `floor(L / N)`: never over, but it refuses
//! users who are under the limit, because no balancer spreads one user evenly; for L < N it refuses everything.

use super::{Comparison, Memory, Step};
use crate::rule::FixedWindow;
use crate::time::Time;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    rule: FixedWindow,
    now: Time,
}

impl Local {
    pub(super) fn new(rule: FixedWindow, now: Time) -> Self {
        Self { rule, now }
    }

    pub(super) fn start(&self, memory: &mut Memory) -> Step {
        let (_, count) = self.rule.hit(memory.count, self.now);
        memory.count = count;
        Step::Decide(Comparison::AtMost.decide(count.hits, self.rule.limit))
    }
}
