//! A rule's state as it lies in Redis when servers read it, decide, and write it.
//!
//! | rule | key | value |
//! |---|---|---|
//! | fixed window | numbered by the window | the count |
//! | fixed window from the first hit | always the same | the count; the key's expiry is the window's end |
//! | sliding log | always the same | a sorted set: instants in microseconds, each with a member of its own |
//! | sliding counter | always the same | a hash: `current`, `previous`, `window` |
//! | token bucket | always the same | a hash: `tokens`, a decimal fraction, and `last`, in microseconds |
//! | GCRA | always the same | the theoretical arrival time in microseconds |
//!
//! A refusal writes nothing.

use super::program::Asker;
use super::{Comparison, Decision, Lifetime, Limiter};
use crate::redis::{Command, Expiry, ExpiryCondition, Key, Reply, SetOptions, Text};
use crate::rule::{Bucket, Halves, Rule, State};
use crate::time::Time;

/// The key of a user's state for a check that begins at `now`.
pub fn key(limiter: &Limiter, user: u32, now: Time) -> Key {
    match limiter.rule {
        Rule::FixedWindow(_) => limiter.key(user, now),
        _ => limiter.fixed_key(user),
    }
}

/// What reads it.
#[inline(never)]
pub fn read(limiter: &Limiter, user: u32, now: Time) -> Command {
    let key = key(limiter, user, now);
    match limiter.rule {
        Rule::FixedWindow(_) | Rule::FirstHit(_) | Rule::Gcra(_) => Command::Get(key),
        Rule::SlidingLog(rule) => Command::ZCount(key, Some(now.micros() - rule.window + 1), None),
        Rule::SlidingCounter(_) => Command::HMGet(key, HALVES.into()),
        Rule::TokenBucket(_) => Command::HMGet(key, BUCKET.into()),
    }
}

/// The decision at `now` by what was read, and what writes the state after it.
#[inline(never)]
pub fn decide(limiter: &Limiter, asker: Asker, now: Time, read: &Reply) -> (Decision, Vec<Command>) {
    let key = key(limiter, asker.user, now);
    let count = read.integer().unwrap_or(0);
    match limiter.rule {
        Rule::FixedWindow(rule) => {
            let options = SetOptions { expiry: Lifetime::of(rule.window).expiry(), ..SetOptions::default() };
            let decision = Comparison::Below.decide(count, rule.limit, now);
            (decision, vec![Command::Set(key, Text::Integer(count + 1), options)])
        }
        Rule::FirstHit(rule) => {
            let decision = Comparison::Below.decide(count, rule.limit, now);
            let lifetime = Lifetime::exactly(limiter.window);
            if count == 0 {
                let options = SetOptions { expiry: lifetime.expiry(), ..SetOptions::default() };
                return (decision, vec![Command::Set(key, Text::Integer(1), options)]);
            }
            // The key can end between read and write. Without the second command the count would then never end again.
            let options = SetOptions { expiry: Expiry::Keep, ..SetOptions::default() };
            let keep = Command::Set(key, Text::Integer(count + 1), options);
            (decision, vec![keep, lifetime.command(key, ExpiryCondition::IfNone)])
        }
        Rule::SlidingLog(rule) => {
            let decision = Comparison::Below.decide(count, rule.limit, now);
            let stamp = now.micros();
            let member = Text::from(format!("{stamp}-{}", asker.id).as_str());
            let drop = Command::ZRemRangeByScore(key, None, Some(stamp - rule.window));
            let add = Command::ZAdd(key, stamp, member);
            (decision, vec![drop, add, Command::PExpire(key, millis(rule.window), ExpiryCondition::Always)])
        }
        Rule::SlidingCounter(rule) => {
            let mut state = halves(read).map_or(State::New, State::Halves);
            let decision = limiter.rule.hit(&mut state, now);
            let (State::Halves(after), window) = (state, rule.window) else { return (decision, Vec::new()) };
            (decision, vec![write_halves(key, after), expire_halves(key, window)])
        }
        Rule::TokenBucket(rule) => {
            let mut state = bucket(read, rule.interval).map_or(State::New, State::Bucket);
            let decision = limiter.rule.hit(&mut state, now);
            let State::Bucket(after) = state else { return (decision, Vec::new()) };
            let write = write_bucket(key, after, rule.interval);
            (decision, vec![write, expire_bucket(key, rule.capacity * rule.interval)])
        }
        Rule::Gcra(_) => {
            let mut state = read.integer().map_or(State::New, State::Tat);
            let decision = limiter.rule.hit(&mut state, now);
            let State::Tat(after) = state else { return (decision, Vec::new()) };
            (decision, vec![write_tat(key, after, now)])
        }
    }
}

