//! The timed run: the one place that knows when things happen.
//!
//! A request leaves the user, reaches the balancer one hop later, which picks a server, and that server another hop later.
//! There its limiter program starts; each of its commands travels to the Redis node that has its key, waits its turn, runs at
//! the end of its service, and its reply travels back. Events at one instant happen in the order in which they were scheduled; all requests are
//! scheduled before anything else, in the order in which they were sent. Links depend on that order.

mod agenda;
mod network;
mod pool;

use agenda::Agenda;
use network::{Network, Way};
use pool::Pool;

use rand::RngExt;

use crate::balancer::Router;
use crate::placement::{Around, Asker, Decision, Limiter, Memory, Program, Step, Sync};
use crate::random::Stream;
use crate::redis::server::{Server, service};
use crate::redis::slot::{SLOTS, slot};
use crate::redis::{Command, Keyspace, Reply, Session, Text, Version};
use crate::scenario::{RedisVersion, Scenario};
use crate::time::{Span, Time};
use crate::traffic;

/// The hop from the user to the balancer, and from the balancer to a server. Constant, so that it moves everything and
/// changes nothing.
pub const HOP: Span = Span::from_micros(500);

/// A request in a run: its number in the order of sending, and its server, both from 0.
///
/// What a server does for itself, without a request, has a number, too: they follow on those of the requests, one for each
/// server and user.
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
    /// The clock-aligned window in which that was.
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
    /// The server has forwarded the request to the server of this number.
    fn forwarded(&mut self, _at: Time, _request: Request, _to: u32) {}
    /// It has reached that server.
    fn handed(&mut self, _at: Time, _request: Request) {}
    /// The server has begun to wait for so long before it goes on.
    fn waits(&mut self, _at: Time, _request: Request, _span: Span) {}
    /// The server has decided; the check that began then is over.
    fn decided(&mut self, _at: Time, _request: Request, _check: Check, _decision: Decision) {}
}

/// The kinds of event. The numbers are checks' places among those under way, a node's, a server's, and a sync's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Reach(Request),
    Queue(u32),
    Execute(u32),
    Receive(u32),
    Finish(u32),
    Wake(u32),
    Sync(u32),
}

const LANES: usize = 5;

impl Event {
    /// Its lane of the agenda. What is rare shares one.
    const fn lane(self) -> usize {
        match self {
            Self::Reach(_) => 0,
            Self::Queue(_) => 1,
            Self::Execute(_) => 2,
            Self::Receive(_) => 3,
            Self::Finish(_) | Self::Wake(_) | Self::Sync(_) => 4,
        }
    }
}

/// What is under way for a check, or for a server itself.
struct Flight {
    request: Request,
    check: Check,
    task: Task,
    /// The server that it is at.
    server: u32,
    message: Message,
    /// Each check has a connection of its own, from its server's pool, as long as it needs one.
    session: Session,
    /// Where and when its last command ran.
    node: u32,
    ran: Time,
}

/// Who waits for the reply.
enum Task {
    Check(Program),
    Sync(Sync),
}

/// What is on the wire, or waiting, for a check.
enum Message {
    None,
    Command(Command),
    Reply(Reply),
}

/// One Redis: its queue and its keys.
struct Node {
    server: Server<u32>,
    keyspace: Keyspace,
}

/// Runs the scenario and tells `recorder` all that happens. The same scenario always gives the same telling.
///
/// # Panics
/// When the scenario has no server, node or user, or a window or sync period of zero, or a rule that does not go with its
/// strategy. Any other will do, also one beyond the ranges of the text form, as long as its instants fit in 64 bits of
/// nanoseconds.
pub fn run<R: Recorder>(scenario: &Scenario, recorder: &mut R) {
    let mut sent = Vec::new();
    traffic::send_times(scenario, &mut sent);
    let limiter = Limiter::new(scenario);
    let mut run = Run {
        scenario,
        router: Router::new(scenario),
        network: Network::new(scenario),
        nodes: (0..scenario.nodes)
            .map(|_| Node { server: Server::default(), keyspace: keyspace(scenario, &limiter) })
            .collect(),
        memories: vec![Memory::default(); (scenario.servers * scenario.users) as usize],
        agenda: Agenda::new(),
        flights: Pool::new(),
        users: traffic::users(scenario),
        window: 0,
        open: scenario.requests(),
        limiter,
        recorder,
    };
    run.schedule_syncs();
    // What is sent is sorted already: it is merged with the agenda, not put into it. It was scheduled first, so among equals
    // it goes first.
    for (number, left) in (0..).zip(sent) {
        let at = left + HOP;
        run.happen_until(at);
        run.route(at, number);
    }
    run.happen_until(END);
}

