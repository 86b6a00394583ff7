//! A token bucket: its tokens, a decimal fraction, and when there were so many, in a hash.

use super::{answer, now, numbers};
use crate::placement::stored::{BUCKET, bucket, expire_bucket, write_bucket};
use crate::redis::{Call, Command, RedisError, Reply, Script};
use crate::rule::{Rule, State, TokenBucket};

/// `token_bucket.lua`.
pub const SCRIPT: Script = Script { sha1: "9c2cad645fb7246060550beb54886ce8aaa6c69a", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let [capacity, interval, want] = numbers(call);
    let key = call.keys()[0];
    let now = now(call)?;
    let kept = call.call(Command::HMGet(key, BUCKET.into()))?;
    let mut state = bucket(&kept, interval).map_or(State::New, State::Bucket);
    let rule = Rule::TokenBucket(TokenBucket { capacity, interval });
    let (granted, _) = rule.take(&mut state, now, want);
    if let State::Bucket(bucket) = state {
        call.call(write_bucket(key, bucket, interval))?;
    }
    call.call(expire_bucket(key, capacity * interval))?;
    Ok(answer(&rule, granted, &state, now))
}
