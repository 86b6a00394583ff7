//! Fixed window from the first hit: when no window is under way, a hit begins one of length W, with a count of 1; others
//! count up. The first L of a window are allowed; refused hits count, too.
//!
//! That is what a Redis key with an expiry does by itself. Seen in rate-limit-redis, rate-limiter-flexible and limitador. In
//! any span of W at most 2 L pass, as with clock-aligned windows, but a single burst never meets a boundary.

use super::decision::{Comparison, Decision};
use crate::time::Time;

/// The rule: at most `limit` in each window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FirstHit {
    /// How many are allowed in each window; 0 refuses everything.
    pub limit: i64,
    /// The window's length in microseconds, at least 1.
    pub window: i64,
}

/// The rule's state: hits in the window that is or was under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hits {
    /// Hits in it so far.
    pub hits: i64,
    /// When it ends, in microseconds: from then on it is over.
    pub expires: i64,
}

impl FirstHit {
    /// Counts up to `want` hits at `now`, a refused first one too: how many pass, the decision on the first, the state after
    /// them.
    pub fn take(&self, state: Hits, now: Time, want: i64) -> (i64, Decision, Hits) {
        let micros = now.micros();
        let Hits { hits, expires } =
            if micros < state.expires { state } else { Hits { hits: 0, expires: micros + self.window } };
        let granted = (self.limit - hits).clamp(0, want);
        let decision = Comparison::AtMost.decide(hits + 1, self.limit, now);
        (granted, decision, Hits { hits: hits + granted.max(1), expires })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::Span;

    proptest! {
        /// The model: look for the hit that began the window, and count.
        #[test]
        fn each_window_that_a_hit_begins_lets_its_first_hits_through(
            limit in 1..8i64, window in 1..200i64, mut at in proptest::collection::vec(0..2_000u64, 0..120)
        ) {
            at.sort_unstable();
            let rule = FirstHit { limit, window };
            let (mut state, mut began, mut hits) = (Hits::default(), None, 0);
            for now in at {
                if began.is_none_or(|began| now as i64 - began >= window) {
                    (began, hits) = (Some(now as i64), 0);
                }
                hits += 1;
                let (granted, decision, next) = rule.take(state, Time::START + Span::from_micros(now), 1);
                prop_assert_eq!((granted == 1, decision.count), (hits <= limit, hits));
                state = next;
            }
        }
    }
}
