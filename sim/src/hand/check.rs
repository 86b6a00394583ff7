//! One request's check, step by step: the one piece of code by which the hand and the explorer drive programs.

use crate::placement::{self, Around, Asker, Decision, Limiter, Memory, Program};
use crate::redis::{Command, Keyspace, Reply, Session, Text};
use crate::time::Time;

/// A check that is under way: its program waits for its command to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Underway {
    /// The program.
    pub program: Program,
    /// The clock-aligned window in which it began.
    pub window: u64,
    /// The command.
    pub command: Command,
    /// The check's connection.
    pub session: Session,
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
    /// It is over.
    Decided(Decision),
}

/// What a request finds when it takes a step: one at a server, by whose clock it is now, and what that remembers.
pub(crate) struct Place<'a> {
    /// The limiter.
    pub limiter: &'a Limiter,
    /// The request's number.
    pub request: u32,
    /// The server.
    pub server: u32,
    /// What is remembered of the user where that is counted.
    pub memory: &'a mut Memory,
    /// The clock of all servers and of Redis.
    pub now: Time,
}

impl Place<'_> {
    fn around(&mut self) -> Around<'_> {
        let Self { limiter, server, now, .. } = *self;
        Around { limiter, server, memory: self.memory, now, ran: now }
    }

    /// The request reaches its server: its check begins.
    #[inline]
    pub fn begin(&mut self) -> Stand {
        let mut program = self.limiter.program(Asker { user: 0, id: self.request }, self.now);
        let step = program.start(self.around());
        self.after(program, self.limiter.window(self.now), step, Session::default())
    }

    /// Neither waiting nor a way to another server matters to the order of commands: both are over at once.
    #[inline]
    fn after(&mut self, mut program: Program, window: u64, mut step: placement::Step, session: Session) -> Stand {
        loop {
            step = match step {
                placement::Step::Send(command) => {
                    return Stand::Underway(Underway { program, window, command, session });
                }
                placement::Step::Decide(decision) => return Stand::Decided(decision),
                placement::Step::Wait(_) | placement::Step::Forward(_) => program.wake(self.around()),
            };
        }
    }

    /// The request's next step: its command runs, the reply is delivered and the program goes on. `check` is the check if it
    /// is under way; else it begins first, and may decide without a command.
    #[inline]
    pub fn step(&mut self, check: Option<Underway>, keyspace: &mut Keyspace) -> (Option<Ran>, Stand) {
        let stand = check.map_or_else(|| self.begin(), Stand::Underway);
        let Stand::Underway(Underway { mut program, window, command, mut session }) = stand else {
            return (None, stand);
        };
        let ran = run(command, &mut session, keyspace, self.now);
        let step = program.resume(self.around(), &ran.reply);
        let stand = self.after(program, window, step, session);
        (Some(ran), stand)
    }
}

/// Runs a command.
#[inline]
pub(crate) fn run(command: Command, session: &mut Session, keyspace: &mut Keyspace, now: Time) -> Ran {
    let value = |keyspace: &Keyspace| command.first_key().and_then(|key| keyspace.glance(*key, now));
    let before = value(keyspace);
    let reply = session.run(keyspace, &command, now);
    let after = value(keyspace);
    Ran { command, reply, before, after }
}
