//! Expiries.

use super::Keyspace;
use crate::redis::command::ExpiryCondition;
use crate::redis::key::Key;
use crate::redis::reply::{RedisError, Reply};
use crate::time::{Span, Time};

impl Keyspace {
    pub(super) fn expire(&mut self, key: &Key, amount: i64, unit: Unit, when: ExpiryCondition, now: Time) -> Reply {
        // The real server checks the argument before it looks for the key.
        let expires = match expiry(amount, unit, now) {
            Ok(expires) => expires,
            Err(error) => return Reply::Error(error),
        };
        let Some(entry) = self.live(key, now) else {
            return Reply::Integer(0);
        };
        let holds = match (when, entry.expires) {
            (ExpiryCondition::Always, _)
            | (ExpiryCondition::IfNone, None)
            | (ExpiryCondition::IfSome, Some(_))
            | (ExpiryCondition::IfEarlier, None) => true,
            (ExpiryCondition::IfNone, Some(_)) | (ExpiryCondition::IfSome | ExpiryCondition::IfLater, None) => false,
            (ExpiryCondition::IfLater, Some(current)) => expires.is_some_and(|new| new > current),
            (ExpiryCondition::IfEarlier, Some(current)) => expires.is_none_or(|new| new < current),
        };
        if !holds {
            return Reply::Integer(0);
        }
        match expires {
            Some(at) => entry.expires = Some(at),
            None => entry.end(now),
        }
        self.touch(key);
        Reply::Integer(1)
    }

    pub(super) fn remaining(&mut self, key: &Key, now: Time, from_millis: impl Fn(i64) -> i64) -> Reply {
        Reply::Integer(match self.live(key, now).map(|entry| entry.expires) {
            None => -2,
            Some(None) => -1,
            Some(Some(at)) => from_millis((at - now).nanos().div_ceil(MILLI.nanos) as i64),
        })
    }

    pub(super) fn persist(&mut self, key: &Key, now: Time) -> Reply {
        let had = self.live(key, now).and_then(|entry| entry.expires.take()).is_some();
        if had {
            self.touch(key);
        }
        Reply::Integer(had.into())
    }
}

/// The unit of an expiry, and the command that its errors name.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    nanos: u64,
    command: &'static str,
}

pub(super) const SECOND: Unit = Unit { nanos: 1_000_000_000, command: "expire" };
pub(super) const MILLI: Unit = Unit { nanos: 1_000_000, command: "pexpire" };

/// The instant that lies `amount` units from now; none when it is not in the future.
///
/// The real server counts milliseconds in 64 bits from 1970, this model nanoseconds from the run's start: what does not
/// fit is refused with the same error, only earlier (after 584 years).
fn expiry(amount: i64, unit: Unit, now: Time) -> Result<Option<Time>, RedisError> {
    let invalid = RedisError::InvalidExpiry(unit.command);
    // Also into the past it must fit in 64 bits of milliseconds.
    amount.checked_mul((unit.nanos / MILLI.nanos) as i64).ok_or(invalid)?;
    let Ok(amount) = u64::try_from(amount) else {
        return Ok(None);
    };
    let nanos = amount.checked_mul(unit.nanos).ok_or(invalid)?;
    now.nanos().checked_add(nanos).ok_or(invalid)?;
    Ok((nanos > 0).then(|| now + Span::from_nanos(nanos)))
}

/// What `SET` takes: only an expiry in the future.
pub(super) fn positive_expiry(amount: i64, unit: Unit, now: Time) -> Result<Time, RedisError> {
    let invalid = RedisError::InvalidExpiry("set");
    expiry(amount, unit, now).map_err(|_| invalid)?.ok_or(invalid)
}
