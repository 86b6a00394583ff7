//! A token bucket: its tokens, a decimal fraction, and when there were so many, in a hash.

use super::Kept;
use crate::placement::stored::{BUCKET, bucket, expire_bucket, write_bucket};
use crate::redis::{Command, Script};
use crate::rule::{Rule, State, TokenBucket};

/// `token_bucket.lua`.
pub const SCRIPT: Script = Script { sha1: "9c2cad645fb7246060550beb54886ce8aaa6c69a", body: |call| KEPT.run(call) };

const KEPT: Kept = Kept {
    rule: |capacity, interval| Rule::TokenBucket(TokenBucket { capacity, interval }),
    read: |key| Command::HMGet(key, BUCKET.into()),
    state: |read, interval| bucket(read, interval).map_or(State::New, State::Bucket),
    write: |key, state, [capacity, interval, _], _| match state {
        State::Bucket(bucket) => vec![write_bucket(key, *bucket, *interval), expire_bucket(key, capacity * interval)],
        _ => Vec::new(),
    },
    always: true,
};
