//! One request's check, step by step: the one piece of code by which the hand and the explorer drive programs.

use crate::placement::{self, Decision, Limiter, Memory, Program};
use crate::redis::{Command, Keyspace, Reply, Text};
use crate::time::Time;

/// A check that is under way: its program waits for its command to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Underway {
    /// The program.
    pub program: Program,
    /// The window that the check counts in.
    pub window: u64,
    /// The command.
    pub command: Command,
}

/// A command that has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The command.
    pub command: Command,
    /// Its reply.
    pub reply: Reply,
    /// The string at its key before it.
    pub before: Option<Text>,
    /// The same after it.
    pub after: Option<Text>,
}

/// Where a check stands.
pub(crate) enum Stand {
    /// It waits for a command to run.
    Underway(Underway),
    /// It is over, in the window that it counts in.
    Decided(u64, Decision),
}

impl Stand {
    /// A request reaches its server: its check begins.
    #[inline]
    pub fn begin(limiter: &Limiter, memory: &mut Memory, now: Time) -> Self {
        let mut program = limiter.program(now);
        let step = program.start(memory);
        Self::after(program, limiter.window(now), step)
    }

    #[inline]
    fn after(program: Program, window: u64, step: placement::Step) -> Self {
        match step {
            placement::Step::Send(command) => Self::Underway(Underway { program, window, command }),
            placement::Step::Decide(decision) => Self::Decided(window, decision),
        }
    }
}

/// A request's next step, at `now`: its command runs, the reply is delivered and the program goes on. `check` is the check if
/// it is under way; else it begins first, and may decide without a command.
#[inline]
pub(crate) fn step(
    limiter: &Limiter,
    check: Option<Underway>,
    memory: &mut Memory,
    keyspace: &mut Keyspace,
    now: Time,
) -> (Option<Ran>, Stand) {
    let stand = check.map_or_else(|| Stand::begin(limiter, memory, now), Stand::Underway);
    let Stand::Underway(Underway { mut program, window, command }) = stand else {
        return (None, stand);
    };
    let value = |keyspace: &Keyspace| command.first_key().and_then(|key| keyspace.text(*key, now).cloned());
    let before = value(keyspace);
    let reply = keyspace.run(&command, now);
    let after = value(keyspace);
    let step = program.resume(&reply);
    (Some(Ran { command, reply, before, after }), Stand::after(program, window, step))
}
