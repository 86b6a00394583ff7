//! A connection to the real server that takes the model's commands and gives the model's replies.

use std::fmt::Display;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use limit_sim::redis::{Command, Condition, Expiry, ExpiryCondition, Key, RedisError, Reply, Script, SetOptions, Text};
use redis::{Cmd, Value};

/// A connection.
pub struct Connection {
    connection: redis::Connection,
    lua: fn(&Script) -> &'static str,
}

impl Connection {
    pub(super) fn new(connection: redis::Connection, lua: fn(&Script) -> &'static str) -> Self {
        Self { connection, lua }
    }

    /// Sends a command and waits for its reply; of a transaction, which goes out in one piece, for that of its `EXEC`.
    ///
    /// A text that is not the decimal form of an integer comes back as [`Text::Other`], a fraction too: [`super::agree`]
    /// compares it with the model's.
    ///
    /// # Errors
    /// When the connection breaks, or the reply is none that the model has.
    pub fn run(&mut self, command: &Command) -> Result<Reply> {
        let (packed, count) = self.packed(command);
        self.connection.send_packed_command(&packed)?;
        let mut last = Value::Nil;
        for _ in 0..count {
            last = self.connection.recv_response()?;
        }
        reply(last).with_context(|| format!("the reply to {command}"))
    }

    /// Sends a command and does not wait for its reply, for which [`Self::hear`] waits.
    ///
    /// # Errors
    /// When the connection breaks.
    pub fn say(&mut self, words: &[&str]) -> Result<()> {
        Ok(self.connection.send_packed_command(&packed(words))?)
    }

