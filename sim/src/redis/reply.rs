//! Replies.

use std::fmt;

use super::value::Text;

/// What Redis answers, by the types of its protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// The null reply: no such key, or a condition that did not hold.
    Nil,
    /// An integer.
    Integer(i64),
    /// A text (a "bulk string").
    Bulk(Text),
    /// Several texts, as `TIME` answers.
    Array(Vec<Text>),
    /// An error.
    Error(RedisError),
}

/// The errors of the modelled commands. Their texts are the real server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedisError {
    /// The key holds another type than the command works on.
    WrongType,
    /// The value, or an argument, is not a 64-bit integer.
    NotAnInteger,
    /// The sum would not fit in 64 bits.
    Overflow,
    /// `DECRBY` by the one number that has no negative.
    DecrementOverflow,
    /// An expiry that is not positive, or too far away; with the command that it was given to.
    InvalidExpiry(&'static str),
}

impl fmt::Display for RedisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType => f.write_str("WRONGTYPE Operation against a key holding the wrong kind of value"),
            Self::NotAnInteger => f.write_str("ERR value is not an integer or out of range"),
            Self::Overflow => f.write_str("ERR increment or decrement would overflow"),
            Self::DecrementOverflow => f.write_str("ERR decrement would overflow"),
            Self::InvalidExpiry(command) => write!(f, "ERR invalid expire time in '{command}' command"),
        }
    }
}

impl Reply {
    /// The integer that was answered, as an integer or as a text that is one.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Bulk(text) => text.integer(),
            _ => None,
        }
    }
}

/// As `redis-cli` would print it without quotes: `OK`, `(nil)`, `7`, `(error) WRONGTYPE ...`.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Nil => f.write_str("(nil)"),
            Self::Integer(value) => value.fmt(f),
            Self::Bulk(text) => text.fmt(f),
            Self::Array(texts) => {
                for (nth, text) in texts.iter().enumerate() {
                    write!(f, "{}{text}", if nth == 0 { "" } else { " " })?;
                }
                Ok(())
            }
            Self::Error(error) => write!(f, "(error) {error}"),
        }
    }
}
