//! Lets go of a lock, if it is still one's own.

use crate::redis::{Call, Command, RedisError, Reply, Script};

/// `unlock.lua`.
pub const UNLOCK: Script = Script { sha1: "f7e344bc242fc3c32189d5afaf923e488ebfa092", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let key = call.keys()[0];
    let own = call.args().first().cloned().map(Reply::Bulk);
    if Some(call.call(Command::Get(key))?) == own {
        return call.call(Command::Del(vec![key]));
    }
    Ok(Reply::Integer(0))
}
