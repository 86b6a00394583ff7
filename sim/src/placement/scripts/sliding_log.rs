//! A sliding log: a sorted set of the instants at which requests were let through.

use super::{now, numbers};
use crate::placement::stored::millis;
use crate::redis::{Call, Command, ExpiryCondition, RedisError, Reply, Script, Text};

/// `sliding_log.lua`.
pub const SCRIPT: Script = Script { sha1: "23e33260f1ad73eabd08b9eb323d80a277263712", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let [limit, window, want] = numbers(call);
    let key = call.keys()[0];
    let now = now(call)?.micros();
    call.integer(Command::ZRemRangeByScore(key, None, Some(now - window)))?;
    let count = call.integer(Command::ZCard(key))?;
    let granted = (limit - count).clamp(0, want);
    for nth in count + 1..=count + granted {
        // Unlike any member of the same instant: those were counted.
        call.integer(Command::ZAdd(key, now, Text::from(format!("{now}-{nth}").as_str())))?;
    }
    call.integer(Command::PExpire(key, millis(window), ExpiryCondition::Always))?;
    let oldest = call.call(Command::ZRange(key, 0, 0, true))?;
    let left = limit - count - granted;
    let retry = if left > 0 { 0 } else { oldest.nth(1).integer().map_or(0, |oldest| oldest + window - now) };
    Ok(Reply::Array([granted, left, retry].map(Reply::Integer).into()))
}
