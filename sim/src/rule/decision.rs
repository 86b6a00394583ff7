//! What a limiter answers, and what that rests on.

use crate::time::Time;

/// A limiter's answer, with the comparison that it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Whether the request is let through.
    pub allowed: bool,
    /// What was compared; its unit is its comparison's.
    pub count: i64,
    /// How it was compared.
    pub comparison: Comparison,
    /// What it was compared with, in the same unit.
    pub limit: i64,
    /// When the request was counted: what the clock showed that its rule was given.
    pub counted: Time,
}

/// How a number is held against a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// A count that leaves this request out: allowed if it is below the limit.
    Below,
    /// A count that has this request in it: allowed if it is at most the limit.
    AtMost,
    /// A sliding counter's estimate without this request, in thousandths, rounded down: allowed if it is below the limit.
    Estimate,
    /// Thousandths of a token before this request, rounded down: allowed if there are at least as many as the limit, a whole
    /// one.
    Tokens,
    /// How far ahead of the clock the theoretical arrival time would be after this request, in microseconds: allowed if it is
    /// at most the limit, the burst's worth.
    Ahead,
    /// How many more the server may let through before it hears from Redis again: allowed if there is one; the limit is 1.
    Left,
    /// A script in Redis has decided; how many more it would let through at once, after this one.
    Told,
    /// A refusal that the server remembers; for how many microseconds still.
    Remembered,
    /// No try is left, and none has succeeded; the limit is how many there were. Refused.
    NoTryLeft,
    /// There was no answer from Redis, or an error. Let through.
    Failed,
    /// The same, refused.
    Closed,
    /// The same; the server has decided by a count of its own, against its share of the limit. The numbers are that rule's.
    Alone,
}

impl Comparison {
    /// Holds the count of a request that was counted then against the limit.
    pub fn decide(self, count: i64, limit: i64, counted: Time) -> Decision {
        let allowed = match self {
            Self::Below => count < limit,
            Self::AtMost | Self::Ahead => count <= limit,
            Self::Estimate => count < limit * 1000,
            Self::Tokens => count >= limit * 1000,
            Self::Left => count >= limit,
            Self::Told | Self::Failed => true,
            Self::Remembered | Self::NoTryLeft | Self::Closed | Self::Alone => false,
        };
        Decision { allowed, count, comparison: self, limit, counted }
    }

    /// Whether the decision was made without Redis because there was no answer from it.
    pub fn is_fallback(self) -> bool {
        matches!(self, Self::Failed | Self::Closed | Self::Alone)
    }
}
