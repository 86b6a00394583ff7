//! Token bucket: it holds at most C tokens and gets r a second; a request takes one if there is a whole one.
//! `tokens = min(C, tokens + max(0, now - last) * r)`, then `tokens -= 1` if `tokens >= 1`. A missing bucket is a full one.
//!
//! At most `floor(C + r t)` pass in any span t. Seen in the lessons, at Stripe and in many libraries.
//!
//! What is kept is not tokens but the time that it takes to refill them, in whole microseconds (one token is `interval`), so
//! that fractions add up exactly: ten times a tenth of a token is one, which in floating point it is not.

use super::decision::{Comparison, Decision};
use crate::time::Time;

/// The rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenBucket {
    /// The most tokens that it holds; 0 refuses everything.
    pub capacity: i64,
    /// Microseconds in which one token is refilled: 1 / r, rounded up; at least 1.
    pub interval: i64,
}

/// The rule's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bucket {
    /// Tokens times the interval, in microseconds.
    pub credit: i64,
    /// When that was so, in microseconds.
    pub last: i64,
}

impl TokenBucket {
    /// A full bucket.
    pub fn full(&self, now: Time) -> Bucket {
        Bucket { credit: self.capacity * self.interval, last: now.micros() }
    }

    /// The bucket refilled up to `now`.
    pub fn refill(&self, Bucket { credit, last }: Bucket, now: Time) -> Bucket {
        let now = now.micros();
        Bucket { credit: (credit + (now - last).max(0)).min(self.capacity * self.interval), last: now }
    }

    /// Takes up to `want` tokens at `now`: how many, the decision on the first, the state after them.
    pub fn take(&self, state: Bucket, now: Time, want: i64) -> (i64, Decision, Bucket) {
        let Bucket { credit, last } = self.refill(state, now);
        let granted = (credit / self.interval).min(want);
        // It fits: 10,000 tokens of which one comes in an hour are 3.6e13 microseconds of credit.
        let thousandths = credit * 1000 / self.interval;
        let decision = Comparison::Tokens.decide(thousandths, 1, now);
        (granted, decision, Bucket { credit: credit - granted * self.interval, last })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::placement::stored::expire_bucket;
    use crate::redis::{Command, ExpiryCondition, Key};
    use crate::time::Span;

    proptest! {
        #[test]
        fn any_span_lets_at_most_its_capacity_and_what_is_refilled_through(
            capacity in 0..12i64, interval in 1..3_000i64,
            steps in proptest::collection::vec(prop_oneof![Just(0), 0..5u64, 0..9_000u64], 1..120)
        ) {
            let rule = TokenBucket { capacity, interval };
            let mut now = Time::START;
            let mut state = rule.full(now);
            let mut passed: Vec<i64> = Vec::new();
            for step in steps {
                now = now + Span::from_micros(step);
                let (granted, _, next) = rule.take(state, now, 1);
                state = next;
                if granted == 1 {
                    passed.push(now.micros());
                }
            }
            for (nth, from) in passed.iter().enumerate() {
                for (count, to) in (1..).zip(&passed[nth..]) {
                    // floor(C + r t), with r = 1 / interval.
                    prop_assert!(count <= capacity + (to - from) / interval);
                }
            }
        }
    }

    #[test]
    fn a_bucket_of_50_at_5_a_second_has_a_key_for_11_seconds() {
        let key = Key { name: "k", id: 1, part: None };
        assert_eq!(expire_bucket(key, 50 * 200_000), Command::Expire(key, 11, ExpiryCondition::Always));
        // 1.25 s are two whole ones.
        assert_eq!(expire_bucket(key, 1_250_000), Command::Expire(key, 3, ExpiryCondition::Always));
    }

    #[test]
    fn ten_tenths_of_a_token_are_one() {
        let rule = TokenBucket { capacity: 1, interval: 1_000_000 };
        let mut now = Time::START;
        let mut state = rule.take(rule.full(now), now, 1).2;
        for tenth in 1..=10 {
            now = now + Span::from_millis(100);
            let (granted, _, next) = rule.take(state, now, 1);
            assert_eq!(granted, i64::from(tenth == 10));
            state = next;
        }
    }
}
