//! Strings.

use super::Keyspace;
use super::expiry::{MILLI, SECOND, positive_expiry};
use crate::redis::command::{Condition, Expiry, SetOptions};
use crate::redis::key::Key;
use crate::redis::reply::{RedisError, Reply};
use crate::redis::value::{Text, Value};
use crate::time::Time;

impl Keyspace {
    pub(super) fn get(&mut self, key: &Key, now: Time) -> Reply {
        match self.live(key, now).map(|entry| &entry.value) {
            None => Reply::Nil,
            Some(Value::String(text)) => Reply::Bulk(text.clone()),
            Some(_) => Reply::Error(RedisError::WrongType),
        }
    }

    pub(super) fn set(&mut self, key: &Key, value: &Text, options: SetOptions, now: Time) -> Reply {
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
        self.touch(key);
        answer
    }

    pub(super) fn add(&mut self, key: &Key, by: i64, now: Time) -> Reply {
        let text = match self.live(key, now).map(|entry| &mut entry.value) {
            Some(Value::String(text)) => text,
            Some(_) => return Reply::Error(RedisError::WrongType),
            None => {
                self.insert(key, Value::String(Text::Integer(by)), None);
                self.touch(key);
                return Reply::Integer(by);
            }
        };
        match text.integer().map(|value| value.checked_add(by)) {
            None => Reply::Error(RedisError::NotAnInteger),
            Some(None) => Reply::Error(RedisError::Overflow),
            Some(Some(sum)) => {
                *text = Text::Integer(sum);
                self.touch(key);
                Reply::Integer(sum)
            }
        }
    }

    #[inline]
    pub(super) fn mget(&mut self, keys: &[Key], now: Time) -> Reply {
        let text = |key: &Key| match self.live(key, now).map(|entry| &entry.value) {
            Some(Value::String(text)) => Reply::Bulk(text.clone()),
            _ => Reply::Nil,
        };
        Reply::Array(keys.iter().map(text).collect())
    }
}
