//! `edge`: a coarse limit in front, the whole limit on each server's own memory, and the precise one behind it, as a script
//! in Redis.
//!
//! One round trip for what the coarse limit lets through, none for what it refuses. Never over, because the precise limit
//! decides; and a flood through one server never reaches Redis. The coarse limit counts on arrival, the precise one a trip
//! later: so in a stream a few can be refused in front that the precise limit, which counts those before them later, would
//! let through.

use super::program::{Around, Asker, Check, Step};
use super::script::Script;
use crate::redis::Reply;

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    script: Script,
}

impl Edge {
    pub(super) fn new(asker: Asker) -> Self {
        Self { script: Script::new(asker, 1) }
    }
}

impl Check for Edge {
    fn start(&mut self, around: Around<'_>) -> Step {
        let coarse = around.limiter.rule.hit(&mut around.memory.state, around.now);
        if coarse.allowed { self.script.call(&around) } else { Step::Decide(coarse) }
    }

    fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
        self.script.resume(around, reply)
    }
}