/// When a request is counted whose last command ran then. A window that begins with its first hit is the key's life, by
/// Redis's clock; all else goes by the clock of the server that decides.
pub fn counted(limiter: &Limiter, decision: Decision, ran: Time) -> Decision {
    match limiter.rule {
        Rule::FirstHit(_) => Decision { counted: ran, ..decision },
        _ => decision,
    }
}

/// The fields of a sliding counter.
pub const HALVES: [&str; 3] = ["current", "previous", "window"];
/// The fields of a token bucket.
pub const BUCKET: [&str; 2] = ["tokens", "last"];

/// A sliding counter's state, if there is one.
pub fn halves(read: &Reply) -> Option<Halves> {
    let field = |nth| read.nth(nth).integer();
    Some(Halves { current: field(0)?, previous: field(1)?, window: field(2)? })
}

/// Writes a sliding counter's state.
pub fn write_halves(key: Key, Halves { window, current, previous }: Halves) -> Command {
    let values = [current, previous, window].map(Text::Integer);
    Command::HSet(key, HALVES.into_iter().zip(values).collect())
}

/// It is of no use once the next window is over, too.
pub fn expire_halves(key: Key, window: i64) -> Command {
    Command::PExpire(key, millis(2 * window), ExpiryCondition::Always)
}

/// A bucket, if there is one.
pub fn bucket(read: &Reply, interval: i64) -> Option<Bucket> {
    let credit = match read.nth(0) {
        Reply::Bulk(Text::Integer(tokens)) => tokens * interval,
        // A fraction that was made of the same interval.
        Reply::Bulk(Text::Ratio { of, .. }) => *of,
        _ => return None,
    };
    Some(Bucket { credit, last: read.nth(1).integer()? })
}

/// Writes a bucket.
pub fn write_bucket(key: Key, Bucket { credit, last }: Bucket, interval: i64) -> Command {
    let values = [Text::ratio(credit, interval), Text::Integer(last)];
    Command::HSet(key, BUCKET.into_iter().zip(values).collect())
}

/// Once the bucket would be full, a missing one says the same: the time that takes, in whole seconds, and one more.
pub fn expire_bucket(key: Key, full: i64) -> Command {
    Command::Expire(key, div_up(full, 1_000_000) + 1, ExpiryCondition::Always)
}

/// Writes a theoretical arrival time. Once that is past, a missing one says the same.
pub fn write_tat(key: Key, tat: i64, now: Time) -> Command {
    let expiry = Expiry::Seconds(div_up(tat - now.micros(), 1_000_000).max(1));
    Command::Set(key, Text::Integer(tat), SetOptions { expiry, ..SetOptions::default() })
}

/// Microseconds as milliseconds, rounded up.
pub fn millis(micros: i64) -> i64 {
    div_up(micros, 1_000)
}

/// Division that rounds up, of numbers that are not negative.
pub fn div_up(number: i64, by: i64) -> i64 {
    (number + by - 1) / by
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Scenario, WindowStart};

    #[test]
    fn only_a_window_that_begins_with_its_first_hit_goes_by_when_redis_ran_the_command() {
        let ran = Time::from_nanos(5);
        for (window_start, counted_at) in [(WindowStart::FirstHit, ran), (WindowStart::Clock, Time::START)] {
            let limiter = Limiter::new(&Scenario { window_start, ..Scenario::default() });
            let decision = limiter.fall_back(&mut crate::placement::Memory::default(), Time::START);
            assert_eq!(counted(&limiter, decision, ran).counted, counted_at);
        }
    }
}
