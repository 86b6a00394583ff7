//! One request's limiter.

use super::limiter::Limiter;
use super::memory::Memory;
use super::script::Script;
use super::{
    cas, deny_cache, edge, get_incr, get_set, incr, lease, local, lock, multi_exec, owner, read_write, set_nx_incr,
    sync,
};
use crate::redis::{Command, RedisError, Reply};
use crate::rule::Decision;
use crate::time::{Span, Time};

/// What a program does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sends this command and waits for its reply.
    Send(Command),
    /// Does nothing for so long.
    Wait(Span),
    /// Has another server go on, the one of this number: from there on what it finds around it is that server's.
    Forward(u32),
    /// Is done: the request is allowed or refused.
    Decide(Decision),
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    /// The user, from 0.
    pub user: u32,
    /// A number that no other request of the run has.
    pub id: u32,
}

/// What a program finds around it when it goes on.
pub struct Around<'a> {
    /// The limiter that it is a part of.
    pub limiter: &'a Limiter,
    /// The server that it is at, from 0.
    pub server: u32,
    /// What that server remembers of the user.
    pub memory: &'a mut Memory,
    /// What that server's clock shows.
    pub now: Time,
    /// When its last command ran, if it has sent one. No server knows; it is there so that a request can be said to be
    /// counted then.
    pub ran: Time,
}

/// A placement's program, somewhere between its start and its decision.
pub(super) trait Check {
    /// The first step.
    fn start(&mut self, around: Around<'_>) -> Step;

    /// The next step, now that the last command's reply is here.
    fn resume(&mut self, _around: Around<'_>, _reply: &Reply) -> Step {
        // A program that sends no command gets no reply.
        unreachable!()
    }

    /// The next step, now that it has waited, or another server goes on.
    fn wake(&mut self, _around: Around<'_>) -> Step {
        // A program that goes on at once is not woken.
        unreachable!()
    }

    /// The decision that is made and not yet told.
    fn decided(&mut self) -> Option<&mut Decision> {
        None
    }
}

macro_rules! programs {
    ($($(#[$doc:meta])* $kind:ident($of:ty),)+) => {
        /// One request's limiter, somewhere between its start and its decision.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Program { $($(#[$doc])* $kind($of),)+ }

        impl Program {
            /// The first step.
            pub fn start(&mut self, around: Around<'_>) -> Step {
                match self { $(Self::$kind(program) => program.start(around),)+ }
            }

            /// The next step, now that the last command's reply is here. When it is an error that the program has no answer
            /// to, nothing was counted, and the limiter falls back.
            pub fn resume(&mut self, around: Around<'_>, reply: &Reply) -> Step {
                let answers = |error: &RedisError| *error == RedisError::NoScript && around.limiter.reloads;
                let failed = matches!(reply, Reply::Error(error) if !answers(error));
                if failed && !matches!(self, Self::Lock(_)) {
                    return Step::Decide(around.limiter.fall_back(around.memory, around.now));
                }
                match self { $(Self::$kind(program) => program.resume(around, reply),)+ }
            }

            /// The next step, now that it has waited as long as it wanted to, or another server goes on.
            pub fn wake(&mut self, around: Around<'_>) -> Step {
                match self { $(Self::$kind(program) => program.wake(around),)+ }
            }

            /// Lets go of the number that a decision rests on, when one is made and not yet told. It is there to be shown:
            /// programs that differ in it alone send the same commands and decide alike.
            pub(crate) fn forget_count(&mut self) {
                let decided = match self { $(Self::$kind(program) => program.decided(),)+ };
                if let Some(decision) = decided {
                    decision.count = 0;
                }
            }
        }
    };
}

programs! {
    /// `local`, and with a share of the limit `split`.
    Local(local::Local),
    /// `get-set`.
    GetSet(get_set::GetSet),
    /// `get-incr`.
    GetIncr(get_incr::GetIncr),
    /// `incr`, and at a key that is always the same `incr-expire`.
    Incr(incr::Incr),
    /// `multi-exec`.
    MultiExec(multi_exec::MultiExec),
    /// `set-nx-incr`.
    SetNxIncr(set_nx_incr::SetNxIncr),
    /// `read-write`.
    ReadWrite(read_write::ReadWrite),
    /// `cas`.
    Cas(cas::Cas),
    /// `lock`.
    Lock(lock::Lock),
    /// `script`.
    Script(Script),
    /// `sync-all` and `sync-share`.
    Synced(sync::Synced),
    /// `lease`.
    Lease(lease::Lease),
    /// `owner`.
    Owner(owner::Owner),
    /// `edge`.
    Edge(edge::Edge),
    /// `deny-cache`.
    DenyCache(deny_cache::DenyCache),
}
