//! What a bill is made out for.

use std::ops::RangeInclusive;

use super::Calls;
use crate::time::Span;

/// What the cost of a shared limiter follows from ([`crate::cost::Bill`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// Requests a second.
    pub rate: u32,
    /// Limit checks that a request makes on average, in tenths.
    pub checks: u32,
    /// Redis calls that a check makes.
    pub calls: Calls,
    /// How long Redis is busy with a call.
    pub service: Span,
    /// Of the requests a second, those that go to the busiest key. Each checks it once.
    pub hot: u32,
    /// How many buckets Redis keeps.
    pub buckets: u32,
    /// How many bytes each takes.
    pub bytes: u32,
    /// A round trip to Redis.
    pub rtt: Span,
    /// How long a request takes without its checks.
    pub work: Span,
}

impl Costs {
    /// Allowed numbers of requests a second.
    pub const RATE: RangeInclusive<u32> = 1..=1_000_000;
    /// Allowed numbers of checks, in tenths.
    pub const CHECKS: RangeInclusive<u32> = 1..=200;
    /// Allowed times that Redis is busy with a call.
    pub const SERVICE: RangeInclusive<Span> = Span::from_micros(1)..=Span::from_millis(10);
    /// Allowed numbers of requests a second to the busiest key; no more than there are ([`Self::bounded`]).
    pub const HOT: RangeInclusive<u32> = 0..=*Self::RATE.end();
    /// Allowed numbers of buckets.
    pub const BUCKETS: RangeInclusive<u32> = 0..=100_000_000;
    /// Allowed numbers of bytes.
    pub const BYTES: RangeInclusive<u32> = 1..=100_000;
    /// Allowed round trips.
    pub const RTT: RangeInclusive<Span> = Span::ZERO..=Span::from_millis(500);
    /// Allowed times that a request takes.
    pub const WORK: RangeInclusive<Span> = Span::from_millis(1)..=Span::from_secs(10);

    /// The lesson's dinner peak: 3,600 requests a second with 1.5 checks each, 200,000 buckets, one Redis that takes 100,000
    /// calls a second, 0.3 ms away.
    pub const LESSON: Self = Self {
        rate: 3_600,
        checks: 15,
        calls: Calls::One,
        service: Span::from_micros(10),
        hot: 0,
        buckets: 200_000,
        bytes: 100,
        rtt: Span::from_micros(300),
        work: Span::from_millis(50),
    };

    /// The same with no more requests to the busiest key than there are.
    pub fn bounded(self) -> Self {
        Self { hot: self.hot.min(self.rate), ..self }
    }
}

impl Default for Costs {
    fn default() -> Self {
        Self::LESSON
    }
}
