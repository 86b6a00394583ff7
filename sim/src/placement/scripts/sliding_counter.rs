//! A sliding counter: two windows' counts, in a hash.

use super::Kept;
use crate::placement::stored::{HALVES, expire_halves, halves, write_halves};
use crate::redis::{Command, Script};
use crate::rule::{Rule, SlidingCounter, State};

/// `sliding_counter.lua`.
pub const SCRIPT: Script = Script { sha1: "d4809fcbb04e127a59303e70df9eb98461fdfb96", body: |call| KEPT.run(call) };

const KEPT: Kept = Kept {
    rule: |limit, window| Rule::SlidingCounter(SlidingCounter { limit, window }),
    read: |key| Command::HMGet(key, HALVES.into()),
    state: |read, _| halves(read).map_or(State::New, State::Halves),
    write: |key, state, [_, window, _], _| match state {
        State::Halves(halves) => vec![write_halves(key, *halves), expire_halves(key, *window)],
        _ => Vec::new(),
    },
    always: true,
};
