//! Sliding-window counter: with f the part of the present window that is over, the estimate is
//! `previous * (1 - f) + current`; a request is allowed, and counted, if that is below L.
//!
//! Two numbers stand for the whole log, as if the previous window's requests had been spread evenly. Seen at Cloudflare,
//! which found 0.003 % of 400 million requests judged wrongly, and in Upstash. After a full previous window at most
//! `ceil(L f)` pass by the fraction f of the next: whoever finds the estimate below L passes, however little below. So in a
//! span of W up to 2 L can pass, L more than by a log. Refused requests don't count.

use super::decision::{Comparison, Decision};
use crate::time::Time;

/// The rule: about `limit` in any `window` microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlidingCounter {
    /// How many are allowed; 0 refuses everything.
    pub limit: i64,
    /// The window's length in microseconds, at least 1.
    pub window: i64,
}

/// The rule's state: the counts of two windows, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Halves {
    /// The present window's number.
    pub window: i64,
    /// What was let through in it.
    pub current: i64,
    /// What was let through in the one before it.
    pub previous: i64,
}

impl SlidingCounter {
    /// The state as it is in the window that contains `now`. A clock that was set back stays in the window that was reached.
    pub fn turn(&self, state: Halves, now: Time) -> Halves {
        let window = now.micros() / self.window;
        match window - state.window {
            ..=0 => state,
            1 => Halves { window, current: 0, previous: state.current },
            _ => Halves { window, current: 0, previous: 0 },
        }
    }

    /// Up to `want` requests at `now`: how many pass, the decision on the first, the state after them.
    pub fn take(&self, state: Halves, now: Time, want: i64) -> (i64, Decision, Halves) {
        let state = self.turn(state, now);
        let into = (now.micros() - state.window * self.window).clamp(0, self.window);
        // Everything times the window's length, so that it is whole. It fits: 10,000 requests and an hour are 3.6e13.
        let estimate = state.previous * (self.window - into) + state.current * self.window;
        let room = (self.limit * self.window - estimate).max(0);
        // Each must find the estimate below the limit before it is counted.
        let granted = ((room + self.window - 1) / self.window).min(want);
        let thousandths = estimate * 1000 / self.window;
        let decision = Comparison::Estimate.decide(thousandths, self.limit, now);
        (granted, decision, Halves { current: state.current + granted, ..state })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rule::{Log, SlidingLog};
    use crate::time::Span;

    fn hits(rule: SlidingCounter, at: &[u64]) -> Vec<u64> {
        let mut state = Halves::default();
        let mut passed = Vec::new();
        for now in at {
            let (granted, _, next) = rule.take(state, Time::START + Span::from_micros(*now), 1);
            state = next;
            passed.extend((granted == 1).then_some(*now));
        }
        passed
    }

    fn within(all: &[u64], range: std::ops::Range<i64>) -> i64 {
        all.iter().filter(|one| range.contains(&(**one as i64))).count() as i64
    }

    proptest! {
        /// `previous * (W - into) + current * W < L * W`, counted anew for each request.
        #[test]
        fn it_is_the_estimate_in_rational_numbers(
            limit in 0..9i64, window in 1..400i64, mut at in proptest::collection::vec(0..2_000u64, 0..120)
        ) {
            at.sort_unstable();
            let mut passed: Vec<u64> = Vec::new();
            for now in &at {
                let began = *now as i64 / window * window;
                let previous = within(&passed, began - window..began);
                let current = within(&passed, began..began + window);
                if previous * (began + window - *now as i64) + current * window < limit * window {
                    passed.push(*now);
                }
            }
            prop_assert_eq!(hits(SlidingCounter { limit, window }, &at), passed);
        }

        #[test]
        fn after_a_full_window_at_its_end_at_most_the_limit_s_fraction_rounded_up_passes(
            limit in 1..30i64, window in 50..400i64, mut into in proptest::collection::vec(0..400u64, 0..200)
        ) {
            into.retain(|one| (*one as i64) < window);
            into.sort_unstable();
            let full = vec![window as u64 - 1; limit as usize];
            let at: Vec<u64> = full.into_iter().chain(into.iter().map(|one| window as u64 + one)).collect();
            let passed = hits(SlidingCounter { limit, window }, &at);
            for one in into {
                let by_then = within(&passed, window..window + one as i64 + 1);
                // ceil(L f)
                prop_assert!(by_then <= (limit * one as i64 + window - 1) / window);
            }
        }

        #[test]
        fn any_span_of_its_length_lets_at_most_twice_the_limit_through(
            limit in 1..12i64, window in 1..200i64, mut at in proptest::collection::vec(0..1_000u64, 0..200)
        ) {
            at.sort_unstable();
            let passed = hits(SlidingCounter { limit, window }, &at);
            for from in 0..1_000 {
                prop_assert!(within(&passed, from..from + window) <= 2 * limit);
            }
        }
    }

    #[test]
    fn it_takes_what_came_early_for_spread_evenly_and_refuses_what_a_log_lets_through() {
        let (counter, log) = (SlidingCounter { limit: 10, window: 1_000 }, SlidingLog { limit: 10, window: 1_000 });
        let (mut state, mut exact) = (Halves::default(), Log::default());
        let mut passed = [0, 0];
        for now in [0; 10].into_iter().chain([1_000; 10]) {
            let now = Time::START + Span::from_micros(now);
            let (granted, _, next) = counter.take(state, now, 1);
            let (of_log, _, after) = log.take(exact, now, 1);
            (state, exact) = (next, after);
            passed = [passed[0] + granted, passed[1] + of_log];
        }
        assert_eq!(passed, [10, 20]);
    }

    #[test]
    fn twice_the_limit_can_pass_in_a_span_of_its_length() {
        let at = [99, 99, 101, 151];
        assert_eq!(hits(SlidingCounter { limit: 2, window: 100 }, &at), at);
    }

    #[test]
    fn it_lets_through_what_a_log_refuses() {
        let rule = SlidingCounter { limit: 10, window: 1_000 };
        // Ten at the first one's end, then ten spread over the second: five by its middle, where a log has let none through.
        let at: Vec<u64> = [999; 10].into_iter().chain((1..=10).map(|nth| 1_000 + nth * 100 - 1)).collect();
        let passed = hits(rule, &at);
        assert_eq!(within(&passed, 999..1_500 + 100), 10 + 6);
    }
}
