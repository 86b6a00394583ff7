//! Fixed windows by Redis's clock: the present window's number and its count, in a hash.

use super::{answer, now, numbers};
use crate::placement::stored::millis;
use crate::redis::{Call, Command, ExpiryCondition, RedisError, Reply, Script, Text};
use crate::rule::{Count, FixedWindow, Rule, State};
use crate::time::Span;

/// `fixed_window.lua`.
pub const SCRIPT: Script = Script { sha1: "3620f38802672011156b304e709dc31ed28b54c8", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let [limit, window, want] = numbers(call);
    let key = call.keys()[0];
    let now = now(call)?;
    let kept = call.call(Command::HMGet(key, ["count", "window"].into()))?;
    let field = |nth| kept.nth(nth).integer().unwrap_or(0);
    let mut state = State::Count(Count { window: field(1).cast_unsigned(), hits: field(0) });
    let rule = Rule::FixedWindow(FixedWindow { limit, window: Span::from_micros(window.cast_unsigned()) });
    let (granted, _) = rule.take(&mut state, now, want);
    if let State::Count(Count { window, hits }) = state {
        let fields = [("count", Text::Integer(hits)), ("window", Text::Integer(window.cast_signed()))];
        call.call(Command::HSet(key, fields.into()))?;
    }
    call.call(Command::PExpire(key, millis(window), ExpiryCondition::Always))?;
    Ok(answer(&rule, granted, &state, now))
}
