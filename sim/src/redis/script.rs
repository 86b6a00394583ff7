//! Scripts.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::command::Command;
use super::key::Key;
use super::keyspace::Keyspace;
use super::reply::{RedisError, Reply};
use super::value::Text;
use crate::time::Time;

/// A script, known by the SHA-1 of its text. What the text does is done here by a function.
#[derive(Clone, Copy)]
pub struct Script {
    /// The SHA-1 of the script's text, in 40 hexadecimal digits.
    pub sha1: &'static str,
    /// What it does. An error that a command answers ends it, as `redis.call` does, and is its reply; what it did until then
    /// stays done.
    ///
    /// A number that a script returns reaches the client without its fraction, so what returns here is a
    /// [`Reply::Integer`] or, as from `tostring`, a text. (Lua's numbers are floating: the real server's are off beyond 2^53.)
    pub body: fn(&mut Call<'_>) -> Result<Reply, RedisError>,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Script({})", self.sha1)
    }
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.sha1 == other.sha1
    }
}

impl Eq for Script {}

impl Hash for Script {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sha1.hash(state);
    }
}

/// A script while it runs: nothing else does, and the clock stands still.
pub struct Call<'a> {
    keyspace: &'a mut Keyspace,
    keys: &'a [Key],
    args: &'a [Text],
    now: Time,
}

impl<'a> Call<'a> {
    pub(super) fn new(keyspace: &'a mut Keyspace, keys: &'a [Key], args: &'a [Text], now: Time) -> Self {
        Self { keyspace, keys, args, now }
    }

    /// `KEYS`, counted from 0.
    pub fn keys(&self) -> &'a [Key] {
        self.keys
    }

    /// `ARGV`, counted from 0.
    pub fn args(&self) -> &'a [Text] {
        self.args
    }

    /// `redis.call`, of a command that answers an integer; 0 for nil.
    ///
    /// # Errors
    /// As [`Self::call`].
    #[inline(never)]
    pub fn integer(&mut self, command: Command) -> Result<i64, RedisError> {
        self.call(command).map(|reply| reply.integer().unwrap_or(0))
    }

    /// `redis.call`.
    ///
    /// # Errors
    /// When the command answers an error. The script is to end with it.
    #[inline(never)]
    pub fn call(&mut self, command: Command) -> Result<Reply, RedisError> {
        let forbidden = matches!(command, Command::EvalSha(..) | Command::ScriptLoad(_) | Command::ScriptFlush);
        if forbidden || command.is_of_session() {
            return Err(RedisError::NotFromScript);
        }
        match self.keyspace.run(&command, self.now) {
            Reply::Error(RedisError::WrongArity(_)) => Err(RedisError::WrongArityInScript),
            Reply::Error(RedisError::CrossSlot) => Err(RedisError::CrossSlotInScript),
            Reply::Error(error) => Err(error),
            reply => Ok(reply),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redis::Session;

    const NOW: Time = Time::START;
    const ONE: Script = Script { sha1: "one", body: |_| Ok(Reply::Integer(1)) };
    const OTHER: Script = Script { sha1: "other", body: |_| Ok(Reply::Integer(2)) };

    fn run(keyspace: &mut Keyspace, command: &Command) -> Reply {
        Session::default().run(keyspace, command, NOW)
    }

    fn eval(script: Script) -> Command {
        Command::EvalSha(script, [].into(), [].into())
    }

    #[test]
    fn a_script_is_known_by_its_sha_1() {
        let mut keyspace = Keyspace::default();
        run(&mut keyspace, &Command::ScriptLoad(ONE));
        assert_eq!(run(&mut keyspace, &eval(ONE)), Reply::Integer(1));
        assert_eq!(run(&mut keyspace, &eval(OTHER)), Reply::Error(RedisError::NoScript));
        assert_ne!(eval(ONE), eval(OTHER));
    }

    #[test]
    fn scripts_hash_by_their_sha_1() {
        let hash = |script: Script| {
            let mut hasher = std::hash::DefaultHasher::new();
            script.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(ONE), hash(Script { body: OTHER.body, ..ONE }));
        assert_ne!(hash(ONE), hash(OTHER));
    }

    #[test]
    fn a_script_calls_neither_scripts_nor_what_is_of_a_session() {
        let calls = |command: Command| {
            let mut keyspace = Keyspace::default();
            Call::new(&mut keyspace, &[], &[], NOW).call(command)
        };
        for command in [Command::ScriptFlush, Command::ScriptLoad(ONE), eval(ONE), Command::Multi, Command::Unwatch] {
            assert_eq!(calls(command.clone()), Err(RedisError::NotFromScript), "{command}");
        }
        let key = Key { name: "k", id: 1, part: None };
        assert_eq!(calls(Command::Incr(key)), Ok(Reply::Integer(1)));
    }
}
