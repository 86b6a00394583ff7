//! Sliding-window log: the instants of all requests that were let through in the last W. Those at or before now - W are
//! dropped; a request is allowed, and its instant added, if fewer than L are left.
//!
//! Exact for every span of length W, at the price of remembering L instants. Refused requests leave nothing. (There is a
//! variant that adds them, too, in rolling-rate-limiter: with it a client that never pauses is locked out for good.)

use std::collections::VecDeque;

use super::decision::{Comparison, Decision};
use crate::time::Time;

/// The rule: at most `limit` in any `window` microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlidingLog {
    /// How many are allowed in any window; 0 refuses everything.
    pub limit: i64,
    /// The window's length in microseconds, at least 1.
    pub window: i64,
}

/// The rule's state: instants in microseconds, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Log(VecDeque<i64>);

impl Log {
    /// The oldest instant in it.
    pub fn oldest(&self) -> Option<i64> {
        self.0.front().copied()
    }
}

impl SlidingLog {
    /// Up to `want` requests at `now`: how many pass, the decision on the first, the state after them.
    pub fn take(&self, mut state: Log, now: Time, want: i64) -> (i64, Decision, Log) {
        let now_micros = now.micros();
        while state.0.front().is_some_and(|stamp| *stamp <= now_micros - self.window) {
            state.0.pop_front();
        }
        let count = state.0.len() as i64;
        let granted = (self.limit - count).clamp(0, want);
        // A clock that was set back does not break the order.
        let mut at = state.0.len();
        while at > 0 && state.0[at - 1] > now_micros {
            at -= 1;
        }
        (0..granted).for_each(|_| state.0.insert(at, now_micros));
        (granted, Comparison::Below.decide(count, self.limit, now), state)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::Span;

    proptest! {
        #[test]
        fn no_half_open_window_of_its_length_lets_more_than_the_limit_through_and_none_refuses_for_less(
            limit in 0..8i64, window in 1..300i64, mut at in proptest::collection::vec(0..2_000u64, 0..120)
        ) {
            at.sort_unstable();
            let rule = SlidingLog { limit, window };
            let mut state = Log::default();
            let mut passed: Vec<i64> = Vec::new();
            for now in at {
                let (granted, _, next) = rule.take(state, Time::START + Span::from_micros(now), 1);
                state = next;
                let now = now as i64;
                let last = passed.iter().filter(|one| **one > now - window).count() as i64;
                prop_assert_eq!(granted == 1, last < limit);
                if granted == 1 {
                    passed.push(now);
                }
            }
            for from in 0..2_000 {
                let within = passed.iter().filter(|one| (from..from + window).contains(*one)).count();
                prop_assert!(within as i64 <= limit);
            }
        }

        #[test]
        fn a_clock_that_is_set_back_does_not_break_the_order(at in proptest::collection::vec(0..200u64, 0..40)) {
            let rule = SlidingLog { limit: 100, window: 1_000 };
            let mut state = Log::default();
            for now in &at {
                state = rule.take(state, Time::START + Span::from_micros(*now), 1).2;
            }
            let mut sorted: Vec<i64> = at.iter().map(|one| *one as i64).collect();
            sorted.sort_unstable();
            prop_assert_eq!(state.0, sorted);
        }
    }
}
