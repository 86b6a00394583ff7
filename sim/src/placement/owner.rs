//! `owner`: each user belongs to one server, by the hash of the key; the others forward the user's requests to it, and it
//! counts in its own memory.
//!
//! No Redis, one hop there and one back. Exact while the owner stays the owner; each change of owner begins a new count, so
//! that L more pass.

use super::Decision;
use super::program::{Around, Asker, Check, Step};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Owner {
    asker: Asker,
    /// Where the request came in, once it is forwarded, and what its owner has decided.
    came: u32,
    decided: Option<Decision>,
}

impl Owner {
    pub(super) fn new(asker: Asker) -> Self {
        Self { asker, came: 0, decided: None }
    }
}

impl Check for Owner {
    fn start(&mut self, around: Around<'_>) -> Step {
        self.came = around.server;
        match around.limiter.home(self.asker.user, around.server) {
            owner if owner == around.server => {
                Step::Decide(around.limiter.rule.hit(&mut around.memory.state, around.now))
            }
            owner => Step::Forward(owner),
        }
    }

    fn wake(&mut self, around: Around<'_>) -> Step {
        match self.decided {
            Some(decision) => Step::Decide(decision),
            None => {
                self.decided = Some(around.limiter.rule.hit(&mut around.memory.state, around.now));
                Step::Forward(self.came)
            }
        }
    }

    fn decided(&mut self) -> Option<&mut Decision> {
        self.decided.as_mut()
    }
}
