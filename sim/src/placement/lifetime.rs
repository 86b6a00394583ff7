//! How long keys live.

use crate::redis::{Command, Expiry, ExpiryCondition, Key};
use crate::time::Span;

/// How much longer than its window a window's key lives.
///
/// The key is numbered by its window, so it could stay for ever: its expiry only clears up. But it must not be gone while
/// the first command of a check in the window is still on its way, or the count would begin again. In links that is at most
/// 9.3 s after the window's end: a message with jitter takes up to 36.8 times its mean of at most 250 ms, and commands of a
/// thousand requests keep Redis busy for 16 ms. A check's second command can come later still, up to three messages after
/// the window's end, and need not find the key: `SET` puts its count there whatever was there, `INCR` after `GET` counts on
/// a key without expiry, and `EXPIRE` is what ends one that had none. (Envoy's ratelimit adds up to 300 s, to spread the
/// expiries.)
const GRACE: Span = Span::from_secs(10);

/// An expiry as `EXPIRE` or `PEXPIRE` wants it: whole seconds if it is, else milliseconds, rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// Whole seconds.
    Seconds(i64),
    /// Milliseconds.
    Millis(i64),
}

impl Lifetime {
    /// The lifetime of a key of either kind.
    pub fn at(key: Key, window: Span) -> Self {
        if key.part.is_some() { Self::of(window) } else { Self::exactly(window) }
    }

    /// The lifetime of a key that is numbered by its window.
    pub fn of(window: Span) -> Self {
        Self::exactly(window + GRACE)
    }

    /// The lifetime of a key that ends its window by its own end.
    pub fn exactly(window: Span) -> Self {
        const SECOND: u64 = Span::from_secs(1).nanos();
        const MILLI: u64 = Span::from_millis(1).nanos();
        let nanos = window.nanos();
        if nanos.is_multiple_of(SECOND) {
            Self::Seconds((nanos / SECOND) as i64)
        } else {
            Self::Millis(nanos.div_ceil(MILLI) as i64)
        }
    }

    /// For `SET`.
    pub fn expiry(self) -> Expiry {
        match self {
            Self::Seconds(seconds) => Expiry::Seconds(seconds),
            Self::Millis(millis) => Expiry::Millis(millis),
        }
    }

    /// The command that gives it to a key.
    pub fn command(self, key: Key, when: ExpiryCondition) -> Command {
        match self {
            Self::Seconds(seconds) => Command::Expire(key, seconds, when),
            Self::Millis(millis) => Command::PExpire(key, millis, when),
        }
    }
}
