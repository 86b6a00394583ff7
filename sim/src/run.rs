//! The timed run: the one place that knows when things happen.
//!
//! A request leaves the user, reaches the balancer one hop later, which picks a server, and that server another hop later.
//! There its limiter program starts; each of its commands travels to Redis, waits its turn, runs at the end of its service,
//! and its reply travels back. Events at one instant happen in the order in which they were scheduled; all requests are
//! scheduled before anything else, in the order in which they were sent. Links depend on that order.

mod agenda;
mod network;
mod pool;

use agenda::Agenda;
use network::{Network, Way};
use pool::Pool;

use crate::balancer::Router;
use crate::placement::{Decision, Limiter, Memory, Program, Step};
use crate::redis::server::Server;
use crate::redis::{Command, Keyspace, Reply, Text};
use crate::scenario::Scenario;
use crate::time::{Span, Time};
use crate::traffic;

/// The hop from the user to the balancer, and from the balancer to a server. Constant, so that it moves everything and
/// changes nothing.
pub const HOP: Span = Span::from_micros(500);

/// A request in a run: its number in the order of sending, and its server, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Request {
    /// Its number.
    pub number: u32,
    /// The server that the balancer picked.
    pub server: u32,
}

/// When and where a request's check began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// When the request reached its server.
    pub reached: Time,
    /// The window that it counts in.
    pub window: u64,
}

/// A command that has run.
pub struct Execution<'a> {
    /// The command.
    pub command: &'a Command,
    /// Its reply.
    pub reply: &'a Reply,
    /// The string at the command's first key before it, when [`Recorder::KEEPS_VALUES`].
    pub before: Option<Text>,
    /// The same after it.
    pub after: Option<Text>,
}

/// What hears of everything that happens in a run, in order. What it does not care for costs nothing.
pub trait Recorder {
    /// Whether [`Execution::before`] and [`Execution::after`] are wanted.
    const KEEPS_VALUES: bool = false;

    /// The balancer has picked a server for a request, which left the user one [`HOP`] ago.
    fn routed(&mut self, _at: Time, _request: Request) {}
    /// The request has reached its server, and its check begins.
    fn reached(&mut self, _request: Request, _check: Check) {}
    /// The server has sent a command.
    fn sent(&mut self, _at: Time, _request: Request, _command: &Command) {}
    /// The command has reached Redis and waits its turn.
    fn queued(&mut self, _at: Time, _request: Request) {}
    /// The command has run.
    fn executed(&mut self, _at: Time, _request: Request, _execution: Execution<'_>) {}
    /// The reply has reached the server.
    fn received(&mut self, _at: Time, _request: Request, _reply: &Reply) {}
    /// The server has decided; the check that began then is over.
    fn decided(&mut self, _at: Time, _request: Request, _check: Check, _decision: Decision) {}
}

/// The kinds of event; each is a lane of the agenda. The numbers are checks' places among those under way, and a server's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Reach(Request),
    Queue(u32),
    Execute,
    Receive(u32),
    Finish(u32),
}

const LANES: usize = 5;

impl Event {
    const fn lane(self) -> usize {
        match self {
            Self::Reach(_) => 0,
            Self::Queue(_) => 1,
            Self::Execute => 2,
            Self::Receive(_) => 3,
            Self::Finish(_) => 4,
        }
    }
}

/// A check that waits for Redis.
struct Flight {
    request: Request,
    check: Check,
    program: Program,
    message: Message,
}

/// What is on the wire, or waiting, for a check.
enum Message {
    Command(Command),
    Reply(Reply),
}

/// Runs the scenario and tells `recorder` all that happens. The same scenario always gives the same telling.
///
/// # Panics
/// When the scenario has no server or a window of zero. Any other will do, also one beyond the ranges of the text form, as
/// long as its instants fit in 64 bits of nanoseconds.
pub fn run<R: Recorder>(scenario: &Scenario, recorder: &mut R) {
    let mut sent = Vec::new();
    traffic::send_times(scenario, &mut sent);
    let mut run = Run {
        scenario,
        limiter: Limiter::new(scenario),
        router: Router::new(scenario),
        network: Network::new(scenario),
        redis: Server::default(),
        keyspace: Keyspace::default(),
        memories: vec![Memory::default(); scenario.servers as usize],
        agenda: Agenda::new(),
        flights: Pool::new(),
        recorder,
    };
    // The burst is sorted already: it is merged with the agenda, not put into it. It was scheduled first, so among equals it
    // goes first.
    for (number, left) in (0..).zip(sent) {
        let at = left + HOP;
        run.happen_until(at);
        run.route(at, number);
    }
    run.happen_until(END);
}

