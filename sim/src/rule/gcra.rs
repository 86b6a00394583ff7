//! GCRA, the generic cell rate algorithm: with T0 the time between requests at the allowed rate and TAT the theoretical
//! arrival time of the next, `x = max(TAT, now)`; a request is allowed if `x + T0 - now <= b T0`, and then TAT becomes
//! `x + T0`. A refusal writes nothing.
//!
//! One number stands for the whole bucket: with b = C it decides like a token bucket that starts full, on every trace whose
//! clock never goes back. Seen in redis_rate and governor; redis-cell allows one more.

use super::decision::{Comparison, Decision};
use crate::time::Time;

/// The rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gcra {
    /// How many can pass at once; 0 refuses everything.
    pub burst: i64,
    /// Microseconds between requests at the allowed rate, T0: 1 / r, rounded up; at least 1.
    pub interval: i64,
}

impl Gcra {
    /// Up to `want` requests at `now`, with the theoretical arrival time in microseconds before and after them: how many pass,
    /// and the decision on the first.
    pub fn take(&self, tat: i64, now: Time, want: i64) -> (i64, Decision, i64) {
        let now_micros = now.micros();
        let next = tat.max(now_micros);
        let most = self.burst * self.interval;
        let granted = ((most - (next - now_micros)) / self.interval).clamp(0, want);
        let decision = Comparison::Ahead.decide(next + self.interval - now_micros, most, now);
        // Where nothing passes, nothing changes.
        (granted, decision, if granted > 0 { next + granted * self.interval } else { tat })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rule::TokenBucket;
    use crate::time::Span;

    #[test]
    fn where_nothing_can_pass_nothing_changes() {
        let (granted, _, tat) = Gcra { burst: 0, interval: 5 }.take(3, Time::from_nanos(7_000), 1);
        assert_eq!((granted, tat), (0, 3));
    }

    proptest! {
        #[test]
        fn it_decides_like_a_bucket_that_starts_full_on_every_trace_whose_clock_never_goes_back(
            burst in 0..12i64, interval in 1..5_000i64,
            steps in proptest::collection::vec((prop_oneof![Just(0), 0..3u64, 0..20_000u64], 1..4i64), 1..150)
        ) {
            let (gcra, bucket) = (Gcra { burst, interval }, TokenBucket { capacity: burst, interval });
            let mut now = Time::START;
            let (mut tat, mut state) = (0, bucket.full(now));
            for (step, want) in steps {
                now = now + Span::from_micros(step);
                let (of_gcra, _, next) = gcra.take(tat, now, want);
                let (of_bucket, _, after) = bucket.take(state, now, want);
                (tat, state) = (next, after);
                prop_assert_eq!(of_gcra, of_bucket);
                // The bucket's debt is how far ahead of the clock the theoretical arrival time is.
                prop_assert_eq!((tat - now.micros()).max(0), burst * interval - state.credit);
            }
        }
    }
}
