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