    /// Waits so long for the reply to what was said; none when there is none by then.
    ///
    /// # Errors
    /// When the connection breaks, or the reply is none that the model has.
    pub fn hear(&mut self, patience: Option<Duration>) -> Result<Option<Reply>> {
        self.connection.set_read_timeout(patience)?;
        match self.connection.recv_response() {
            Ok(value) => reply(value).map(Some),
            Err(error) if error.is_timeout() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends a command that the model may not have.
    ///
    /// # Errors
    /// As for [`Self::run`].
    pub fn run_other(&mut self, words: &[&str]) -> Result<Reply> {
        self.connection.send_packed_command(&packed(words))?;
        reply(self.connection.recv_response()?).with_context(|| format!("the reply to {}", words.join(" ")))
    }

    /// The command as it goes over the connection, and how many replies it will get.
    fn packed(&self, command: &Command) -> (Vec<u8>, usize) {
        let Command::Transaction(commands) = command else {
            return (packed(&self.words(command)), 1);
        };
        let (mut packed, mut count) = self.packed(&Command::Multi);
        for command in commands.iter().chain([&Command::Exec]) {
            let (bytes, replies) = self.packed(command);
            packed.extend(bytes);
            count += replies;
        }
        (packed, count)
    }

    fn words(&self, command: &Command) -> Vec<String> {
        match command {
            Command::Get(key) => words("GET", key, &[]),
            Command::Set(key, value, options) => [words("SET", key, &[]), vec![text(value)], set(*options)].concat(),
            Command::Incr(key) => words("INCR", key, &[]),
            Command::IncrBy(key, by) => words("INCRBY", key, &[by]),
            Command::DecrBy(key, by) => words("DECRBY", key, &[by]),
            Command::Del(keys) => list("DEL", keys),
            Command::Expire(key, seconds, when) => [words("EXPIRE", key, &[seconds]), condition(*when)].concat(),
            Command::PExpire(key, millis, when) => [words("PEXPIRE", key, &[millis]), condition(*when)].concat(),
            Command::Ttl(key) => words("TTL", key, &[]),
            Command::PTtl(key) => words("PTTL", key, &[]),
            Command::Persist(key) => words("PERSIST", key, &[]),
            Command::Time => list("TIME", &[]),
            Command::MGet(keys) => list("MGET", keys),
            Command::HSet(key, fields) => {
                let fields = fields.iter().flat_map(|(field, value)| [(*field).to_owned(), text(value)]);
                words("HSET", key, &[]).into_iter().chain(fields).collect()
            }
            Command::HGet(key, field) => words("HGET", key, &[field]),
            Command::HMGet(key, fields) => {
                words("HMGET", key, &[]).into_iter().chain(fields.iter().map(|field| (*field).to_owned())).collect()
            }
            Command::HIncrBy(key, field, by) => words("HINCRBY", key, &[field, by]),
            Command::ZAdd(key, score, member) => words("ZADD", key, &[score, &text(member)]),
            Command::ZRemRangeByScore(key, min, max) => {
                words("ZREMRANGEBYSCORE", key, &[&bound(*min, "-inf"), &bound(*max, "+inf")])
            }
            Command::ZCount(key, min, max) => words("ZCOUNT", key, &[&bound(*min, "-inf"), &bound(*max, "+inf")]),
            Command::ZCard(key) => words("ZCARD", key, &[]),
            Command::ZRange(key, from, to, false) => words("ZRANGE", key, &[from, to]),
            Command::ZRange(key, from, to, true) => words("ZRANGE", key, &[from, to, &"WITHSCORES"]),
            Command::Watch(keys) => list("WATCH", keys),
            Command::Unwatch => list("UNWATCH", &[]),
            Command::Multi => list("MULTI", &[]),
            Command::Exec => list("EXEC", &[]),
            Command::Discard => list("DISCARD", &[]),
            Command::Transaction(_) => unreachable!("a transaction is sent as the commands that it is of"),
            Command::EvalSha(script, keys, args) => {
                let given = keys.iter().map(Key::to_string).chain(args.iter().map(text));
                words("EVALSHA", script.sha1, &[&keys.len()]).into_iter().chain(given).collect()
            }
            Command::ScriptLoad(script) => words("SCRIPT", "LOAD", &[&(self.lua)(script)]),
            Command::ScriptFlush => words("SCRIPT", "FLUSH", &[]),
        }
    }
}

fn packed(words: &[impl AsRef<str>]) -> Vec<u8> {
    let mut command = Cmd::new();
    for word in words {
        command.arg(word.as_ref());
    }
    command.get_packed_command()
}

fn words(name: &str, first: impl Display, others: &[&dyn Display]) -> Vec<String> {
    let others = others.iter().map(|other| other.to_string());
    [name.to_owned(), first.to_string()].into_iter().chain(others).collect()
}

fn bound(score: Option<i64>, none: &str) -> String {
    score.map_or(none.to_owned(), |score| score.to_string())
}

fn list(name: &str, keys: &[Key]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(keys.iter().map(Key::to_string)).collect()
}

fn set(SetOptions { expiry, condition, get }: SetOptions) -> Vec<String> {
    let condition = match condition {
        Condition::Always => None,
        Condition::IfMissing => Some("NX".to_owned()),
        Condition::IfPresent => Some("XX".to_owned()),
    };
    let expiry = match expiry {
        Expiry::Drop => Vec::new(),
        Expiry::Keep => vec!["KEEPTTL".to_owned()],
        Expiry::Seconds(seconds) => vec!["EX".to_owned(), seconds.to_string()],
        Expiry::Millis(millis) => vec!["PX".to_owned(), millis.to_string()],
    };
    condition.into_iter().chain(get.then(|| "GET".to_owned())).chain(expiry).collect()
}

fn condition(when: ExpiryCondition) -> Vec<String> {
    let word = match when {
        ExpiryCondition::Always => return Vec::new(),
        ExpiryCondition::IfNone => "NX",
        ExpiryCondition::IfSome => "XX",
        ExpiryCondition::IfLater => "GT",
        ExpiryCondition::IfEarlier => "LT",
    };
    vec![word.to_owned()]
}

/// A text as a client sends it: a fraction with as many digits as tell it from its neighbours.
fn text(text: &Text) -> String {
    match text {
        Text::Ratio { of, to } => (*of as f64 / *to as f64).to_string(),
        other => other.to_string(),
    }
}

fn reply(value: Value) -> Result<Reply> {
    Ok(match value {
        Value::Okay => Reply::Ok,
        Value::Nil => Reply::Nil,
        Value::Int(value) => Reply::Integer(value),
        Value::SimpleString(text) if text == "QUEUED" => Reply::Queued,
        Value::BulkString(bytes) => Reply::Bulk(Text::from(str::from_utf8(&bytes)?)),
        Value::Array(values) => Reply::Array(values.into_iter().map(reply).collect::<Result<_>>()?),
        Value::ServerError(error) => {
            let text = format!("{} {}", error.code(), error.details().unwrap_or_default());
            Reply::Error(known(&text)?)
        }
        other => bail!("the model has no such reply: {other:?}"),
    })
}

/// The model's error with exactly this text. Where a script failed is cut off: that depends on the script's lines.
fn known(text: &str) -> Result<RedisError> {
    let text = text.split_once(" script: ").map_or(text, |(what, _)| what);
    let names = ["del", "mget", "watch", "hset", "hmget", "expire", "pexpire", "set"];
    let named = names.iter().flat_map(|name| [RedisError::WrongArity(name), RedisError::InvalidExpiry(name)]);
    let plain = [
        RedisError::WrongType,
        RedisError::NotAnInteger,
        RedisError::Overflow,
        RedisError::DecrementOverflow,
        RedisError::HashNotAnInteger,
        RedisError::NoScript,
        RedisError::NotFromScript,
        RedisError::WrongArityInScript,
        RedisError::CrossSlotInScript,
        RedisError::ExecAbort,
        RedisError::ExecWithoutMulti,
        RedisError::DiscardWithoutMulti,
        RedisError::NestedMulti,
        RedisError::WatchInsideMulti,
        RedisError::CrossSlot,
    ];
    let all = plain.into_iter().chain(named);
    all.into_iter().find(|error| error.to_string() == text).with_context(|| format!("the model has no error {text:?}"))
}
