//! GCRA: one number, the theoretical arrival time.

use super::{answer, now, numbers};
use crate::placement::stored::write_tat;
use crate::redis::{Call, Command, RedisError, Reply, Script};
use crate::rule::{Gcra, Rule, State};

/// `gcra.lua`.
pub const SCRIPT: Script = Script { sha1: "a4920966bd05307a2c0635b1250b4ef5cf7b735b", body };

fn body(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let [burst, interval, want] = numbers(call);
    let key = call.keys()[0];
    let now = now(call)?;
    let mut state = call.call(Command::Get(key))?.integer().map_or(State::New, State::Tat);
    let rule = Rule::Gcra(Gcra { burst, interval });
    let (granted, _) = rule.take(&mut state, now, want);
    if let State::Tat(tat) = state {
        // A refusal writes nothing.
        if granted > 0 {
            call.call(write_tat(key, tat, now))?;
        }
    }
    Ok(answer(&rule, granted, &state, now))
}
