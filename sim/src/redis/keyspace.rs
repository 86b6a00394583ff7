//! What Redis does: the keys, and each command's effect on them.

use std::collections::BTreeMap;

use super::command::{Command, Condition, Expiry, ExpiryCondition, SetOptions};
use super::key::Key;
use super::reply::{RedisError, Reply};
use super::value::{Text, Value};
use crate::time::{Span, Time};

/// All keys of one Redis. Expiry is lazy: a key that is past its time is removed when it is next looked at, and no command
/// can tell the difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keyspace {
    keys: BTreeMap<Key, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    value: Value,
    /// The instant from which the key is gone.
    expires: Option<Time>,
}

impl Entry {
    fn lives(&self, now: Time) -> bool {
        self.expires.is_none_or(|at| now < at)
    }
}

type Outcome = Result<Reply, RedisError>;

impl Keyspace {
    /// Runs one command at the instant `now`, alone.
    pub fn run(&mut self, command: &Command, now: Time) -> Reply {
        let outcome = match command {
            Command::Get(key) => self.get(*key, now),
            Command::Set(key, value, options) => self.set(*key, value, *options, now),
            Command::Incr(key) => self.add(*key, 1, now),
            Command::IncrBy(key, by) => self.add(*key, *by, now),
            Command::DecrBy(key, by) => {
                by.checked_neg().ok_or(RedisError::DecrementOverflow).and_then(|by| self.add(*key, by, now))
            }
            Command::Del(keys) => Ok(self.del(keys, now)),
            Command::Expire(key, seconds, when) => self.expire(*key, *seconds, SECOND, *when, now),
            Command::PExpire(key, millis, when) => self.expire(*key, *millis, MILLI, *when, now),
            Command::Ttl(key) => Ok(self.remaining(*key, now, |millis| (millis + 500) / 1000)),
            Command::PTtl(key) => Ok(self.remaining(*key, now, |millis| millis)),
            Command::Persist(key) => Ok(self.persist(*key, now)),
            Command::Time => Ok(time(now)),
            Command::HSet(key, field, value) => self.hset(*key, field, value, now),
            Command::HGet(key, field) => self.hget(*key, field, now),
        };
        outcome.unwrap_or_else(Reply::Error)
    }

    /// The string at a key, without touching it; none when the key is missing, expired or of another type.
    pub fn text(&self, key: Key, now: Time) -> Option<&Text> {
        match self.keys.get(&key) {
            Some(Entry { value: Value::String(text), expires }) if expires.is_none_or(|at| now < at) => Some(text),
            _ => None,
        }
    }

    /// The key's entry, if it is there and not expired.
    fn live(&mut self, key: Key, now: Time) -> Option<&mut Entry> {
        if !self.keys.get(&key)?.lives(now) {
            self.keys.remove(&key);
        }
        self.keys.get_mut(&key)
    }

    /// The string at a key; an error when the key is of another type.
    fn string(&mut self, key: Key, now: Time) -> Result<Option<&mut Text>, RedisError> {
        match self.live(key, now) {
            None => Ok(None),
            Some(Entry { value: Value::String(text), .. }) => Ok(Some(text)),
            Some(_) => Err(RedisError::WrongType),
        }
    }

    fn get(&mut self, key: Key, now: Time) -> Outcome {
        Ok(self.string(key, now)?.map_or(Reply::Nil, |text| Reply::Bulk(text.clone())))
    }

    fn set(&mut self, key: Key, value: &Text, options: SetOptions, now: Time) -> Outcome {
        let expires = match options.expiry {
            Expiry::Drop | Expiry::Keep => None,
            Expiry::Seconds(seconds) => Some(positive_expiry(seconds, SECOND, now)?),
            Expiry::Millis(millis) => Some(positive_expiry(millis, MILLI, now)?),
        };
        let old = if options.get { Some(self.get(key, now)?) } else { None };
        let present = self.live(key, now);
        let refused = match options.condition {
            Condition::Always => false,
            Condition::IfMissing => present.is_some(),
            Condition::IfPresent => present.is_none(),
        };
        if refused {
            return Ok(old.unwrap_or(Reply::Nil));
        }
        let value = Value::String(value.clone());
        match present {
            Some(entry) => {
                entry.value = value;
                if options.expiry != Expiry::Keep {
                    entry.expires = expires;
                }
            }
            None => {
                self.keys.insert(key, Entry { value, expires });
            }
        }
        Ok(old.unwrap_or(Reply::Ok))
    }

