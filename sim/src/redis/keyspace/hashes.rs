//! Hashes.

use super::Keyspace;
use crate::redis::key::Key;
use crate::redis::reply::{RedisError, Reply};
use crate::redis::value::{Text, Value};
use crate::time::Time;

type Fields = Vec<(&'static str, Text)>;

impl Keyspace {
    #[inline]
    pub(super) fn hset(&mut self, key: &Key, new: &[(&'static str, Text)], now: Time) -> Reply {
        let fields = match self.hash_to_write(key, now) {
            Ok(fields) => fields,
            Err(error) => return Reply::Error(error),
        };
        let mut added = 0;
        for (field, value) in new {
            match place(fields, field) {
                Ok(at) => fields[at].1 = value.clone(),
                Err(at) => {
                    fields.insert(at, (field, value.clone()));
                    added += 1;
                }
            }
        }
        self.touch(key);
        Reply::Integer(added)
    }

    #[inline]
    pub(super) fn hget(&mut self, key: &Key, field: &str, now: Time) -> Reply {
        self.hash(key, now).map_or_else(Reply::Error, |fields| value(fields, field))
    }

    #[inline]
    pub(super) fn hmget(&mut self, key: &Key, wanted: &[&'static str], now: Time) -> Reply {
        self.hash(key, now)
            .map_or_else(Reply::Error, |fields| Reply::Array(wanted.iter().map(|field| value(fields, field)).collect()))
    }

    #[inline]
    pub(super) fn hincrby(&mut self, key: &Key, field: &'static str, by: i64, now: Time) -> Reply {
        let fields = match self.hash_to_write(key, now) {
            Ok(fields) => fields,
            Err(error) => return Reply::Error(error),
        };
        let sum = match place(fields, field) {
            Err(at) => {
                fields.insert(at, (field, Text::Integer(by)));
                by
            }
            Ok(at) => match fields[at].1.integer().map(|value| value.checked_add(by)) {
                None => return Reply::Error(RedisError::HashNotAnInteger),
                Some(None) => return Reply::Error(RedisError::Overflow),
                Some(Some(sum)) => {
                    fields[at].1 = Text::Integer(sum);
                    sum
                }
            },
        };
        self.touch(key);
        Reply::Integer(sum)
    }

    /// The fields at a key, none where there is no key.
    fn hash(&mut self, key: &Key, now: Time) -> Result<&[(&'static str, Text)], RedisError> {
        match self.live(key, now).map(|entry| &entry.value) {
            None => Ok(&[]),
            Some(Value::Hash(fields)) => Ok(fields),
            Some(_) => Err(RedisError::WrongType),
        }
    }

    /// The fields at a key, which is made where there is none.
    fn hash_to_write(&mut self, key: &Key, now: Time) -> Result<&mut Fields, RedisError> {
        match self.live_or(key, Value::Hash(Vec::new()), now) {
            Value::Hash(fields) => Ok(fields),
            _ => Err(RedisError::WrongType),
        }
    }
}

/// Where the field is, or would be.
fn place(fields: &[(&'static str, Text)], field: &str) -> Result<usize, usize> {
    fields.binary_search_by(|(name, _)| (**name).cmp(field))
}

fn value(fields: &[(&'static str, Text)], field: &str) -> Reply {
    place(fields, field).map_or(Reply::Nil, |at| Reply::Bulk(fields[at].1.clone()))
}
