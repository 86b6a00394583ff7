//! Fixed windows by Redis's clock: the present window's count and its number, in a hash.

use super::Kept;
use crate::placement::stored::millis;
use crate::redis::{Command, ExpiryCondition, Script, Text};
use crate::rule::{Count, FixedWindow, Rule, State};
use crate::time::Span;

/// `fixed_window.lua`.
pub const SCRIPT: Script = Script { sha1: "3620f38802672011156b304e709dc31ed28b54c8", body: |call| KEPT.run(call) };

const KEPT: Kept = Kept {
    rule: |limit, window| Rule::FixedWindow(FixedWindow { limit, window: Span::from_micros(window.cast_unsigned()) }),
    read: |key| Command::HMGet(key, ["count", "window"].into()),
    state: |read, _| {
        let field = |nth| read.nth(nth).integer().unwrap_or(0);
        State::Count(Count { window: field(1).cast_unsigned(), hits: field(0) })
    },
    write: |key, state, [_, length, _], _| {
        let State::Count(Count { window, hits }) = *state else { return Vec::new() };
        let fields = [("count", Text::Integer(hits)), ("window", Text::Integer(window.cast_signed()))];
        let expire = Command::PExpire(key, millis(*length), ExpiryCondition::Always);
        vec![Command::HSet(key, fields.into()), expire]
    },
    always: true,
};
