//! Fixed windows from the first hit: a count whose expiry ends the window.

use super::numbers;
use crate::placement::stored::millis;
use crate::redis::{Call, Command, ExpiryCondition, RedisError, Reply, Script};

/// `first_hit.lua`.
pub const SCRIPT: Script = Script { sha1: "64603ebd68901a87b85a52ab8497a94421b921cb", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let [limit, window, want] = numbers(call);
    let key = call.keys()[0];
    let count = call.integer(Command::Get(key))?;
    let granted = (limit - count).clamp(0, want);
    let count = call.integer(Command::IncrBy(key, granted.max(1)))?;
    if count == granted.max(1) {
        call.integer(Command::PExpire(key, millis(window), ExpiryCondition::Always))?;
    }
    let left = call.integer(Command::PTtl(key))?;
    Ok(Reply::Array([granted, (limit - count).max(0), left * 1000].map(Reply::Integer).into()))
}
