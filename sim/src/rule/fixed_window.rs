//! Fixed window, clock-aligned: the window numbered `floor(now / W)` has a count of its own.
//!
//! Every hit counts, refused ones too, and the first L of a window are allowed. Seen in Envoy's ratelimit and in Upstash.
//! Across a boundary up to 2 L can pass in an arbitrarily short time.

use super::decision::{Comparison, Decision};
use crate::time::{Span, Time};

/// The rule: at most `limit` in each window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedWindow {
    /// How many are allowed in each window; 0 refuses everything.
    pub limit: i64,
    /// The window's length.
    pub window: Span,
}

/// The rule's state: hits in one window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// The window's number.
    pub window: u64,
    /// Hits in it so far.
    pub hits: i64,
}

impl FixedWindow {
    /// Counts up to `want` hits at `now`, a refused first one too: how many pass, the decision on the first, the state after
    /// them.
    pub fn take(&self, state: Count, now: Time, want: i64) -> (i64, Decision, Count) {
        let window = now.window(self.window);
        let hits = if state.window == window { state.hits } else { 0 };
        let granted = (self.limit - hits).clamp(0, want);
        let decision = Comparison::AtMost.decide(hits + 1, self.limit, now);
        (granted, decision, Count { window, hits: hits + granted.max(1) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_window_lets_through_its_first_hits_and_no_more(
            limit in 0..20i64, mut at in proptest::collection::vec(0..5_000u64, 0..100)
        ) {
            at.sort_unstable();
            let rule = FixedWindow { limit, window: Span::from_nanos(1_000) };
            let mut state = Count::default();
            let mut allowed = [0i64; 5];
            for now in &at {
                let (granted, _, next) = rule.take(state, Time::from_nanos(*now), 1);
                state = next;
                allowed[(now / 1_000) as usize] += granted;
            }
            for (window, allowed) in allowed.into_iter().enumerate() {
                let hits = at.iter().filter(|now| (*now / 1_000) as usize == window).count() as i64;
                prop_assert_eq!(allowed, hits.min(limit));
            }
        }
    }

    #[test]
    fn twice_the_limit_passes_across_a_boundary() {
        let rule = FixedWindow { limit: 10, window: Span::from_secs(1) };
        let just_before = Time::from_nanos(999_999_999);
        let just_after = Time::from_nanos(1_000_000_000);
        let mut state = Count::default();
        let mut passed = 0;
        for now in [just_before; 15].into_iter().chain([just_after; 15]) {
            let (granted, _, next) = rule.take(state, now, 1);
            state = next;
            passed += granted;
        }
        assert_eq!(passed, 20);
    }
}
