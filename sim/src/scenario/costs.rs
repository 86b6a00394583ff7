//! What a bill is made out for.

use super::Calls;
use crate::time::Span;

/// What the cost of a shared limiter follows from ([`crate::cost::Bill`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// Requests a second.
    pub rate: u64,
    /// Limit checks that a request makes on average, in tenths.
    pub checks: u64,
    /// How long Redis is busy with a call.
    pub service: Span,
    /// Of the requests a second, those that go to the busiest key, each of which checks it once; at most all of them.
    pub hot: u64,
    /// How many buckets Redis keeps.
    pub buckets: u64,
    /// How many bytes each takes.
    pub bytes: u64,
    /// A round trip to Redis.
    pub rtt: Span,
    /// How long a request takes without its checks.
    pub work: Span,
    /// Redis calls that a check makes.
    pub calls: Calls,
}

impl Costs {
    /// The lesson's dinner peak: 3,600 requests a second with 1.5 checks each, 200,000 buckets, one Redis that takes 100,000
    /// calls a second, 0.3 ms away.
    pub const LESSON: Self = Self {
        rate: 3_600,
        checks: 15,
        service: Span::from_micros(10),
        hot: 0,
        buckets: 200_000,
        bytes: 100,
        rtt: Span::from_micros(300),
        work: Span::from_millis(50),
        calls: Calls::One,
    };

    /// The same with no more requests to the busiest key than there are.
    pub fn bounded(self) -> Self {
        Self { hot: self.hot.min(self.rate), ..self }
    }

    /// One of the amounts; of a span, its nanoseconds.
    #[inline]
    pub fn get(&self, of: Amount) -> u64 {
        match of {
            Amount::Rate => self.rate,
            Amount::Checks => self.checks,
            Amount::Service => self.service.nanos(),
            Amount::Hot => self.hot,
            Amount::Buckets => self.buckets,
            Amount::Bytes => self.bytes,
            Amount::Rtt => self.rtt.nanos(),
            Amount::Work => self.work.nanos(),
        }
    }

    /// Sets one of the amounts, counted likewise.
    #[inline]
    pub fn set(&mut self, of: Amount, to: u64) {
        match of {
            Amount::Rate => self.rate = to,
            Amount::Checks => self.checks = to,
            Amount::Service => self.service = Span::from_nanos(to),
            Amount::Hot => self.hot = to,
            Amount::Buckets => self.buckets = to,
            Amount::Bytes => self.bytes = to,
            Amount::Rtt => self.rtt = Span::from_nanos(to),
            Amount::Work => self.work = Span::from_nanos(to),
        }
    }
}

impl Default for Costs {
    fn default() -> Self {
        Self::LESSON
    }
}

/// The amounts that a bill is made out for. One way to read, print and set all of them takes less of what the page loads than
/// functions for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// [`Costs::rate`].
    Rate,
    /// [`Costs::checks`].
    Checks,
    /// [`Costs::service`].
    Service,
    /// [`Costs::hot`].
    Hot,
    /// [`Costs::buckets`].
    Buckets,
    /// [`Costs::bytes`].
    Bytes,
    /// [`Costs::rtt`].
    Rtt,
    /// [`Costs::work`].
    Work,
}

impl Amount {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Rate, Self::Checks, Self::Service, Self::Hot, Self::Buckets, Self::Bytes, Self::Rtt, Self::Work];

    /// The least and the most that is allowed, as [`Costs::get`] counts.
    pub const fn range(self) -> [u64; 2] {
        const RANGES: [[u64; 2]; 8] = [
            [1, 1_000_000],
            [1, 200],
            [1_000, 10_000_000],
            [0, 1_000_000],
            [0, 100_000_000],
            [1, 100_000],
            [0, 500_000_000],
            [1_000_000, 10_000_000_000],
        ];
        RANGES[self as usize]
    }
}