    fn add(&mut self, key: Key, by: i64, now: Time) -> Outcome {
        match self.string(key, now)? {
            Some(text) => {
                let value = text.integer().ok_or(RedisError::NotAnInteger)?;
                let sum = value.checked_add(by).ok_or(RedisError::Overflow)?;
                *text = Text::Integer(sum);
                Ok(Reply::Integer(sum))
            }
            None => {
                let value = Value::String(Text::Integer(by));
                self.keys.insert(key, Entry { value, expires: None });
                Ok(Reply::Integer(by))
            }
        }
    }

    fn del(&mut self, keys: &[Key], now: Time) -> Reply {
        let removed = keys.iter().filter(|key| self.keys.remove(key).is_some_and(|entry| entry.lives(now)));
        Reply::Integer(removed.count() as i64)
    }

    fn expire(&mut self, key: Key, amount: i64, unit: Unit, when: ExpiryCondition, now: Time) -> Outcome {
        // The real server checks the argument before it looks for the key.
        let expires = expiry(amount, unit, now)?;
        let Some(entry) = self.live(key, now) else {
            return Ok(Reply::Integer(0));
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
        if holds {
            match expires {
                Some(at) => entry.expires = Some(at),
                None => {
                    self.keys.remove(&key);
                }
            }
        }
        Ok(Reply::Integer(holds.into()))
    }

    fn remaining(&mut self, key: Key, now: Time, from_millis: impl Fn(i64) -> i64) -> Reply {
        Reply::Integer(match self.live(key, now).map(|entry| entry.expires) {
            None => -2,
            Some(None) => -1,
            Some(Some(at)) => from_millis((at - now).nanos().div_ceil(MILLI.nanos) as i64),
        })
    }

    fn persist(&mut self, key: Key, now: Time) -> Reply {
        Reply::Integer(self.live(key, now).and_then(|entry| entry.expires.take()).is_some().into())
    }

    fn hset(&mut self, key: Key, field: &str, value: &Text, now: Time) -> Outcome {
        if self.live(key, now).is_none() {
            self.keys.insert(key, Entry { value: Value::Hash(BTreeMap::new()), expires: None });
        }
        match self.live(key, now).map(|entry| &mut entry.value) {
            Some(Value::Hash(fields)) => {
                Ok(Reply::Integer(fields.insert(field.into(), value.clone()).is_none().into()))
            }
            _ => Err(RedisError::WrongType),
        }
    }

    fn hget(&mut self, key: Key, field: &str, now: Time) -> Outcome {
        match self.live(key, now).map(|entry| &entry.value) {
            None => Ok(Reply::Nil),
            Some(Value::Hash(fields)) => Ok(fields.get(field).map_or(Reply::Nil, |text| Reply::Bulk(text.clone()))),
            Some(_) => Err(RedisError::WrongType),
        }
    }
}

/// The unit of an expiry, and the command that its errors name.
#[derive(Clone, Copy)]
struct Unit {
    nanos: u64,
    command: &'static str,
}

const SECOND: Unit = Unit { nanos: 1_000_000_000, command: "expire" };
const MILLI: Unit = Unit { nanos: 1_000_000, command: "pexpire" };

/// The instant that lies `amount` units from now; none when it is not in the future.
///
/// The real server counts milliseconds in 64 bits from 1970, this model nanoseconds from the run's start: what does not
/// fit is refused with the same error, only earlier (after 584 years).
fn expiry(amount: i64, unit: Unit, now: Time) -> Result<Option<Time>, RedisError> {
    let Ok(amount) = u64::try_from(amount) else {
        return Ok(None);
    };
    let invalid = RedisError::InvalidExpiry(unit.command);
    let nanos = amount.checked_mul(unit.nanos).ok_or(invalid)?;
    now.nanos().checked_add(nanos).ok_or(invalid)?;
    Ok((nanos > 0).then(|| now + Span::from_nanos(nanos)))
}

/// What `SET` takes: only an expiry in the future.
fn positive_expiry(amount: i64, unit: Unit, now: Time) -> Result<Time, RedisError> {
    let invalid = RedisError::InvalidExpiry("set");
    expiry(amount, unit, now).map_err(|_| invalid)?.ok_or(invalid)
}

fn time(now: Time) -> Reply {
    let micros = now.nanos() / 1_000;
    let parts = [micros / 1_000_000, micros % 1_000_000];
    Reply::Array(parts.into_iter().map(|part| Text::Integer(part as i64)).collect())
}
