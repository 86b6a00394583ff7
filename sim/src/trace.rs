//! The trace: the full log of a run. Every picture, number and sentence is derived from it and a playhead.

mod circumstances;
mod during;
mod hash;
mod leg;
mod mishap;
mod moment;
mod race;
mod stale;
mod waiting;

pub use circumstances::Circumstances;
pub use during::During;
pub use hash::TraceHash;
pub use leg::{Leg, Stretch};
pub use mishap::Stuck;
pub use moment::{Moment, Outcome, ServerMoment};
pub use race::{Extent, FEW, MANY, Race};
pub use stale::StaleRead;
pub use waiting::Waiting;

use std::sync::Arc;

use crate::bounds::Bounds;
use crate::fleet::Change;
use crate::placement::Decision;
use crate::redis::{Command, Key, Reply, Text};
use crate::run::{self, Breaker, Check, Execution, Loss, Recorder, Request, Way};
use crate::scenario::{Fault, Scenario};
use crate::tally::Tally;
use crate::time::{Span, Time};
use crate::verdict::Verdict;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub at: Time,
    /// To which request, at which server.
    pub request: Request,
    /// What.
    pub kind: Kind,
}

impl Event {
    /// What the decision came to, if this is one.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.kind {
            Kind::Decided { outcome, .. } => Some(outcome),
            _ => None,
        }
    }
}

/// What can happen to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The balancer has picked its server.
    Routed,
    /// It has reached the server; its check begins, in the clock-aligned window of this number.
    Reached(u64),
    /// The server has sent a command for it.
    Sent(Arc<Command>),
    /// The command has reached Redis.
    Queued,
    /// The command has run.
    Executed {
        /// The command.
        command: Arc<Command>,
        /// Its reply.
        reply: Reply,
        /// The string at its key before it.
        before: Option<Text>,
        /// The same after it.
        after: Option<Text>,
    },
    /// The reply has reached the server.
    Received(Reply),
    /// The server has forwarded it to the server of this number.
    Forwarded(u32),
    /// It has reached that server.
    Handed,
    /// The server waits for so long before it goes on.
    Waits(Span),
    /// A message to Redis or back was lost. It is sent once more when messages get through again, if its sender still waits.
    Dropped(Way),
    /// The command has found nobody at Redis.
    Refused,
    /// Redis has stopped, or given way to a replica, while the command waited there: it does not run.
    Reset,
    /// The server has heard that there is no connection.
    Failed,
    /// The server no longer waits for a reply.
    TimedOut,
    /// It sends the same command again.
    Retried,
    /// A reply has reached a server that no longer waits for it.
    CameLate,
    /// The server's breaker has changed.
    Breaker(Breaker),
    /// The server has not asked Redis, because its breaker is open.
    Skipped,
    /// The request is lost; nobody decides it.
    Lost(Loss),
    /// A fault has begun, or is over. (Not of a request.)
    Fault(Fault, bool),
    /// Something has become of the server. (Not of a request.)
    Server(Change),
    /// The server has decided.
    Decided {
        /// What, and by which comparison.
        decision: Decision,
        /// What that comes to.
        outcome: Outcome,
    },
}

impl Kind {
    /// The command that has run, if this is that.
    pub fn ran(&self) -> Option<&Command> {
        match self {
            Self::Executed { command, .. } => Some(command),
            _ => None,
        }
    }

    /// The key that an increment has made, if this is one that did.
    pub(crate) fn creates(&self) -> Option<Key> {
        match self {
            Self::Executed { command, reply: Reply::Integer(1), .. } => match **command {
                Command::Incr(key) => Some(key),
                _ => None,
            },
            _ => None,
        }
    }
}

/// All of a run, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    scenario: Scenario,
    events: Vec<Event>,
    tally: Tally,
    keeps: Keeps,
    /// How many events there were, kept or not.
    happened: usize,
}

/// A run that has come to so many events is run a second time, to count those that it comes to in all, so that they get the room
/// that they need and no more. A vector that grows is as large again for a while, twice over; some runs come to a million events.
const LARGE: usize = 1 << 18;

/// What is kept of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Keeps {
    /// Everything.
    All,
    /// When checks begin, what they come to, and what goes wrong.
    Decisions,
    /// Counts alone.
    Counts,
}

