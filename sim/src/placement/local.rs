//! `local` and `split`: the rule on the server's own memory, no Redis.
//!
//! `local` gives each of N servers the whole limit L: up to N L pass; with random routing of a burst of B within one window
//! the mean is `N * sum over j = 1..L of P(Bin(B, 1/N) >= j)`. `split` gives each `floor(L / N)`: it refuses users who are
//! under the limit, because no balancer spreads one user evenly; for L < N it refuses everything. It is never over where
//! shares add up: in clock-aligned windows, logs, buckets and GCRA. Windows that begin with their first hit begin at each
//! server with its own, and a sliding counter rounds up at each server by itself, so there it can be over in a stream.

use super::program::{Around, Check, Step};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local;

impl Check for Local {
    fn start(&mut self, around: Around<'_>) -> Step {
        Step::Decide(around.limiter.rule.hit(&mut around.memory.state, around.now))
    }
}
