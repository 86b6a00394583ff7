//! Commands.

use std::fmt;

use super::key::Key;
use super::script::Script;
use super::value::Text;

/// A command. `Display` gives it as it would be typed.
#[derive(Debug, PartialEq, Eq, Hash)]
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
    /// The values of several keys; nil for one that is missing or holds another type.
    MGet(Box<[Key]>),
    /// Sets fields of a hash; answers how many of them are new.
    HSet(Key, Box<[(&'static str, Text)]>),
    /// A field of a hash, or nil.
    HGet(Key, &'static str),
    /// Several fields of a hash, each or nil.
    HMGet(Key, Box<[&'static str]>),
    /// Adds a number to a field of a hash; a missing one counts as 0.
    HIncrBy(Key, &'static str, i64),
    /// Puts a member into a sorted set, or gives it another score; answers whether it is new. Scores are whole numbers here,
    /// and exact; the real server's are floating, and exact up to 2^53.
    ZAdd(Key, i64, Text),
    /// Removes the members with scores from the one to the other, both included; none is `-inf` or `+inf`. Answers how many.
    ZRemRangeByScore(Key, Option<i64>, Option<i64>),
    /// How many members have scores from the one to the other, likewise.
    ZCount(Key, Option<i64>, Option<i64>),
    /// How many members a sorted set has.
    ZCard(Key),
    /// The members from one place to another, both included, the lowest score first; places below 0 count from the end.
    /// Perhaps each with its score.
    ZRange(Key, i64, i64, bool),
    /// Remembers keys: the next `EXEC` of this connection does nothing if one was changed until then.
    Watch(Box<[Key]>),
    /// Forgets all watched keys.
    Unwatch,
    /// From here on this connection's commands are queued.
    Multi,
    /// Runs what is queued, all at one instant; answers each one's reply.
    Exec,
    /// Forgets what is queued.
    Discard,
    /// `MULTI`, the commands and `EXEC`, sent in one trip. The reply is that of `EXEC`.
    Transaction(Box<[Command]>),
    /// Runs a script that the server knows, with these keys and arguments.
    EvalSha(Script, Box<[Key]>, Box<[Text]>),
    /// Makes a script known to the server; answers its SHA-1.
    ScriptLoad(Script),
    /// Lets the server forget all scripts.
    ScriptFlush,
}

/// Written out: what is derived is compiled anew by whoever uses it, and this is one of the larger pieces of what the page loads.
impl Clone for Command {
    fn clone(&self) -> Self {
        match self {
            Self::Get(key) => Self::Get(*key),
            Self::Set(key, value, options) => Self::Set(*key, value.clone(), *options),
            Self::Incr(key) => Self::Incr(*key),
            Self::IncrBy(key, by) => Self::IncrBy(*key, *by),
            Self::DecrBy(key, by) => Self::DecrBy(*key, *by),
            Self::Del(keys) => Self::Del(keys.clone()),
            Self::Expire(key, seconds, when) => Self::Expire(*key, *seconds, *when),
            Self::PExpire(key, millis, when) => Self::PExpire(*key, *millis, *when),
            Self::Ttl(key) => Self::Ttl(*key),
            Self::PTtl(key) => Self::PTtl(*key),
            Self::Persist(key) => Self::Persist(*key),
            Self::Time => Self::Time,
            Self::MGet(keys) => Self::MGet(keys.clone()),
            Self::HSet(key, fields) => Self::HSet(*key, fields.clone()),
            Self::HGet(key, field) => Self::HGet(*key, field),
            Self::HMGet(key, fields) => Self::HMGet(*key, fields.clone()),
            Self::HIncrBy(key, field, by) => Self::HIncrBy(*key, field, *by),
            Self::ZAdd(key, score, member) => Self::ZAdd(*key, *score, member.clone()),
            Self::ZRemRangeByScore(key, from, to) => Self::ZRemRangeByScore(*key, *from, *to),
            Self::ZCount(key, from, to) => Self::ZCount(*key, *from, *to),
            Self::ZCard(key) => Self::ZCard(*key),
            Self::ZRange(key, from, to, scores) => Self::ZRange(*key, *from, *to, *scores),
            Self::Watch(keys) => Self::Watch(keys.clone()),
            Self::Unwatch => Self::Unwatch,
            Self::Multi => Self::Multi,
            Self::Exec => Self::Exec,
            Self::Discard => Self::Discard,
            Self::Transaction(commands) => Self::Transaction(commands.clone()),
            Self::EvalSha(script, keys, arguments) => Self::EvalSha(*script, keys.clone(), arguments.clone()),
            Self::ScriptLoad(script) => Self::ScriptLoad(*script),
            Self::ScriptFlush => Self::ScriptFlush,
        }
    }
}

impl Command {
    /// The keys that the command names, those of a transaction one command after the other.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        self.for_each_key(&mut |key| keys.push(*key));
        keys
    }

    /// The first of its keys.
    pub fn first_key(&self) -> Option<&Key> {
        match self {
            Self::Transaction(commands) => commands.iter().find_map(Self::first_key),
            other => other.own_keys().first(),
        }
    }

    /// Shows each of its keys in turn.
    pub fn for_each_key(&self, see: &mut dyn FnMut(&Key)) {
        match self {
            Self::Transaction(commands) => commands.iter().for_each(|command| command.for_each_key(see)),
            other => other.own_keys().iter().for_each(see),
        }
    }

    /// The keys that are its own, not those of commands within it.
    fn own_keys(&self) -> &[Key] {
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
            | Self::HSet(key, _)
            | Self::HGet(key, _)
            | Self::HMGet(key, _)
            | Self::HIncrBy(key, ..)
            | Self::ZAdd(key, ..)
            | Self::ZRemRangeByScore(key, ..)
            | Self::ZCount(key, ..)
            | Self::ZCard(key)
            | Self::ZRange(key, ..) => std::slice::from_ref(key),
            Self::Del(keys) => keys,
            Self::MGet(keys) | Self::Watch(keys) | Self::EvalSha(_, keys, _) => keys,
            Self::Time
            | Self::Unwatch
            | Self::Multi
            | Self::Exec
            | Self::Discard
            | Self::Transaction(_)
            | Self::ScriptLoad(_)
            | Self::ScriptFlush => &[],
        }
    }

    /// The key whose value it reads for someone to decide by; none for what changes one.
    pub fn read_key(&self) -> Option<&Key> {
        match self {
            Self::Get(key) | Self::HMGet(key, _) | Self::ZCount(key, ..) => Some(key),
            _ => None,
        }
    }

    /// Whether it can change a value (an expiry is not part of the value). A script can, and so can what `EXEC` runs.
    pub fn writes_value(&self) -> bool {
        match self {
            Self::Set(..)
            | Self::Incr(_)
            | Self::IncrBy(..)
            | Self::DecrBy(..)
            | Self::Del(_)
            | Self::HSet(..)
            | Self::HIncrBy(..)
            | Self::ZAdd(..)
            | Self::ZRemRangeByScore(..)
            | Self::Exec
            | Self::EvalSha(..) => true,
            Self::Transaction(commands) => commands.iter().any(Self::writes_value),
            _ => false,
        }
    }

    /// Whether it works on what its connection remembers, not on keys alone.
    pub(super) fn is_of_session(&self) -> bool {
        matches!(self, Self::Watch(_) | Self::Unwatch | Self::Multi | Self::Exec | Self::Discard | Self::Transaction(_))
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
            Self::Del(keys) => list(f, "DEL", keys),
            Self::Expire(key, seconds, when) => write!(f, "EXPIRE {key} {seconds}{when}"),
            Self::PExpire(key, millis, when) => write!(f, "PEXPIRE {key} {millis}{when}"),
            Self::Ttl(key) => write!(f, "TTL {key}"),
            Self::PTtl(key) => write!(f, "PTTL {key}"),
            Self::Persist(key) => write!(f, "PERSIST {key}"),
            Self::Time => f.write_str("TIME"),
            Self::MGet(keys) => list(f, "MGET", keys),
            Self::HSet(key, fields) => {
                write!(f, "HSET {key}")?;
                fields.iter().try_for_each(|(field, value)| write!(f, " {field} {value}"))
            }
            Self::HGet(key, field) => write!(f, "HGET {key} {field}"),
            Self::HMGet(key, fields) => {
                write!(f, "HMGET {key}")?;
                fields.iter().try_for_each(|field| write!(f, " {field}"))
            }
            Self::HIncrBy(key, field, by) => write!(f, "HINCRBY {key} {field} {by}"),
            Self::ZAdd(key, score, member) => write!(f, "ZADD {key} {score} {member}"),
            Self::ZRemRangeByScore(key, min, max) => {
                write!(f, "ZREMRANGEBYSCORE {key} ")?;
                bound(f, *min, "-inf")?;
                f.write_str(" ")?;
                bound(f, *max, "+inf")
            }
            Self::ZCount(key, min, max) => {
                write!(f, "ZCOUNT {key} ")?;
                bound(f, *min, "-inf")?;
                f.write_str(" ")?;
                bound(f, *max, "+inf")
            }
            Self::ZCard(key) => write!(f, "ZCARD {key}"),
            Self::ZRange(key, from, to, scores) => {
                write!(f, "ZRANGE {key} {from} {to}{}", if *scores { " WITHSCORES" } else { "" })
            }
            Self::Watch(keys) => list(f, "WATCH", keys),
            Self::Unwatch => f.write_str("UNWATCH"),
            Self::Multi => f.write_str("MULTI"),
            Self::Exec => f.write_str("EXEC"),
            Self::Discard => f.write_str("DISCARD"),
            Self::Transaction(commands) => {
                f.write_str("MULTI; ")?;
                commands.iter().try_for_each(|command| write!(f, "{command}; "))?;
                f.write_str("EXEC")
            }
            Self::EvalSha(script, keys, args) => {
                write!(f, "EVALSHA {} {}", script.sha1, keys.len())?;
                keys.iter().try_for_each(|key| write!(f, " {key}"))?;
                args.iter().try_for_each(|arg| write!(f, " {arg}"))
            }
            // Its text is not here.
            Self::ScriptLoad(script) => write!(f, "SCRIPT LOAD <text of {}>", script.sha1),
            Self::ScriptFlush => f.write_str("SCRIPT FLUSH"),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, name: &str, keys: &[Key]) -> fmt::Result {
    f.write_str(name)?;
    keys.iter().try_for_each(|key| write!(f, " {key}"))
}

fn bound(f: &mut fmt::Formatter<'_>, score: Option<i64>, infinite: &str) -> fmt::Result {
    match score {
        Some(score) => write!(f, "{score}"),
        None => f.write_str(infinite),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redis::Reply;

    const A: Key = Key { name: "k", id: 1, part: None };
    const B: Key = Key { name: "rl:{user", id: 81, part: Some(5) };
    const SCRIPT: Script = Script { sha1: "5ca1ab1e", body: |_| Ok(Reply::Nil) };

    #[test]
    fn commands_print_as_they_are_typed() {
        let transaction = [Command::Incr(A), Command::Expire(A, 11, ExpiryCondition::IfNone)];
        for (command, typed) in [
            (Command::MGet([A, B].into()), "MGET k1 rl:{user81}:5"),
            (Command::HSet(A, [("at", 7.into()), ("left", Text::ratio(13, 4))].into()), "HSET k1 at 7 left 3.25"),
            (Command::HGet(A, "at"), "HGET k1 at"),
            (Command::HMGet(A, ["at", "left"].into()), "HMGET k1 at left"),
            (Command::HIncrBy(A, "at", -2), "HINCRBY k1 at -2"),
            (Command::ZAdd(A, 5, "m".into()), "ZADD k1 5 m"),
            (Command::ZRemRangeByScore(A, None, Some(4)), "ZREMRANGEBYSCORE k1 -inf 4"),
            (Command::ZRemRangeByScore(A, Some(-4), None), "ZREMRANGEBYSCORE k1 -4 +inf"),
            (Command::ZCard(A), "ZCARD k1"),
            (Command::ZRange(A, 0, -1, false), "ZRANGE k1 0 -1"),
            (Command::ZRange(A, 0, 0, true), "ZRANGE k1 0 0 WITHSCORES"),
            (Command::Watch([A, B].into()), "WATCH k1 rl:{user81}:5"),
            (Command::Unwatch, "UNWATCH"),
            (Command::Multi, "MULTI"),
            (Command::Exec, "EXEC"),
            (Command::Discard, "DISCARD"),
            (Command::Transaction(transaction.into()), "MULTI; INCR k1; EXPIRE k1 11 NX; EXEC"),
            (Command::EvalSha(SCRIPT, [A].into(), [10.into(), "x".into()].into()), "EVALSHA 5ca1ab1e 1 k1 10 x"),
            (Command::ScriptLoad(SCRIPT), "SCRIPT LOAD <text of 5ca1ab1e>"),
            (Command::ScriptFlush, "SCRIPT FLUSH"),
        ] {
            assert_eq!(command.to_string(), typed);
        }
    }

    #[test]
    fn a_transaction_names_the_keys_of_its_commands_and_writes_if_one_does() {
        let transaction = |commands: &[Command]| Command::Transaction(commands.into());
        let reads = transaction(&[Command::Time, Command::Get(B), Command::MGet([A, B].into())]);
        assert_eq!(reads.keys(), [B, A, B]);
        assert_eq!(reads.first_key(), Some(&B));
        assert!(!reads.writes_value());
        assert!(transaction(&[Command::Get(A), Command::ZAdd(A, 1, 1.into())]).writes_value());
        assert_eq!(transaction(&[]).first_key(), None);
    }
}