impl Trace {
    /// Runs the scenario, keeping everything. It must be one that [`Scenario`] calls fit to run.
    pub fn of(scenario: &Scenario) -> Self {
        Self::keeping(Keeps::All, scenario)
    }

    fn keeping(keeps: Keeps, scenario: &Scenario) -> Self {
        let mut trace = Self { keeps, ..Self::empty(scenario) };
        run::run(scenario, &mut trace);
        if keeps != Keeps::Counts {
            trace.settle();
        }
        trace
    }

    /// Says which requests were over the limit, where that could not be said before all were decided.
    pub(crate) fn settle(&mut self) {
        let mut beyond = self.tally.account.settle().beyond.into_iter();
        for event in &mut self.events {
            if let Kind::Decided { outcome, .. } = &mut event.kind
                && beyond.next() == Some(true)
            {
                *outcome = Outcome::Over;
            }
        }
    }

    /// One in which nothing has happened yet, for whoever tells it.
    pub(crate) fn empty(scenario: &Scenario) -> Self {
        Self { scenario: *scenario, events: Vec::new(), tally: Tally::new(scenario), keeps: Keeps::All, happened: 0 }
    }

    /// What was run.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many requests were let through.
    pub fn allowed(&self) -> u32 {
        self.tally.allowed()
    }

    /// How many clock-aligned windows, each user's of their own, saw a decision; 0 where windows are not the clock's.
    pub fn windows(&self) -> usize {
        self.tally.account.windows()
    }

    /// How many requests can be told apart by their numbers, and servers' own doings with them.
    pub(crate) fn numbers(&self) -> usize {
        self.nobody() as usize + 1
    }

    /// The number of what happens to no request: after those of requests and of servers' own doings.
    fn nobody(&self) -> u32 {
        self.scenario.requests() + self.tally.servers.len() as u32 * self.scenario.users
    }

    /// How many servers there were at most.
    pub fn servers(&self) -> usize {
        self.tally.servers.len()
    }

    /// Whether this is a request, not something that a server does for itself.
    pub fn is_request(&self, request: Request) -> bool {
        request.number < self.scenario.requests()
    }

    /// The instant of the last event.
    pub fn end(&self) -> Time {
        self.events.last().map_or(Time::START, |event| event.at)
    }

    /// How many events have happened by `at`, those at that instant included.
    pub fn events_by(&self, at: Time) -> usize {
        self.events.partition_point(|event| event.at <= at)
    }

    /// What it comes to.
    #[inline]
    pub fn verdict(&self) -> Verdict {
        Verdict::from_tally(&self.scenario, self.tally.clone(), Bounds::of(&self.scenario))
    }

    /// The trace of a run in which nothing is kept but its counts: for many runs.
    ///
    /// A trace, and no recorder of its own, because the run is compiled for each recorder, and what the page loads is
    /// budgeted.
    pub(crate) fn of_counts(scenario: &Scenario) -> Self {
        Self::keeping(Keeps::Counts, scenario)
    }

    /// What it comes to, where the scenario's bounds are known.
    #[inline]
    pub(crate) fn into_verdict(self, bounds: Bounds) -> Verdict {
        Verdict::from_tally(&self.scenario, self.tally, bounds)
    }

    /// A number that tells traces apart, the same on every machine: equal traces have equal ones, and different traces
    /// different ones, but for a chance of one in 2^64.
    pub fn hash(&self) -> TraceHash {
        TraceHash::of(&self.events)
    }

    /// Keeps an event, unless counts alone are kept.
    fn tell(&mut self, at: Time, request: Request, kind: Kind) {
        if self.happens(Keeps::Decisions) {
            self.push(at, request, kind);
        }
    }

    /// Counts an event, and says whether it is kept: one that is kept where that much is, or more.
    fn happens(&mut self, kept: Keeps) -> bool {
        self.happened += 1;
        self.keeps <= kept
    }

    fn push(&mut self, at: Time, request: Request, kind: Kind) {
        if self.events.len() == LARGE {
            let all = Self::of_counts(&self.scenario).happened;
            self.events.reserve_exact(all.saturating_sub(LARGE));
        }
        self.events.push(Event { at, request, kind });
    }
}

impl Recorder for Trace {
    fn keeps_values(&self) -> bool {
        self.keeps == Keeps::All
    }

    fn routed(&mut self, at: Time, request: Request) {
        if self.happens(Keeps::All) {
            self.push(at, request, Kind::Routed);
        }
    }

