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
    /// Several replies.
    Array(Vec<Reply>),
    /// `QUEUED`: the command waits for `EXEC`.
    Queued,
    /// An error.
    Error(RedisError),
}

/// The errors of the modelled commands. Their texts are the real server's. (To what a script fails with the real server adds
/// the script's SHA-1 and the line.)
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
    /// The field of a hash is not a 64-bit integer.
    HashNotAnInteger,
    /// A command with too few arguments, or more than this version takes; with its name.
    WrongArity(&'static str),
    /// The server does not know the script.
    NoScript,
    /// A script asked for a command that scripts may not use.
    NotFromScript,
    /// A script gave a command too few arguments, or more than this version takes.
    WrongArityInScript,
    /// One command of a script named keys of different slots, in a cluster.
    CrossSlotInScript,
    /// `EXEC` after a command that could not be queued.
    ExecAbort,
    /// `EXEC` without `MULTI`.
    ExecWithoutMulti,
    /// `DISCARD` without `MULTI`.
    DiscardWithoutMulti,
    /// `MULTI` after `MULTI`.
    NestedMulti,
    /// `WATCH` after `MULTI`.
    WatchInsideMulti,
    /// Keys of different slots, in a cluster.
    CrossSlot,
}

impl fmt::Display for RedisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType => f.write_str("WRONGTYPE Operation against a key holding the wrong kind of value"),
            Self::NotAnInteger => f.write_str("ERR value is not an integer or out of range"),
            Self::Overflow => f.write_str("ERR increment or decrement would overflow"),
            Self::DecrementOverflow => f.write_str("ERR decrement would overflow"),
            Self::HashNotAnInteger => f.write_str("ERR hash value is not an integer"),
            Self::WrongArity(command) => write!(f, "ERR wrong number of arguments for '{command}' command"),
            Self::NoScript => f.write_str("NOSCRIPT No matching script. Please use EVAL."),
            Self::NotFromScript => f.write_str("ERR This Redis command is not allowed from script"),
            Self::WrongArityInScript => f.write_str("ERR Wrong number of args calling Redis command from script"),
            Self::CrossSlotInScript => f.write_str("ERR Script attempted to access a non local key in a cluster node"),
            Self::ExecAbort => f.write_str("EXECABORT Transaction discarded because of previous errors."),
            Self::ExecWithoutMulti => f.write_str("ERR EXEC without MULTI"),
            Self::DiscardWithoutMulti => f.write_str("ERR DISCARD without MULTI"),
            Self::NestedMulti => f.write_str("ERR MULTI calls can not be nested"),
            Self::WatchInsideMulti => f.write_str("ERR WATCH inside MULTI is not allowed"),
            Self::CrossSlot => f.write_str("CROSSSLOT Keys in request don't hash to the same slot"),
            Self::InvalidExpiry(command) => write!(f, "ERR invalid expire time in '{command}' command"),
        }
    }
}

impl Reply {
    /// One of several replies, counted from 0; nil where there is none.
    pub fn nth(&self, nth: usize) -> &Self {
        match self {
            Self::Array(replies) => replies.get(nth).unwrap_or(&Self::Nil),
            _ => &Self::Nil,
        }
    }

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
            Self::Array(replies) => {
                for (nth, reply) in replies.iter().enumerate() {
                    write!(f, "{}{reply}", if nth == 0 { "" } else { " " })?;
                }
                Ok(())
            }
            Self::Queued => f.write_str("QUEUED"),
            Self::Error(error) => write!(f, "(error) {error}"),
        }
    }
}
