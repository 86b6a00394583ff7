//! A sliding counter: two windows' counts, in a hash.

use super::{answer, now, numbers};
use crate::placement::stored::{HALVES, expire_halves, halves, write_halves};
use crate::redis::{Call, Command, RedisError, Reply, Script};
use crate::rule::{Rule, SlidingCounter, State};

/// `sliding_counter.lua`.
pub const SCRIPT: Script = Script { sha1: "d4809fcbb04e127a59303e70df9eb98461fdfb96", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let [limit, window, want] = numbers(call);
    let key = call.keys()[0];
    let now = now(call)?;
    let kept = call.call(Command::HMGet(key, HALVES.into()))?;
    let mut state = halves(&kept).map_or(State::New, State::Halves);
    let rule = Rule::SlidingCounter(SlidingCounter { limit, window });
    let (granted, _) = rule.take(&mut state, now, want);
    if let State::Halves(halves) = state {
        call.call(write_halves(key, halves))?;
    }
    call.call(expire_halves(key, window))?;
    Ok(answer(&rule, granted, &state, now))
}