    fn reached(&mut self, request: Request, check: Check) {
        self.tell(check.reached, request, Kind::Reached(check.window));
    }

    fn sent(&mut self, at: Time, request: Request, command: &Arc<Command>) {
        if self.happens(Keeps::All) {
            self.push(at, request, Kind::Sent(Arc::clone(command)));
        }
    }

    fn queued(&mut self, at: Time, request: Request) {
        if self.happens(Keeps::All) {
            self.push(at, request, Kind::Queued);
        }
    }

    fn executed(&mut self, at: Time, request: Request, execution: Execution<'_>) {
        self.tally.redis_calls += 1;
        if self.happens(Keeps::All) {
            let Execution { command, reply, before, after } = execution;
            self.push(
                at,
                request,
                Kind::Executed { command: Arc::clone(command), reply: reply.clone(), before, after },
            );
        }
    }

    fn received(&mut self, at: Time, request: Request, reply: &Reply) {
        if self.happens(Keeps::All) {
            self.push(at, request, Kind::Received(reply.clone()));
        }
    }

    fn forwarded(&mut self, at: Time, request: Request, to: u32) {
        self.tell(at, request, Kind::Forwarded(to));
    }

    fn handed(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::Handed);
    }

    fn waits(&mut self, at: Time, request: Request, span: Span) {
        self.tell(at, request, Kind::Waits(span));
    }

    fn dropped(&mut self, at: Time, request: Request, way: Way) {
        self.tell(at, request, Kind::Dropped(way));
    }

    fn refused(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::Refused);
    }

    fn reset(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::Reset);
    }

    fn failed(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::Failed);
        self.tally.failed(at, request);
    }

    fn timed_out(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::TimedOut);
        self.tally.timed_out(at, request);
    }

    fn retried(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::Retried);
        self.tally.retried(at, request);
    }

    fn came_late(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::CameLate);
    }

    fn breaker(&mut self, at: Time, request: Request, state: Breaker) {
        self.tell(at, request, Kind::Breaker(state));
    }

    fn skipped(&mut self, at: Time, request: Request) {
        self.tell(at, request, Kind::Skipped);
        self.tally.skipped(at, request);
    }

    fn lost(&mut self, at: Time, request: Request, loss: Loss) {
        self.tell(at, request, Kind::Lost(loss));
        self.tally.lost(at, request, loss);
    }

    fn fault(&mut self, at: Time, fault: Fault, begins: bool) {
        let nobody = Request { number: self.nobody(), server: 0 };
        self.tell(at, nobody, Kind::Fault(fault, begins));
    }

    fn server(&mut self, at: Time, server: u32, change: Change) {
        let nobody = Request { number: self.nobody(), server };
        self.tell(at, nobody, Kind::Server(change));
    }

    fn decided(&mut self, at: Time, request: Request, check: Check, decision: Decision) {
        let over = self.tally.decide(at, request, check, &decision);
        let outcome = match decision.allowed {
            false => Outcome::Refused,
            true if over => Outcome::Over,
            true => Outcome::Allowed,
        };
        self.tell(at, request, Kind::Decided { decision, outcome });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Link;

    #[test]
    fn each_event_is_counted_and_those_of_a_large_run_have_no_more_room_than_they_need() {
        for link in [
            "strategy=lock&servers=8&burst=100",
            "strategy=sync-all&servers=8&traffic=steady&rate=500&for=1s&redis=down@300ms..600ms&timeout=50ms&retry=1",
            "strategy=script&servers=8&traffic=steady&rate=500&for=1s&redis=failover@100ms..300ms,evict@500ms&crash=s2@400ms",
            "strategy=cas&servers=16&traffic=steady&rate=10000&for=1s&rtt=50ms&retries=3&limit=1000",
        ] {
            let read: Link = link.parse().unwrap_or_else(|problems| panic!("{link}: {problems:?}"));
            let trace = Trace::of(&read.scenario);
            assert_eq!(trace.happened, trace.events.len(), "{link}");
            assert_eq!(Trace::of_counts(&read.scenario).happened, trace.happened, "{link}");
            let large = link.contains("cas");
            assert_eq!(trace.events.len() > LARGE, large, "{link}: {}", trace.events.len());
            assert!(!large || trace.events.capacity() == trace.events.len(), "{link}: {}", trace.events.capacity());
        }
    }
}
