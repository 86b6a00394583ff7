//! Commands.

use std::fmt;

use super::key::Key;
use super::value::Text;

/// A command. `Display` gives it as it would be typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// The value, or nil.
    Get(Key),
    /// Sets a value, whatever type the key had.
    Set(Key, Text, SetOptions),
    /// Adds 1; a missing key counts as 0. Keeps the key's expiry.
    Incr(Key),
    /// Adds a number.
    IncrBy(Key, i64),
    /// Subtracts a number.
    DecrBy(Key, i64),
    /// Removes keys; answers how many there were.
    Del(Vec<Key>),
    /// Sets an expiry in seconds; answers whether it was set.
    Expire(Key, i64, ExpiryCondition),
    /// Sets an expiry in milliseconds.
    PExpire(Key, i64, ExpiryCondition),
    /// Seconds left: -2 for no key, -1 for no expiry.
    Ttl(Key),
    /// Milliseconds left, likewise.
    PTtl(Key),
    /// Removes the expiry; answers whether there was one.
    Persist(Key),
    /// Seconds and microseconds of the server's clock.
    Time,
    /// Sets a field of a hash; answers how many fields are new.
    HSet(Key, Box<str>, Text),
    /// A field of a hash, or nil.
    HGet(Key, Box<str>),
}

impl Command {
    /// The keys that the command names.
    pub fn keys(&self) -> &[Key] {
        match self {
            Self::Get(key)
            | Self::Set(key, ..)
            | Self::Incr(key)
            | Self::IncrBy(key, _)
            | Self::DecrBy(key, _)
            | Self::Expire(key, ..)
            | Self::PExpire(key, ..)
            | Self::Ttl(key)
            | Self::PTtl(key)
            | Self::Persist(key)
            | Self::HSet(key, ..)
            | Self::HGet(key, _) => std::slice::from_ref(key),
            Self::Del(keys) => keys,
            Self::Time => &[],
        }
    }

    /// Whether it can change a value (an expiry is not part of the value).
    pub fn writes_value(&self) -> bool {
        matches!(
            self,
            Self::Set(..) | Self::Incr(_) | Self::IncrBy(..) | Self::DecrBy(..) | Self::Del(_) | Self::HSet(..)
        )
    }
}

/// The options of `SET`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SetOptions {
    /// What becomes of the key's expiry.
    pub expiry: Expiry,
    /// When the value is set at all.
    pub condition: Condition,
    /// `GET`: answer the old value instead of `OK`.
    pub get: bool,
}

/// What `SET` does to the expiry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Expiry {
    /// Drops it: what a plain `SET` does.
    #[default]
    Drop,
    /// `KEEPTTL`: keeps what there was.
    Keep,
    /// `EX`: this many seconds from now.
    Seconds(i64),
    /// `PX`: this many milliseconds from now.
    Millis(i64),
}

/// When `SET` sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Always.
    #[default]
    Always,
    /// `NX`: if there is no such key.
    IfMissing,
    /// `XX`: if there is one.
    IfPresent,
}

/// When `EXPIRE` sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExpiryCondition {
    /// Always.
    #[default]
    Always,
    /// `NX`: if the key has no expiry.
    IfNone,
    /// `XX`: if it has one.
    IfSome,
    /// `GT`: if the new one is later. No expiry counts as infinitely late.
    IfLater,
    /// `LT`: if the new one is earlier.
    IfEarlier,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Get(key) => write!(f, "GET {key}"),
            Self::Set(key, value, options) => write!(f, "SET {key} {value}{options}"),
            Self::Incr(key) => write!(f, "INCR {key}"),
            Self::IncrBy(key, by) => write!(f, "INCRBY {key} {by}"),
            Self::DecrBy(key, by) => write!(f, "DECRBY {key} {by}"),
            Self::Del(keys) => {
                f.write_str("DEL")?;
                keys.iter().try_for_each(|key| write!(f, " {key}"))
            }
            Self::Expire(key, seconds, when) => write!(f, "EXPIRE {key} {seconds}{when}"),
            Self::PExpire(key, millis, when) => write!(f, "PEXPIRE {key} {millis}{when}"),
            Self::Ttl(key) => write!(f, "TTL {key}"),
            Self::PTtl(key) => write!(f, "PTTL {key}"),
            Self::Persist(key) => write!(f, "PERSIST {key}"),
            Self::Time => f.write_str("TIME"),
            Self::HSet(key, field, value) => write!(f, "HSET {key} {field} {value}"),
            Self::HGet(key, field) => write!(f, "HGET {key} {field}"),
        }
    }
}

impl fmt::Display for SetOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.condition {
            Condition::Always => "",
            Condition::IfMissing => " NX",
            Condition::IfPresent => " XX",
        })?;
        f.write_str(if self.get { " GET" } else { "" })?;
        match self.expiry {
            Expiry::Drop => Ok(()),
            Expiry::Keep => f.write_str(" KEEPTTL"),
            Expiry::Seconds(seconds) => write!(f, " EX {seconds}"),
            Expiry::Millis(millis) => write!(f, " PX {millis}"),
        }
    }
}

impl fmt::Display for ExpiryCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Always => "",
            Self::IfNone => " NX",
            Self::IfSome => " XX",
            Self::IfLater => " GT",
            Self::IfEarlier => " LT",
        })
    }
}
