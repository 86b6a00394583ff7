//! Placements: where a limiter's count lives, and how a request reaches it.
//!
//! A limiter is a [`Program`]: it asks for the next Redis command, or decides, and is resumed with the reply. It knows of
//! time only what its server's clock says when it is resumed. The timed run drives it here; other drivers resume the same
//! programs in other orders. One file per placement.

mod get_incr;
mod get_set;
mod incr;
mod local;

use crate::redis::{Command, Key, Reply};
use crate::rule::{Count, FixedWindow};
use crate::scenario::{Rule, Scenario, Strategy};
use crate::time::{Span, Time};

/// What a program does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sends this command and waits for its reply.
    Send(Command),
    /// Is done: the request is allowed or refused.
    Decide(Decision),
}

/// A limiter's answer, with the comparison that it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Whether the request is let through.
    pub allowed: bool,
    /// The count that was compared.
    pub count: i64,
    /// How it was compared.
    pub comparison: Comparison,
    /// What it was compared with: the limit, or a server's share of it.
    pub limit: i64,
}

/// How a count is held against a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The count leaves this request out: allowed if it is below the limit.
    Below,
    /// The count has this request in it: allowed if it is at most the limit.
    AtMost,
}

impl Comparison {
    fn decide(self, count: i64, limit: i64) -> Decision {
        let allowed = match self {
            Self::Below => count < limit,
            Self::AtMost => count <= limit,
        };
        Decision { allowed, count, comparison: self, limit }
    }
}

/// What a server remembers between requests. Only the placements that count in the server use it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The user's hits that this server saw.
    pub count: Count,
}

/// A limiter as it is deployed: the same on every server, for all requests of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limiter {
    strategy: Strategy,
    rule: FixedWindow,
}

impl Limiter {
    /// The scenario's limiter.
    pub fn new(scenario: &Scenario) -> Self {
        let limit = match scenario.strategy {
            Strategy::Split => scenario.share(),
            _ => scenario.limit,
        };
        let rule = match scenario.rule {
            Rule::FixedWindow => FixedWindow { limit: limit.into(), window: scenario.window },
        };
        Self { strategy: scenario.strategy, rule }
    }

    /// The program for one request that reaches a server at `now`, by that server's clock.
    pub fn program(&self, now: Time) -> Program {
        let (rule, key) = (self.rule, self.key(now));
        match self.strategy {
            Strategy::Local | Strategy::Split => Program::Local(local::Local::new(rule, now)),
            Strategy::GetSet => Program::GetSet(get_set::GetSet::new(rule, key)),
            Strategy::GetIncr => Program::GetIncr(get_incr::GetIncr::new(rule, key)),
            Strategy::Incr => Program::Incr(incr::Incr::new(rule, key)),
        }
    }

    /// The key of the user's count in the window that contains `now`.
    pub fn key(&self, now: Time) -> Key {
        Key { name: "rl:user", id: USER, part: Some(now.window(self.rule.window)) }
    }
}

impl Limiter {
    /// The window that a check counts in which begins at `now`.
    pub(crate) fn window(&self, now: Time) -> u64 {
        now.window(self.rule.window)
    }

    /// Whether servers count for themselves, so that it matters which one a request reaches.
    pub(crate) fn keeps_memory(&self) -> bool {
        matches!(self.strategy, Strategy::Local | Strategy::Split)
    }

    /// The most commands that a check sends.
    pub(crate) fn most_commands(&self) -> u32 {
        match self.strategy {
            Strategy::Local | Strategy::Split => 0,
            Strategy::GetSet | Strategy::GetIncr | Strategy::Incr => 2,
        }
    }
}

/// The user that all requests are from: the lessons' user 81.
pub const USER: u32 = 81;

/// One request's limiter, somewhere between its start and its decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// `local`, and with a share of the limit `split`.
    Local(local::Local),
    /// `get-set`.
    GetSet(get_set::GetSet),
    /// `get-incr`.
    GetIncr(get_incr::GetIncr),
    /// `incr`.
    Incr(incr::Incr),
}

impl Program {
    /// The first step.
    pub fn start(&mut self, memory: &mut Memory) -> Step {
        match self {
            Self::Local(program) => program.start(memory),
            Self::GetSet(program) => program.start(),
            Self::GetIncr(program) => program.start(),
            Self::Incr(program) => program.start(),
        }
    }

    /// The next step, now that the last command's reply is here.
    pub fn resume(&mut self, reply: &Reply) -> Step {
        match self {
            Self::Local(_) => unreachable!("a program that sends no command gets no reply"),
            Self::GetSet(program) => program.resume(reply),
            Self::GetIncr(program) => program.resume(reply),
            Self::Incr(program) => program.resume(reply),
        }
    }

    /// Lets go of the number that a decision rests on, when one is made and not yet told. It is there to be shown: programs
    /// that differ in it alone send the same commands and decide alike.
    pub(crate) fn forget_count(&mut self) {
        let decided = match self {
            Self::Local(_) => return,
            Self::GetSet(program) => &mut program.decided,
            Self::GetIncr(program) => &mut program.decided,
            Self::Incr(program) => &mut program.decided,
        };
        if let Some(decision) = decided {
            decision.count = 0;
        }
    }
}

/// How much longer than its window a window's key lives.
///
/// The key is numbered by its window, so it could stay for ever: its expiry only clears up. But it must not be gone while
/// the first command of a check in the window is still on its way, or the count would begin again. In links that is at most
/// 9.3 s after the window's end: a message with jitter takes up to 36.8 times its mean of at most 250 ms, and commands of a
/// thousand requests keep Redis busy for 16 ms. A check's second command can come later still, up to three messages after
/// the window's end, and need not find the key: `SET` puts its count there whatever was there, `INCR` after `GET` counts on
/// a key without expiry, and `EXPIRE` is what ends one that had none. (Envoy's ratelimit adds up to 300 s, to spread the
/// expiries.)
const GRACE: Span = Span::from_secs(10);

/// The expiry of a window's key, as `EXPIRE` or `PEXPIRE` wants it: whole seconds if the window is, else milliseconds,
/// rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// Whole seconds.
    Seconds(i64),
    /// Milliseconds.
    Millis(i64),
}

impl Lifetime {
    /// The lifetime of a window's key.
    pub fn of(window: Span) -> Self {
        const SECOND: u64 = Span::from_secs(1).nanos();
        const MILLI: u64 = Span::from_millis(1).nanos();
        let nanos = (window + GRACE).nanos();
        if nanos.is_multiple_of(SECOND) {
            Self::Seconds((nanos / SECOND) as i64)
        } else {
            Self::Millis(nanos.div_ceil(MILLI) as i64)
        }
    }
}
