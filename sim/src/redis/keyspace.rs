//! What Redis does: the keys, and each command's effect on them.

use super::command::{Command, Condition, Expiry, ExpiryCondition, SetOptions};
use super::key::Key;
use super::reply::{RedisError, Reply};
use super::value::{Text, Value};
use crate::time::{Span, Time};

/// All keys of one Redis. Expiry is lazy: a key that is past its time stays until another takes its place, and no command
/// can tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keyspace {
    /// In order of their names. A limiter's newest key is mostly the last, so putting it in moves nothing.
    keys: Vec<(Key, Entry)>,
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

    /// Removes the key: it is as one whose time is over.
    fn end(&mut self, now: Time) {
        self.expires = Some(now);
    }
}

impl Keyspace {
    /// Runs one command at the instant `now`, alone.
    pub fn run(&mut self, command: &Command, now: Time) -> Reply {
        match command {
            Command::Get(key) => self.get(key, now),
            Command::Set(key, value, options) => self.set(key, value, *options, now),
            Command::Incr(key) => self.add(key, 1, now),
            Command::IncrBy(key, by) => self.add(key, *by, now),
            Command::DecrBy(key, by) => match by.checked_neg() {
                Some(by) => self.add(key, by, now),
                None => Reply::Error(RedisError::DecrementOverflow),
            },
            Command::Del(keys) => self.del(keys, now),
            Command::Expire(key, seconds, when) => self.expire(key, *seconds, SECOND, *when, now),
            Command::PExpire(key, millis, when) => self.expire(key, *millis, MILLI, *when, now),
            Command::Ttl(key) => self.remaining(key, now, |millis| (millis + 500) / 1000),
            Command::PTtl(key) => self.remaining(key, now, |millis| millis),
            Command::Persist(key) => self.persist(key, now),
            Command::Time => time(now),
            Command::HSet(key, field, value) => self.hset(key, field, value, now),
            Command::HGet(key, field) => self.hget(key, field, now),
        }
    }

    /// The string at a key; none when the key is missing, expired or of another type.
    pub fn text(&self, key: Key, now: Time) -> Option<&Text> {
        let at = self.find(&key).ok()?;
        match &self.keys[at].1 {
            entry if !entry.lives(now) => None,
            Entry { value: Value::String(text), .. } => Some(text),
            _ => None,
        }
    }

    /// Lets go of the keys that are past their time or were removed. No command can tell, but two keyspaces in which each
    /// command finds the same from `now` on are equal after it.
    pub fn sweep(&mut self, now: Time) {
        self.keys.retain(|(_, entry)| entry.lives(now));
    }

    /// The key's entry, if it is there and not expired.
    fn live(&mut self, key: &Key, now: Time) -> Option<&mut Entry> {
        let at = self.find(key).ok()?;
        Some(&mut self.keys[at].1).filter(|entry| entry.lives(now))
    }

    fn insert(&mut self, key: &Key, value: Value, expires: Option<Time>) {
        let entry = Entry { value, expires };
        match self.find(key) {
            Ok(at) => self.keys[at].1 = entry,
            Err(at) => self.keys.insert(at, (*key, entry)),
        }
    }

    /// Where the key is, or would be.
    fn find(&self, key: &Key) -> Result<usize, usize> {
        self.keys.binary_search_by(|(one, _)| one.cmp(key))
    }

    fn get(&mut self, key: &Key, now: Time) -> Reply {
        match self.live(key, now).map(|entry| &entry.value) {
            None => Reply::Nil,
            Some(Value::String(text)) => Reply::Bulk(text.clone()),
            Some(_) => Reply::Error(RedisError::WrongType),
        }
    }

    fn set(&mut self, key: &Key, value: &Text, options: SetOptions, now: Time) -> Reply {
        let expires = match options.expiry {
            Expiry::Drop | Expiry::Keep => Ok(None),
            Expiry::Seconds(seconds) => positive_expiry(seconds, SECOND, now).map(Some),
            Expiry::Millis(millis) => positive_expiry(millis, MILLI, now).map(Some),
        };
        let expires = match expires {
            Ok(expires) => expires,
            Err(error) => return Reply::Error(error),
        };
        let answer = if options.get { self.get(key, now) } else { Reply::Ok };
        if matches!(answer, Reply::Error(_)) {
            return answer;
        }
        let present = self.live(key, now);
        let holds = match options.condition {
            Condition::Always => true,
            Condition::IfMissing => present.is_none(),
            Condition::IfPresent => present.is_some(),
        };
        if !holds {
            return if options.get { answer } else { Reply::Nil };
        }
        let value = Value::String(value.clone());
        match present {
            Some(entry) => {
                entry.value = value;
                if options.expiry != Expiry::Keep {
                    entry.expires = expires;
                }
            }
            None => self.insert(key, value, expires),
        }
        answer
    }

