//! How many requests wait for the limiter at once.

use super::{Kind, Trace};
use crate::run::Loss;
use crate::time::{Span, Time};

/// How many requests wait for the limiter's decision during some time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waiting {
    /// How many began to wait in that time.
    pub came: u32,
    /// How many waited already when it began.
    pub before: u32,
    /// How many wait on average, over that time.
    pub mean: f64,
    /// How many wait at most at once.
    pub most: u32,
    /// How much of all their waiting lies in that time.
    pub total: Span,
}

impl Trace {
    /// How many requests wait for the limiter between two instants. By Little's law the mean is what comes in a second, times
    /// how long each waits, as long as those who wait at the ends of that time make no difference.
    #[inline]
    pub fn waiting(&self, from: Time, until: Time) -> Waiting {
        let mut waiting = Waiting::default();
        let (mut now, mut since, mut nanos) = (0u32, from, 0u64);
        for event in self.events.iter().take_while(|event| event.at < until) {
            let more = match event.kind {
                Kind::Reached(_) => true,
                Kind::Decided { .. } | Kind::Lost(Loss::Checking(_)) => false,
                _ => continue,
            };
            let at = event.at.max(from);
            nanos += u64::from(now) * (at - since).nanos();
            since = at;
            if more {
                now += 1;
                waiting.came += u32::from(event.at >= from);
            } else {
                now -= 1;
            }
            if event.at < from {
                waiting.before = now;
            }
            if event.at >= from {
                waiting.most = waiting.most.max(now);
            }
        }
        nanos += u64::from(now) * (until.max(since) - since).nanos();
        waiting.total = Span::from_nanos(nanos);
        waiting.mean = nanos as f64 / (until.max(from) - from).nanos().max(1) as f64;
        waiting
    }
}
