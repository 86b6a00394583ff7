//! How things stand after some choices.

use super::case::{Case, Pick};
use super::check::{self, Ran, Stand, Underway, run};
use crate::placement::{Decision, LOCK, Limiter, Memory, Sync};
use crate::redis::{Command, Key, Keyspace, Session, Text};
use crate::run::{self as timed, Request};
use crate::time::Time;
use crate::trace::Outcome;

/// How things stand after some choices: a function of the case and the choices alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) case: Case,
    pub(crate) limiter: Limiter,
    pub(crate) places: Vec<Place>,
    pub(crate) memories: Vec<Memory>,
    pub(crate) keyspace: Keyspace,
    pub(crate) ended: bool,
    pub(crate) crashed: bool,
    /// The servers that have told Redis what they have counted, a bit for each.
    pub(crate) synced: u32,
    /// The key that the last command named.
    key: Option<Key>,
}

/// Where a request is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It has not reached its server.
    Outside,
    /// Its check is under way.
    Underway(Underway),
    /// It is decided, in the window of this number.
    Decided(u64, Outcome),
    /// Its server crashed during its check.
    Lost,
}

/// What a choice did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// A request took a step.
    Step(Box<Step>),
    /// The window ended.
    WindowEnded,
    /// A server crashed.
    Crashed {
        /// Which, from 0.
        server: u32,
        /// How many of its requests were under way and are lost.
        lost: u32,
    },
    /// A server has told Redis what it has counted.
    Synced {
        /// Which, from 0.
        server: u32,
        /// What ran.
        ran: Box<Ran>,
    },
}

/// A request's step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose.
    pub request: Request,
    /// The window that its check counts in.
    pub window: u64,
    /// Whether it was its first: the request reached its server with it.
    pub first: bool,
    /// The command that ran; none when the program sends none.
    pub ran: Option<Ran>,
    /// The decision that followed, and what it comes to; none when another command follows.
    pub decided: Option<(Decision, Outcome)>,
}

/// Why a choice can't be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The number stands for nothing in this case.
    NoSuchChoice,
    /// The request is decided already.
    Decided(Outcome),
    /// The request was lost in a crash.
    Lost,
    /// The window has ended already.
    WindowEnded,
    /// A server has crashed already.
    Crashed,
    /// The server has told Redis already.
    Synced,
    /// No request is left that could take a step, so nothing else can happen either.
    Done,
}

/// What a request would do if it were picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This command would run. `begun` tells whether the request has reached its server.
    Runs {
        /// The command.
        command: Command,
        /// Whether its check has begun.
        begun: bool,
    },
    /// It would be decided at once, without a command.
    Decides,
    /// Nothing: it is decided.
    Decided(Outcome),
    /// Nothing: it was lost in a crash.
    Lost,
}

impl Position {
    /// Where every order begins: no request has reached its server, and nothing is counted.
    pub fn start(case: &Case) -> Self {
        let limiter = Limiter::new(case.scenario());
        Self {
            case: *case,
            keyspace: timed::keyspace(case.scenario(), &limiter),
            limiter,
            places: vec![Place::Outside; case.requests() as usize],
            memories: vec![Memory::default(); case.servers() as usize],
            ended: false,
            crashed: false,
            synced: 0,
            key: None,
        }
    }

    /// What is played.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// What a choice would do, or why it can't be taken.
    #[inline]
    pub fn check(&self, choice: u8) -> Result<Pick, Blocked> {
        let pick = self.case.pick(choice).ok_or(Blocked::NoSuchChoice)?;
        match pick {
            Pick::Request(request) => match &self.places[request as usize] {
                Place::Outside | Place::Underway(_) => Ok(pick),
                Place::Decided(_, outcome) => Err(Blocked::Decided(*outcome)),
                Place::Lost => Err(Blocked::Lost),
            },
            Pick::WindowEnds if self.ended => Err(Blocked::WindowEnded),
            Pick::Crash(_) if self.crashed => Err(Blocked::Crashed),
            Pick::Sync(server) if self.synced >> server & 1 == 1 => Err(Blocked::Synced),
            Pick::WindowEnds | Pick::Crash(_) | Pick::Sync(_) if self.done() => Err(Blocked::Done),
            Pick::WindowEnds | Pick::Crash(_) | Pick::Sync(_) => Ok(pick),
        }
    }

    /// Takes a choice. One that can't be taken changes nothing.
    #[inline]
    pub fn take(&mut self, choice: u8) -> Result<Happened, Blocked> {
        Ok(match self.check(choice)? {
            Pick::Request(request) => Happened::Step(Box::new(self.step(request))),
            Pick::WindowEnds => {
                self.ended = true;
                self.keyspace.sweep(self.now());
                Happened::WindowEnded
            }
            Pick::Crash(server) => Happened::Crashed { server, lost: self.crash(server) },
            Pick::Sync(server) => {
                self.synced |= 1 << server;
                let now = self.now();
                let ran = sync(&self.limiter, &mut self.memories[server as usize], &mut self.keyspace, now);
                self.key = ran.command.first_key().copied();
                Happened::Synced { server, ran: Box::new(ran) }
            }
        })
    }

