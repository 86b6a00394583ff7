//! What Redis does: the keys, and each command's effect on them.

mod expiry;
mod hashes;
mod sorted_sets;
mod strings;

use super::command::{Command, ExpiryCondition};
use super::key::Key;
use super::reply::{RedisError, Reply};
use super::script::{Call, Script};
use super::session::Session;
use super::slot::slot;
use super::value::{Text, Value};
use crate::time::Time;
use expiry::{MILLI, SECOND};

/// Which Redis it is, where that makes a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// 6.2: `EXPIRE` and `PEXPIRE` know no conditions. (The only difference that is modelled: its errors say what 7.0's say.)
    V6_2,
    /// 7.0.
    #[default]
    V7,
}

/// All keys of one Redis, and the scripts that it knows. Expiry is lazy: a key that is past its time stays until another
/// takes its place, and no command can tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keyspace {
    /// In order of their names. A limiter's newest key is mostly the last, so putting it in moves nothing.
    keys: Vec<(Key, Entry)>,
    /// How often each key was changed since it was first watched; in order of their names. So where nothing is ever watched,
    /// nothing is counted, and keyspaces with the same keys are equal.
    changes: Vec<(Key, u64)>,
    /// In order of their SHA-1.
    scripts: Vec<Script>,
    version: Version,
    /// Whether it is part of a cluster.
    clustered: bool,
}

