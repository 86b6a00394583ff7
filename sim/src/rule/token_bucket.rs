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
        // It fits: 10,000 tokens, shared by 32 servers that get one in an hour, are 1.2e15 microseconds of credit.
        let thousandths = credit * 1000 / self.interval;
        let decision = Comparison::Tokens.decide(thousandths, 1, now);
        (granted, decision, Bucket { credit: credit - granted * self.interval, last })
    }
}