    #[inline]
    fn step(&mut self, number: u32) -> Step {
        let request = self.case.request(number);
        let now = self.now();
        let check = match std::mem::replace(&mut self.places[number as usize], Place::Outside) {
            Place::Underway(check) => Some(check),
            _ => None,
        };
        let first = check.is_none();
        let home = self.limiter.home(0, request.server);
        let memory = &mut self.memories[home as usize];
        let mut place = check::Place { limiter: &self.limiter, request: number, server: request.server, memory, now };
        let (ran, stand) = place.step(check, &mut self.keyspace);
        self.keyspace.sweep(now);
        if let Some(key) = ran.as_ref().and_then(|ran| ran.command.first_key()).filter(|key| key.name != LOCK) {
            self.key = Some(*key);
        }
        let (window, decided, place) = match stand {
            Stand::Underway(check) => (check.window, None, Place::Underway(check)),
            Stand::Decided(decision) => {
                let window = self.limiter.window(decision.counted);
                let outcome = match decision.allowed {
                    false => Outcome::Refused,
                    true if self.allowed_in(window) >= self.case.scenario().limit => Outcome::Over,
                    true => Outcome::Allowed,
                };
                (window, Some((decision, outcome)), Place::Decided(window, outcome))
            }
        };
        self.places[number as usize] = place;
        Step { request, window, first, ran, decided }
    }

    #[inline]
    fn crash(&mut self, server: u32) -> u32 {
        self.crashed = true;
        self.memories[server as usize] = Memory::default();
        let mut lost = 0;
        for place in self.places.iter_mut().skip(server as usize).step_by(self.case.servers() as usize) {
            if matches!(place, Place::Underway(_)) {
                *place = Place::Lost;
                lost += 1;
            }
        }
        lost
    }

    /// What a request (from 0) would do if it were picked now.
    #[inline]
    pub fn next(&self, request: u32) -> Next {
        match &self.places[request as usize] {
            Place::Outside => {
                let server = self.case.request(request).server;
                let memory = &mut self.memories[self.limiter.home(0, server) as usize].clone();
                let mut place = check::Place { limiter: &self.limiter, request, server, memory, now: self.now() };
                match place.begin() {
                    Stand::Underway(check) => Next::Runs { command: check.command, begun: false },
                    Stand::Decided(..) => Next::Decides,
                }
            }
            Place::Underway(check) => Next::Runs { command: check.command.clone(), begun: true },
            Place::Decided(_, outcome) => Next::Decided(*outcome),
            Place::Lost => Next::Lost,
        }
    }

    /// How many requests were let through.
    pub fn allowed(&self) -> u32 {
        self.count(|_, outcome| outcome != Outcome::Refused)
    }

    /// How many of them beyond the limit of their window.
    pub fn over(&self) -> u32 {
        self.count(|_, outcome| outcome == Outcome::Over)
    }

    /// How many requests were refused.
    pub fn refused(&self) -> u32 {
        self.count(|_, outcome| outcome == Outcome::Refused)
    }

    fn allowed_in(&self, window: u64) -> u32 {
        self.count(|one, outcome| one == window && outcome != Outcome::Refused)
    }

    fn count(&self, counts: impl Fn(u64, Outcome) -> bool) -> u32 {
        let is = |place: &&Place| matches!(place, Place::Decided(window, outcome) if counts(*window, *outcome));
        self.places.iter().filter(is).count() as u32
    }

    /// Whether every request is decided or lost.
    pub fn done(&self) -> bool {
        self.places.iter().all(|place| matches!(place, Place::Decided(..) | Place::Lost))
    }

    /// The window that it is now: 0, or 1 once the window has ended.
    pub fn window(&self) -> u64 {
        self.ended.into()
    }

    /// Whether a server has crashed.
    pub fn crashed(&self) -> bool {
        self.crashed
    }

    /// The key that the last command named, and the string at it now.
    #[inline]
    pub fn counter(&self) -> Option<(Key, Option<Text>)> {
        self.key.map(|key| (key, self.keyspace.glance(key, self.now())))
    }

    /// What each server remembers.
    pub fn memories(&self) -> &[Memory] {
        &self.memories
    }

    fn now(&self) -> Time {
        self.case.now(self.ended)
    }
}

/// A server tells Redis what it has counted, and learns the total.
#[inline]
pub(crate) fn sync(limiter: &Limiter, memory: &mut Memory, keyspace: &mut Keyspace, now: Time) -> Ran {
    let (sync, command) = Sync::start(limiter, 0, memory, now).expect("by hand, a sync is over before the next begins");
    let ran = run(command, &mut Session::default(), keyspace, now);
    sync.finish(memory, &ran.reply);
    ran
}