/// A key that a connection watches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Watched {
    /// The key.
    pub key: Key,
    /// How often it had been changed.
    changes: u64,
    /// Whether there was such a key, not expired.
    present: bool,
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
    /// No keys and no scripts, on this version.
    pub fn new(version: Version) -> Self {
        Self { version, ..Self::default() }
    }

    /// The same as part of a cluster, where one request can't use keys of different slots.
    #[must_use]
    pub fn in_cluster(self) -> Self {
        Self { clustered: true, ..self }
    }

    /// Runs one command at the instant `now`, alone, for a connection that remembers nothing (see [`Session`]).
    pub fn run(&mut self, command: &Command, now: Time) -> Reply {
        match command {
            // What most runs are made of is never refused.
            Command::Get(key) => self.get(key, now),
            Command::Set(key, value, options) => self.set(key, value, *options, now),
            Command::Incr(key) => self.add(key, 1, now),
            other => self.refuses(other).map_or_else(|| self.run_other(other, now), Reply::Error),
        }
    }

    /// Runs one that is not refused.
    #[inline(never)]
    fn run_other(&mut self, command: &Command, now: Time) -> Reply {
        match command {
            Command::Get(_) | Command::Set(..) | Command::Incr(_) => self.run(command, now),
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
            Command::MGet(keys) => self.mget(keys, now),
            Command::HSet(key, fields) => self.hset(key, fields, now),
            Command::HGet(key, field) => self.hget(key, field, now),
            Command::HMGet(key, fields) => self.hmget(key, fields, now),
            Command::HIncrBy(key, field, by) => self.hincrby(key, field, *by, now),
            Command::ZAdd(key, score, member) => self.zadd(key, *score, member, now),
            Command::ZRemRangeByScore(key, min, max) => self.zremrangebyscore(key, *min, *max, now),
            Command::ZCount(key, min, max) => self.zcount(key, *min, *max, now),
            Command::ZCard(key) => self.zcard(key, now),
            Command::ZRange(key, from, to, scores) => self.zrange(key, *from, *to, *scores, now),
            Command::Watch(_)
            | Command::Unwatch
            | Command::Multi
            | Command::Exec
            | Command::Discard
            | Command::Transaction(_) => Session::default().run(self, command, now),
            Command::EvalSha(script, keys, args) => self.evaluate(script, keys, args, now),
            Command::ScriptLoad(script) => self.load(*script),
            Command::ScriptFlush => {
                self.scripts.clear();
                Reply::Ok
            }
        }
    }

    /// What the server says about a command before it looks at any value; so also when it is to be queued.
    pub(super) fn refuses(&self, command: &Command) -> Option<RedisError> {
        let wrong_arity = |name| Some(RedisError::WrongArity(name));
        match command {
            Command::Get(_) | Command::Set(..) | Command::Incr(_) => None,
            Command::Expire(_, _, when) if self.conditions_are_unknown(*when) => wrong_arity("expire"),
            Command::PExpire(_, _, when) if self.conditions_are_unknown(*when) => wrong_arity("pexpire"),
            Command::Del(keys) if keys.is_empty() => wrong_arity("del"),
            Command::MGet(keys) if keys.is_empty() => wrong_arity("mget"),
            Command::Watch(keys) if keys.is_empty() => wrong_arity("watch"),
            Command::HSet(_, fields) if fields.is_empty() => wrong_arity("hset"),
            Command::HMGet(_, fields) if fields.is_empty() => wrong_arity("hmget"),
            Command::Transaction(_) => None,
            other => self.crosses_slots(std::slice::from_ref(other)).then_some(RedisError::CrossSlot),
        }
    }

    #[inline]
    fn conditions_are_unknown(&self, when: ExpiryCondition) -> bool {
        self.version == Version::V6_2 && when != ExpiryCondition::Always
    }

    /// Whether this is part of a cluster and the keys of these commands are in different slots.
    pub(super) fn crosses_slots(&self, commands: &[Command]) -> bool {
        self.clustered && crosses_slots(commands)
    }

    #[inline]
    fn evaluate(&mut self, script: &Script, keys: &[Key], args: &[Text], now: Time) -> Reply {
        match self.find_script(script) {
            Err(_) => Reply::Error(RedisError::NoScript),
            Ok(_) => (script.body)(&mut Call::new(self, keys, args, now)).unwrap_or_else(Reply::Error),
        }
    }

    #[inline]
    fn load(&mut self, script: Script) -> Reply {
        if let Err(at) = self.find_script(&script) {
            self.scripts.insert(at, script);
        }
        Reply::Bulk(Text::Other(script.sha1.into()))
    }

    /// Where the script is, or would be.
    #[inline]
    fn find_script(&self, script: &Script) -> Result<usize, usize> {
        self.scripts.binary_search_by(|one| one.sha1.cmp(script.sha1))
    }

    /// Where a key's changes are counted, or would be.
    #[inline]
    fn changes_of(&self, key: &Key) -> Result<usize, usize> {
        self.changes.binary_search_by(|(one, _)| one.cmp(key))
    }

    /// How the key stands, to be compared later; from now on its changes are counted.
    #[inline]
    pub(super) fn watch(&mut self, key: &Key, now: Time) -> Watched {
        let at = match self.changes_of(key) {
            Ok(at) => at,
            Err(at) => {
                self.changes.insert(at, (*key, 0));
                at
            }
        };
        Watched { key: *key, changes: self.changes[at].1, present: self.live(key, now).is_some() }
    }

    /// Whether the key was not changed since then, also not by its expiry. (One that had expired already then may go.)
    #[inline]
    pub(super) fn is_unchanged(&mut self, watched: &Watched, now: Time) -> bool {
        let same = self.changes_of(&watched.key).is_ok_and(|at| self.changes[at].1 == watched.changes);
        same && (!watched.present || self.live(&watched.key, now).is_some())
    }

    /// Counts a change of the key, if it is or was watched: any command that had an effect on it, whether the value is
    /// another or not.
    fn touch(&mut self, key: &Key) {
        if let Ok(at) = self.changes_of(key) {
            self.changes[at].1 += 1;
        }
    }

    /// What is at a key at a glance: a string, a hash's field `tokens` or else its first, how many members a set has; none when the key is missing
    /// or expired.
    pub fn glance(&self, key: Key, now: Time) -> Option<Text> {
        let entry = &self.keys[self.find(&key).ok()?].1;
        if !entry.lives(now) {
            return None;
        }
        match &entry.value {
            Value::String(text) => Some(text.clone()),
            Value::Hash(fields) => {
                let telling = fields.iter().find(|(name, _)| *name == "tokens").or(fields.first());
                telling.map(|(_, text)| text.clone())
            }
            Value::SortedSet(members) => Some(Text::Integer(members.len() as i64)),
        }
    }

    /// Lets go of the keys that are past their time or were removed. No command can tell, but two keyspaces in which each
    /// command finds the same from `now` on are equal after it.
    pub fn sweep(&mut self, now: Time) {
        self.keys.retain(|(_, entry)| entry.lives(now));
    }

    /// The keys that are there and not expired, in order.
    #[inline]
    pub fn live_keys(&self, now: Time) -> impl Iterator<Item = Key> + '_ {
        self.keys.iter().filter(move |(_, entry)| entry.lives(now)).map(|(key, _)| *key)
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

    /// The value of the key; this one, without expiry, if there is no such key.
    fn live_or(&mut self, key: &Key, value: Value, now: Time) -> &mut Value {
        if self.live(key, now).is_none() {
            self.insert(key, value, None);
        }
        match self.find(key) {
            Ok(at) | Err(at) => &mut self.keys[at].1.value,
        }
    }

    /// Where the key is, or would be.
    fn find(&self, key: &Key) -> Result<usize, usize> {
        self.keys.binary_search_by(|(one, _)| one.cmp(key))
    }

    fn del(&mut self, keys: &[Key], now: Time) -> Reply {
        let mut removed = 0;
        for key in keys {
            if let Some(entry) = self.live(key, now) {
                entry.end(now);
                self.touch(key);
                removed += 1;
            }
        }
        Reply::Integer(removed)
    }
}

/// Whether the keys of these commands are in different slots.
#[inline]
fn crosses_slots(commands: &[Command]) -> bool {
    let (mut first, mut crosses) = (None, false);
    for command in commands {
        command.for_each_key(&mut |key| {
            let slot = slot(key);
            crosses |= *first.get_or_insert(slot) != slot;
        });
    }
    crosses
}

fn time(now: Time) -> Reply {
    let micros = now.nanos() / 1_000;
    let parts = [micros / 1_000_000, micros % 1_000_000];
    Reply::Array(parts.into_iter().map(|part| Reply::Bulk(Text::Integer(part as i64))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

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
        assert_eq!(keyspace.glance(key(1), now), Some(Text::Integer(1)));
        assert_ne!(keyspace, run(&removed[..1]));
        // A key at its expiry's instant is gone.
        keyspace.sweep(now + Span::from_millis(5));
        assert_eq!(keyspace, Keyspace::default());
    }
}
