//! Scripts to try, each as a text for the real server and as a function for the model.

use limit_sim::redis::{Command, Reply, Script, SetOptions, Text};

/// Counts at one key, and answers the count and what another key holds.
pub const COUNT: Script = Script {
    sha1: "380788243041851bc855f7e422b7f25d6f8c3db2",
    body: |call| {
        let keys = call.keys();
        let count = call.call(Command::Incr(keys[0]))?;
        let other = call.call(Command::Get(keys[1]))?;
        Ok(Reply::Array(vec![count, other]))
    },
};

/// Writes its first argument, then counts at the same key, which fails unless it was a number.
pub const WRITE_AND_COUNT: Script = Script {
    sha1: "82477ca9eeed3234f00a05f021d2d98a35c7319b",
    body: |call| {
        let (key, value) = (call.keys()[0], call.args()[0].clone());
        call.call(Command::Set(key, value, SetOptions::default()))?;
        call.call(Command::Incr(key))
    },
};

/// Keeps thirteen quarters and answers them, cut off and as they were kept.
pub const QUARTERS: Script = Script {
    sha1: "18f1c19fc05ddaedec7d0fdb1383b9164d0682bd",
    body: |call| {
        let key = call.keys()[0];
        call.call(Command::Set(key, Text::ratio(13, 4), SetOptions::default()))?;
        Ok(Reply::Array(vec![Reply::Integer(3), call.call(Command::Get(key))?]))
    },
};

/// Sends what scripts may not.
pub const NESTED: Script =
    Script { sha1: "ba922d924f6e7808414359ed93c37767dd0532ce", body: |call| call.call(Command::Multi) };

/// Reads two keys by one command.
pub const READ_BOTH: Script = Script {
    sha1: "fad6af2cc98fc348bf67a9f3d6addbdf514aa940",
    body: |call| call.call(Command::MGet(call.keys().into())),
};

/// Writes each key by a command of its own, whether it was told them as keys or not.
pub const WRITE_EACH: Script = Script {
    sha1: "f250aec0dcb26bad3f5edfe637db62d95e83d12a",
    body: |call| {
        let write = |key| Command::Set(key, Text::Integer(1), SetOptions::default());
        for key in [super::pair::key(1), super::pair::key(2)] {
            call.call(write(key))?;
        }
        Ok(Reply::Integer(1))
    },
};

/// All of them, with their texts.
pub const ALL: [(Script, &str); 6] = [
    (COUNT, "return {redis.call('INCR', KEYS[1]), redis.call('GET', KEYS[2])}"),
    (WRITE_AND_COUNT, "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[1])"),
    (QUARTERS, "redis.call('SET', KEYS[1], 13 / 4) return {13 / 4, redis.call('GET', KEYS[1])}"),
    (NESTED, "return redis.call('MULTI')"),
    (READ_BOTH, "return redis.call('MGET', KEYS[1], KEYS[2])"),
    (WRITE_EACH, "redis.call('SET', 'k1', 1) redis.call('SET', 'k2', 1) return 1"),
];

/// The text of one.
pub fn lua(script: &Script) -> &'static str {
    ALL.iter().find(|(one, _)| one == script).map_or("", |(_, text)| text)
}