/// A node's keyspace when servers have started: empty, but for the scripts that they have loaded.
pub fn keyspace(scenario: &Scenario, limiter: &Limiter) -> Keyspace {
    let mut keyspace = Keyspace::new(match scenario.redis_version {
        RedisVersion::V7 => Version::V7,
        RedisVersion::V6_2 => Version::V6_2,
    });
    if scenario.nodes > 1 {
        keyspace = keyspace.in_cluster();
    }
    for script in limiter.scripts() {
        keyspace.run(&Command::ScriptLoad(script), Time::START);
    }
    keyspace
}

/// After everything.
const END: Time = Time::from_nanos(u64::MAX);

struct Run<'a, R> {
    scenario: &'a Scenario,
    limiter: Limiter,
    router: Router,
    network: Network,
    nodes: Vec<Node>,
    /// What each server remembers of each user: those of the first server first.
    memories: Vec<Memory>,
    agenda: Agenda<Event, LANES>,
    flights: Pool<Flight>,
    /// The user of each request; empty where there is only one.
    users: Vec<u32>,
    /// The clock-aligned window in which a request last reached its server.
    window: u64,
    /// How many requests are not decided.
    open: u32,
    recorder: &'a mut R,
}

impl<R: Recorder> Run<'_, R> {
    #[inline(always)]
    fn schedule(&mut self, at: Time, event: Event) {
        self.agenda.schedule(event.lane(), at, event);
    }

    /// The same for what is rare: putting it into the agenda is one piece of code for all of it, not one at each place.
    #[inline(never)]
    fn schedule_rare(&mut self, at: Time, event: Event) {
        self.schedule(at, event);
    }

    /// What clocks show at an instant of the run.
    fn clock(&self, at: Time) -> Time {
        at + self.scenario.phase
    }

    fn user(&self, request: Request) -> u32 {
        self.users.get(request.number as usize).copied().unwrap_or(0)
    }

    /// Where a server remembers a user.
    fn memory(&self, server: u32, user: u32) -> usize {
        (server * self.scenario.users + user) as usize
    }

    fn route(&mut self, at: Time, number: u32) {
        let user = self.users.get(number as usize).copied().unwrap_or(0);
        let request = Request { number, server: self.router.route(user) };
        self.recorder.routed(at, request);
        self.schedule(at + HOP, Event::Reach(request));
    }

    /// Lets everything happen that is due before `limit`.
    fn happen_until(&mut self, limit: Time) {
        while let Some((at, event)) = self.agenda.next_before(limit) {
            match event {
                Event::Reach(request) => self.reach(at, request),
                Event::Queue(flight) => self.queue(at, flight),
                Event::Execute(node) => self.execute(at, node),
                Event::Receive(flight) => self.receive(at, flight),
                Event::Finish(server) => self.router.finished(server),
                Event::Wake(flight) => self.wake(at, flight),
                Event::Sync(nth) => self.sync(at, nth),
            }
        }
    }

    fn reach(&mut self, at: Time, request: Request) {
        let now = self.clock(at);
        self.window = self.limiter.window_after(self.window, now);
        let check = Check { reached: at, window: self.window };
        self.recorder.reached(request, check);
        let user = self.user(request);
        let mut program = self.limiter.program_in(self.window, Asker { user, id: request.number }, now);
        let memory = self.memory(request.server, user);
        let memory = &mut self.memories[memory];
        let step = program.start(Around { limiter: &self.limiter, server: request.server, memory, now, ran: now });
        // A command goes right into the flight, and without one there is no flight: where servers count, this is all there is.
        let (message, step) = match step {
            Step::Decide(decision) => return self.decide(at, request, check, decision),
            Step::Send(command) => {
                self.recorder.sent(at, request, &command);
                (Message::Command(command), None)
            }
            other => (Message::None, Some(other)),
        };
        let (task, server, session) = (Task::Check(program), request.server, Session::default());
        let flight = Flight { request, check, task, server, message, session, node: 0, ran: at };
        let number = self.flights.insert(flight);
        match step {
            None => self.depart(at, request, number),
            Some(step) => self.go(at, number, step),
        }
    }

    fn receive(&mut self, at: Time, number: u32) {
        let now = self.clock(at);
        let flight = &mut self.flights[number];
        let Message::Reply(reply) = &flight.message else {
            // What is received is a reply.
            unreachable!();
        };
        let request = flight.request;
        self.recorder.received(at, request, reply);
        let user = match &flight.task {
            Task::Check(_) => self.users.get(request.number as usize).copied().unwrap_or(0),
            Task::Sync(sync) => sync.user,
        };
        let memory = &mut self.memories[(flight.server * self.scenario.users + user) as usize];
        let step = match &mut flight.task {
            Task::Check(program) => {
                let ran = flight.ran + self.scenario.phase;
                program.resume(Around { limiter: &self.limiter, server: flight.server, memory, now, ran }, reply)
            }
            Task::Sync(sync) => {
                sync.finish(memory, reply);
                return self.flights.free(number);
            }
        };
        match step {
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
            other => self.go(at, number, other),
        }
    }

    #[inline(never)]
    fn wake(&mut self, at: Time, number: u32) {
        let now = self.clock(at);
        let (request, server) = (self.flights[number].request, self.flights[number].server);
        let memory = self.memory(server, self.user(request));
        let flight = &mut self.flights[number];
        let Task::Check(program) = &mut flight.task else {
            // A sync does not wait.
            unreachable!();
        };
        if matches!(flight.message, Message::None) {
            self.recorder.handed(at, request);
        }
        let ran = flight.ran + self.scenario.phase;
        let step =
            program.wake(Around { limiter: &self.limiter, server, memory: &mut self.memories[memory], now, ran });
        self.go(at, number, step);
    }

    /// Does what a program wants next. (Where that is mostly a command or a decision, those are done on the spot.)
    #[inline(never)]
    fn go(&mut self, at: Time, number: u32, step: Step) {
        let flight = &mut self.flights[number];
        let request = flight.request;
        match step {
            Step::Send(command) => {
                self.recorder.sent(at, request, &command);
                flight.message = Message::Command(command);
                self.depart(at, request, number);
            }
            Step::Wait(span) => {
                self.recorder.waits(at, request, span);
                self.schedule_rare(at + span, Event::Wake(number));
            }
            Step::Forward(to) => {
                flight.server = to;
                flight.message = Message::None;
                self.recorder.forwarded(at, request, to);
                self.schedule_rare(at + HOP, Event::Wake(number));
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
        self.open -= 1;
        self.recorder.decided(at, request, check, decision);
        if self.router.watches_load() {
            let busy = if decision.allowed { self.scenario.work } else { Span::ZERO };
            self.schedule_rare(at + busy, Event::Finish(request.server));
        }
    }

    fn queue(&mut self, at: Time, number: u32) {
        let flight = &mut self.flights[number];
        self.recorder.queued(at, flight.request);
        let Message::Command(command) = &flight.message else {
            // What reaches Redis is a command.
            unreachable!();
        };
        if self.nodes.len() > 1 {
            flight.node = node(command, self.scenario.nodes).unwrap_or(flight.node);
        }
        let node = flight.node;
        let runs = self.nodes[node as usize].server.enqueue(number, service(command), at);
        self.schedule(runs, Event::Execute(node));
    }

    fn execute(&mut self, at: Time, node: u32) {
        // Redis's clock counts whole microseconds: so a key's end is the same to those who ask for the time.
        let now = self.clock(at).whole_micros();
        let Node { server, keyspace } = &mut self.nodes[node as usize];
        let number = server.serve();
        let flight = &mut self.flights[number];
        let Message::Command(command) = &flight.message else {
            // What waits at Redis is a command.
            unreachable!();
        };
        let value = |keyspace: &Keyspace| {
            let key = if R::KEEPS_VALUES { command.first_key() } else { None };
            key.and_then(|key| keyspace.glance(*key, now))
        };
        let before = value(keyspace);
        let reply = flight.session.run(keyspace, command, now);
        let after = value(keyspace);
        self.recorder.executed(at, flight.request, Execution { command, reply: &reply, before, after });
        let arrives = self.network.deliver(flight.request.server, Way::Back, at);
        flight.message = Message::Reply(reply);
        flight.ran = at;
        self.schedule(arrives, Event::Receive(number));
    }

    /// Each server's syncs begin somewhere in the first period: servers don't start at the same time.
    fn schedule_syncs(&mut self) {
        let Some(period) = self.limiter.sync_period() else { return };
        let mut chance = Stream::Sync.generator(self.scenario.seed);
        for server in 0..self.scenario.servers {
            let first = Time::from_nanos(chance.random_range(0..period.nanos()));
            for user in 0..self.scenario.users {
                self.schedule_rare(first, Event::Sync(server * self.scenario.users + user));
            }
        }
    }

    /// A server tells Redis what it has counted of a user, unless there is nobody left to be told about.
    #[inline(never)]
    fn sync(&mut self, at: Time, nth: u32) {
        let Some(period) = self.limiter.sync_period().filter(|_| self.open > 0) else { return };
        self.schedule_rare(at + period, Event::Sync(nth));
        let (server, user) = (nth / self.scenario.users, nth % self.scenario.users);
        let now = self.clock(at);
        let memory = &mut self.memories[nth as usize];
        let Some((sync, command)) = Sync::start(&self.limiter, user, memory, now) else { return };
        let request = Request { number: self.scenario.requests() + nth, server };
        self.recorder.sent(at, request, &command);
        let check = Check { reached: at, window: self.limiter.window(now) };
        let (task, message) = (Task::Sync(sync), Message::Command(command));
        let flight = Flight { request, check, task, server, message, session: Session::default(), node: 0, ran: at };
        let number = self.flights.insert(flight);
        self.depart(at, request, number);
    }
}

/// The node that has a command's keys: the slots are dealt out in equal parts. What names no key goes where the connection
/// is. Clients know the map, so that nothing is redirected.
fn node(command: &Command, nodes: u32) -> Option<u32> {
    command.first_key().map(|key| u32::from(slot(key)) * nodes / u32::from(SLOTS))
}
