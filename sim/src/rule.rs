//! Counting rules: pure transitions from a state and an instant to a decision and a new state.
//!
//! A rule knows nothing of servers or Redis. One file per rule. All but the clock-aligned window count time in whole
//! microseconds, as Redis's `TIME` does, and in integers alone, so that what is exact is exact everywhere.

mod decision;
mod first_hit;
mod fixed_window;
mod gcra;
mod sliding_counter;
mod sliding_log;
#[cfg(test)]
mod tests;
mod token_bucket;

pub use decision::{Comparison, Decision};
pub use first_hit::{FirstHit, Hits};
pub use fixed_window::{Count, FixedWindow};
pub use gcra::Gcra;
pub use sliding_counter::{Halves, SlidingCounter};
pub use sliding_log::{Log, SlidingLog};
pub use token_bucket::{Bucket, TokenBucket};

use crate::scenario::{self, Scenario, WindowStart};
use crate::time::{Span, Time};

/// A rule with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Clock-aligned windows.
    FixedWindow(FixedWindow),
    /// Windows that begin with their first hit.
    FirstHit(FirstHit),
    /// A log of the last window's length.
    SlidingLog(SlidingLog),
    /// Two windows' counts.
    SlidingCounter(SlidingCounter),
    /// A token bucket.
    TokenBucket(TokenBucket),
    /// GCRA.
    Gcra(Gcra),
}

/// What a rule remembers of one user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum State {
    /// Nothing yet.
    #[default]
    New,
    /// Of a clock-aligned window.
    Count(Count),
    /// Of a window that began with its first hit.
    Hits(Hits),
    /// Of a log.
    Log(Log),
    /// Of a sliding counter.
    Halves(Halves),
    /// Of a bucket.
    Bucket(Bucket),
    /// Of GCRA: the theoretical arrival time, in microseconds.
    Tat(i64),
}

/// Takes the state of a rule's own kind out of a [`State`]; a new one where there is none.
macro_rules! own {
    ($kind:ident, $state:expr, $new:expr) => {
        match std::mem::take($state) {
            State::$kind(own) => own,
            _ => $new,
        }
    };
}

impl Rule {
    /// The scenario's rule with its whole limit.
    pub fn of(scenario: &Scenario) -> Self {
        Self::shared(scenario, 1)
    }

    /// The scenario's rule for one of `servers` that share the limit: `floor(L / N)`, a bucket of `floor(C / N)` that is
    /// refilled at `r / N`.
    pub fn shared(scenario: &Scenario, servers: u32) -> Self {
        let limit = i64::from(scenario.limit / servers);
        let window = Span::from_micros(scenario.window.micros_up() as u64);
        let capacity = i64::from(scenario.capacity.unwrap_or(scenario.limit) / servers);
        // Rounded up, so that never more than promised is let through.
        let interval = match scenario.refill {
            Some(refill) => i64::from(1_000_000_u32.div_ceil(refill)),
            None => Span::from_nanos(window.nanos().div_ceil(u64::from(scenario.limit.max(1)))).micros_up(),
        };
        let interval = interval.max(1) * i64::from(servers);
        match scenario.rule {
            scenario::Rule::FixedWindow => match scenario.window_start() {
                WindowStart::Clock => Self::FixedWindow(FixedWindow { limit, window }),
                WindowStart::FirstHit => {
                    // What ends them is a key's life, and that is whole milliseconds.
                    let window = Span::from_millis(window.nanos().div_ceil(1_000_000));
                    Self::FirstHit(FirstHit { limit, window: window.micros_up() })
                }
            },
            scenario::Rule::SlidingLog => Self::SlidingLog(SlidingLog { limit, window: window.micros_up() }),
            scenario::Rule::SlidingCounter => {
                Self::SlidingCounter(SlidingCounter { limit, window: window.micros_up() })
            }
            scenario::Rule::TokenBucket => Self::TokenBucket(TokenBucket { capacity, interval }),
            scenario::Rule::Gcra => Self::Gcra(Gcra { burst: capacity, interval }),
        }
    }

    /// One request at `now`: what becomes of it. The state becomes the one after it.
    pub fn hit(&self, state: &mut State, now: Time) -> Decision {
        self.take(state, now, 1).1
    }