/// After everything.
const END: Time = Time::from_nanos(u64::MAX);

struct Run<'a, R> {
    scenario: &'a Scenario,
    limiter: Limiter,
    router: Router,
    network: Network,
    redis: Server<u32>,
    keyspace: Keyspace,
    memories: Vec<Memory>,
    agenda: Agenda<Event, LANES>,
    flights: Pool<Flight>,
    recorder: &'a mut R,
}

impl<R: Recorder> Run<'_, R> {
    fn schedule(&mut self, at: Time, event: Event) {
        self.agenda.schedule(event.lane(), at, event);
    }

    fn route(&mut self, at: Time, number: u32) {
        let request = Request { number, server: self.router.route() };
        self.recorder.routed(at, request);
        self.schedule(at + HOP, Event::Reach(request));
    }

    /// Lets everything happen that is due before `limit`.
    fn happen_until(&mut self, limit: Time) {
        while let Some((at, event)) = self.agenda.next_before(limit) {
            match event {
                Event::Reach(request) => self.reach(at, request),
                Event::Queue(flight) => self.queue(at, flight),
                Event::Execute => self.execute(at),
                Event::Receive(flight) => self.receive(at, flight),
                Event::Finish(server) => self.router.finished(server),
            }
        }
    }

    fn reach(&mut self, at: Time, request: Request) {
        let check = Check { reached: at, window: at.window(self.scenario.window) };
        self.recorder.reached(request, check);
        let mut program = self.limiter.program(at);
        match program.start(&mut self.memories[request.server as usize]) {
            Step::Send(command) => {
                self.recorder.sent(at, request, &command);
                let message = Message::Command(command);
                let number = self.flights.insert(Flight { request, check, program, message });
                self.depart(at, request, number);
            }
            Step::Decide(decision) => self.decide(at, request, check, decision),
        }
    }

    fn receive(&mut self, at: Time, number: u32) {
        let flight = &mut self.flights[number];
        let Message::Reply(reply) = &flight.message else {
            unreachable!("what is received is a reply");
        };
        let request = flight.request;
        self.recorder.received(at, request, reply);
        match flight.program.resume(reply) {
            Step::Send(command) => {
                self.recorder.sent(at, request, &command);
                flight.message = Message::Command(command);
                self.depart(at, request, number);
            }
            Step::Decide(decision) => {
                let check = flight.check;
                self.flights.free(number);
                self.decide(at, request, check, decision);
            }
        }
    }

    /// Sends a check's command on its way to Redis.
    fn depart(&mut self, at: Time, request: Request, number: u32) {
        let arrives = self.network.deliver(request.server, Way::Out, at);
        self.schedule(arrives, Event::Queue(number));
    }

    fn decide(&mut self, at: Time, request: Request, check: Check, decision: Decision) {
        self.recorder.decided(at, request, check, decision);
        if self.router.watches_load() {
            let busy = if decision.allowed { self.scenario.work } else { Span::ZERO };
            self.schedule(at + busy, Event::Finish(request.server));
        }
    }

    fn queue(&mut self, at: Time, number: u32) {
        self.recorder.queued(at, self.flights[number].request);
        let runs = self.redis.enqueue(number, at);
        self.schedule(runs, Event::Execute);
    }

    fn execute(&mut self, at: Time) {
        let number = self.redis.serve();
        let flight = &mut self.flights[number];
        let Message::Command(command) = &flight.message else {
            unreachable!("what waits at Redis is a command");
        };
        let value = |keyspace: &Keyspace| {
            let key = if R::KEEPS_VALUES { command.first_key() } else { None };
            key.and_then(|key| keyspace.text(*key, at).cloned())
        };
        let before = value(&self.keyspace);
        let reply = self.keyspace.run(command, at);
        let after = value(&self.keyspace);
        self.recorder.executed(at, flight.request, Execution { command, reply: &reply, before, after });
        let arrives = self.network.deliver(flight.request.server, Way::Back, at);
        flight.message = Message::Reply(reply);
        self.schedule(arrives, Event::Receive(number));
    }
}
