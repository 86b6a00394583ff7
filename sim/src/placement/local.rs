//! `local` and `split`: the rule on the server's own memory, no Redis.
//!
//! `local` gives each of N servers the whole limit L: up to N L pass; with random routing of a burst of B within one window
//! the mean is `N * sum over j = 1..L of P(Bin(B, 1/N) >= j)`. `split` gives each `floor(L / N)`: never over, but it refuses
//! users who are under the limit, because no balancer spreads one user evenly; for L < N it refuses everything.

use super::program::{Around, Check, Step};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local;

impl Check for Local {
    fn start(&mut self, around: Around<'_>) -> Step {
        Step::Decide(around.limiter.rule.hit(&mut around.memory.state, around.now))
    }
}