    fn add(&mut self, key: &Key, by: i64, now: Time) -> Reply {
        let text = match self.live(key, now).map(|entry| &mut entry.value) {
            Some(Value::String(text)) => text,
            Some(_) => return Reply::Error(RedisError::WrongType),
            None => {
                self.insert(key, Value::String(Text::Integer(by)), None);
                return Reply::Integer(by);
            }
        };
        match text.integer().map(|value| value.checked_add(by)) {
            None => Reply::Error(RedisError::NotAnInteger),
            Some(None) => Reply::Error(RedisError::Overflow),
            Some(Some(sum)) => {
                *text = Text::Integer(sum);
                Reply::Integer(sum)
            }
        }
    }

    fn del(&mut self, keys: &[Key], now: Time) -> Reply {
        let mut removed = 0;
        for key in keys {
            if let Some(entry) = self.live(key, now) {
                entry.end(now);
                removed += 1;
            }
        }
        Reply::Integer(removed)
    }

    fn expire(&mut self, key: &Key, amount: i64, unit: Unit, when: ExpiryCondition, now: Time) -> Reply {
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
        match expires {
            _ if !holds => {}
            Some(at) => entry.expires = Some(at),
            None => entry.end(now),
        }
        Reply::Integer(holds.into())
    }

    fn remaining(&mut self, key: &Key, now: Time, from_millis: impl Fn(i64) -> i64) -> Reply {
        Reply::Integer(match self.live(key, now).map(|entry| entry.expires) {
            None => -2,
            Some(None) => -1,
            Some(Some(at)) => from_millis((at - now).nanos().div_ceil(MILLI.nanos) as i64),
        })
    }

    fn persist(&mut self, key: &Key, now: Time) -> Reply {
        Reply::Integer(self.live(key, now).and_then(|entry| entry.expires.take()).is_some().into())
    }

    fn hset(&mut self, key: &Key, field: &str, value: &Text, now: Time) -> Reply {
        match self.live(key, now).map(|entry| &mut entry.value) {
            Some(Value::Hash(fields)) => {
                let known = fields.iter_mut().find(|(name, _)| **name == *field);
                let added = known.is_none();
                match known {
                    Some((_, old)) => *old = value.clone(),
                    None => fields.push((field.into(), value.clone())),
                }
                Reply::Integer(added.into())
            }
            Some(_) => Reply::Error(RedisError::WrongType),
            None => {
                self.insert(key, Value::Hash(vec![(field.into(), value.clone())]), None);
                Reply::Integer(1)
            }
        }
    }

    fn hget(&mut self, key: &Key, field: &str, now: Time) -> Reply {
        match self.live(key, now).map(|entry| &entry.value) {
            None => Reply::Nil,
            Some(Value::Hash(fields)) => {
                let known = fields.iter().find(|(name, _)| **name == *field);
                known.map_or(Reply::Nil, |(_, text)| Reply::Bulk(text.clone()))
            }
            Some(_) => Reply::Error(RedisError::WrongType),
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
fn positive_expiry(amount: i64, unit: Unit, now: Time) -> Result<Time, RedisError> {
    let invalid = RedisError::InvalidExpiry("set");
    expiry(amount, unit, now).map_err(|_| invalid)?.ok_or(invalid)
}

fn time(now: Time) -> Reply {
    let micros = now.nanos() / 1_000;
    let parts = [micros / 1_000_000, micros % 1_000_000];
    Reply::Array(parts.into_iter().map(|part| Text::Integer(part as i64)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swept_keyspaces_are_equal_where_no_command_can_tell_them_apart() {
        let key = |id| Key { name: "k", id, part: None };
        let now = Time::START;
        let run = |commands: &[Command]| {
            let mut keyspace = Keyspace::default();
            commands.iter().for_each(|command| {
                keyspace.run(command, now);
            });
            keyspace
        };
        let removed = [Command::Incr(key(1)), Command::Incr(key(2)), Command::Del(vec![key(2)])];
        let mut keyspace = run(&removed);
        assert_ne!(keyspace, run(&removed[..1]));
        keyspace.sweep(now);
        assert_eq!(keyspace, run(&removed[..1]));

        let expiry = Command::PExpire(key(1), 5, ExpiryCondition::Always);
        let mut keyspace = run(&[Command::Incr(key(1)), expiry]);
        keyspace.sweep(now + Span::from_millis(4));
        assert_eq!(keyspace.text(key(1), now), Some(&Text::Integer(1)));
        assert_ne!(keyspace, run(&removed[..1]));
        // A key at its expiry's instant is gone.
        keyspace.sweep(now + Span::from_millis(5));
        assert_eq!(keyspace, Keyspace::default());
    }
}
