//! GCRA: one number, the theoretical arrival time. A refusal writes nothing.

use super::Kept;
use crate::placement::stored::write_tat;
use crate::redis::{Command, Script};
use crate::rule::{Gcra, Rule, State};

/// `gcra.lua`.
pub const SCRIPT: Script = Script { sha1: "a4920966bd05307a2c0635b1250b4ef5cf7b735b", body: |call| KEPT.run(call) };

const KEPT: Kept = Kept {
    rule: |burst, interval| Rule::Gcra(Gcra { burst, interval }),
    read: Command::Get,
    state: |read, _| read.integer().map_or(State::New, State::Tat),
    write: |key, state, _, now| match state {
        State::Tat(tat) => vec![write_tat(key, *tat, now)],
        _ => Vec::new(),
    },
    always: false,
};