    /// Up to `want` requests at once, at least one: how many of them pass, and the decision on the first. The same as
    /// `want` hits at one instant, up to the first that is refused.
    pub fn take(&self, state: &mut State, now: Time, want: i64) -> (i64, Decision) {
        let (granted, decision, after) = match self {
            Self::FixedWindow(rule) => {
                let (granted, decision, after) = rule.take(own!(Count, state, Count::default()), now, want);
                (granted, decision, State::Count(after))
            }
            Self::FirstHit(rule) => {
                let (granted, decision, after) = rule.take(own!(Hits, state, Hits::default()), now, want);
                (granted, decision, State::Hits(after))
            }
            Self::SlidingLog(rule) => {
                let (granted, decision, after) = rule.take(own!(Log, state, Log::default()), now, want);
                (granted, decision, State::Log(after))
            }
            Self::SlidingCounter(rule) => {
                let (granted, decision, after) = rule.take(own!(Halves, state, Halves::default()), now, want);
                (granted, decision, State::Halves(after))
            }
            Self::TokenBucket(rule) => {
                let (granted, decision, after) = rule.take(own!(Bucket, state, rule.full(now)), now, want);
                (granted, decision, State::Bucket(after))
            }
            Self::Gcra(rule) => {
                let (granted, decision, after) = rule.take(own!(Tat, state, 0), now, want);
                (granted, decision, State::Tat(after))
            }
        };
        *state = after;
        (granted, decision)
    }

    /// The most that it lets through at one instant: the limit, or what a bucket holds.
    pub fn most_at_once(&self) -> i64 {
        match *self {
            Self::FixedWindow(FixedWindow { limit, .. })
            | Self::FirstHit(FirstHit { limit, .. })
            | Self::SlidingLog(SlidingLog { limit, .. })
            | Self::SlidingCounter(SlidingCounter { limit, .. })
            | Self::TokenBucket(TokenBucket { capacity: limit, .. })
            | Self::Gcra(Gcra { burst: limit, .. }) => limit,
        }
    }

    /// How long after `now` a request would be let through that is refused then, in microseconds, if nothing else comes. A
    /// sliding counter can't tell without trying: it answers how long its window still lasts.
    pub fn retry_after(&self, state: &State, now: Time) -> i64 {
        let now_micros = now.micros();
        let until = match (self, state) {
            (Self::FixedWindow(rule), _) => {
                let ends = Time::from_nanos((now.window(rule.window) + 1) * rule.window.nanos());
                return (ends - now).micros_up();
            }
            (Self::SlidingCounter(rule), _) => (now_micros / rule.window + 1) * rule.window,
            (Self::FirstHit(_), State::Hits(hits)) => hits.expires,
            (Self::SlidingLog(rule), State::Log(log)) => log.oldest().map_or(now_micros, |oldest| oldest + rule.window),
            (Self::TokenBucket(rule), State::Bucket(bucket)) => bucket.last + (rule.interval - bucket.credit),
            (Self::Gcra(rule), state) => {
                let tat = if let State::Tat(tat) = state { now_micros.max(*tat) } else { now_micros };
                tat + rule.interval - rule.burst * rule.interval
            }
            _ => now_micros,
        };
        (until - now_micros).max(0)
    }

    /// The most that it lets through from one instant to another, both included, if nothing came before. (Something before
    /// adds only where windows begin with their first hit: one that was under way already.)
    pub fn most_between(&self, from: Time, to: Time) -> u64 {
        let span = to.micros() - from.micros();
        let most = match *self {
            Self::FixedWindow(FixedWindow { limit, window }) => {
                limit * (to.window(window) - from.window(window) + 1).cast_signed()
            }
            Self::SlidingCounter(SlidingCounter { limit, window }) => {
                limit * (to.micros() / window - from.micros() / window + 1)
            }
            Self::FirstHit(FirstHit { limit, window }) | Self::SlidingLog(SlidingLog { limit, window }) => {
                limit * (span / window + 1)
            }
            Self::TokenBucket(TokenBucket { capacity: 0, .. }) | Self::Gcra(Gcra { burst: 0, .. }) => 0,
            Self::TokenBucket(TokenBucket { capacity, interval }) | Self::Gcra(Gcra { burst: capacity, interval }) => {
                capacity + span / interval
            }
        };
        most.cast_unsigned()
    }
}
