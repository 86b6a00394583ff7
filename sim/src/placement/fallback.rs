//! What becomes of a check that has no answer from Redis, or an error.

use super::{Comparison, Decision, Limiter, Memory};
use crate::scenario::OnFailure;
use crate::time::Time;

impl Limiter {
    /// Decides without Redis, at a server by whose clock it is `now`: lets through, refuses, or counts by the server's own
    /// memory, against its share of the limit.
    #[inline(never)]
    pub fn fall_back(&self, memory: &mut Memory, now: Time) -> Decision {
        match self.on_failure {
            OnFailure::Open => Comparison::Failed.decide(0, 0, now),
            OnFailure::Closed => Comparison::Closed.decide(0, 0, now),
            OnFailure::Local => {
                Decision { comparison: Comparison::Alone, ..self.fallback.hit(&mut memory.fallback, now) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn a_local_fallback_lets_through_each_server_s_share() {
        let scenario = Scenario { servers: 4, limit: 11, on_failure: OnFailure::Local, ..Scenario::default() };
        let (limiter, mut memory) = (Limiter::new(&scenario), Memory::default());
        let passed = (0..5).filter(|_| limiter.fall_back(&mut memory, Time::START).allowed).count();
        assert_eq!(passed, 2, "11 for 4 servers");
    }
}
