//! The timed run: the one place that knows when things happen.
//!
//! A request leaves the user, reaches the balancer one hop later, which picks a server, and that server another hop later.
//! There its limiter program starts; each of its commands travels to the Redis node that has its key, waits its turn, runs at
//! the end of its service, and its reply travels back.
//!
//! Events at one instant happen in the order in which they were scheduled; all requests are scheduled before anything else, in
//! the order in which they were sent, then what goes wrong, then the servers' syncs. Links depend on that order.

mod agenda;
mod breaker;
mod clocks;
mod conditions;
mod flight;
mod network;
mod pool;
mod recorder;
mod trouble;

use agenda::Agenda;
use breaker::Switch;
use clocks::Clocks;
use conditions::Conditions;
use flight::{Flight, Message, State, Task};
use network::Network;
use pool::Pool;
use trouble::Turn;

use std::sync::Arc;

use rand::RngExt;

pub use recorder::{Breaker, Check, Execution, Loss, Recorder, Request, Way};

use crate::balancer::Router;
use crate::placement::{Around, Asker, Decision, Limiter, Memory, Step, Sync};
use crate::random::Stream;
use crate::redis::server::{Server, service};
use crate::redis::slot::{SLOTS, slot};
use crate::redis::{Command, Keyspace, Version};
use crate::scenario::{Fault, RedisVersion, Scenario};
use crate::time::{Span, Time};
use crate::traffic;

/// The hop from the user to the balancer, and from the balancer to a server. Constant, so that it moves everything and
/// changes nothing.
pub const HOP: Span = Span::from_micros(500);

/// The kinds of event. The numbers are checks' places among those under way, a server's, a sync's, and that of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Reach(Request),
    Queue(u32),
    Execute(u32),
    Receive(u32),
    Finish(u32),
    Wake(u32),
    Sync(u32),
    Timeout(u32),
    Turn(u32),
}

const LANES: usize = 6;

impl Event {
    /// Its lane of the agenda. What is rare shares one.
    const fn lane(self) -> usize {
        match self {
            Self::Reach(_) => 0,
            Self::Queue(_) => 1,
            Self::Execute(_) => 2,
            Self::Receive(_) => 3,
            Self::Finish(_) | Self::Wake(_) | Self::Sync(_) | Self::Turn(_) => 4,
            Self::Timeout(_) => 5,
        }
    }
}

/// One Redis: its queue and its keys.
struct Node {
    server: Server,
    keyspace: Keyspace,
    /// What replicas know that are to take over, each with the fault by which it does.
    replicas: Vec<(Fault, Keyspace)>,
}

/// A server, but for what it remembers.
struct Machine {
    /// Whether it has joined, and not left.
    there: bool,
    /// Whether it has crashed, and is not back.
    crashed: bool,
    breaker: Switch,
}

impl Machine {
    fn new(scenario: &Scenario, server: u32) -> Self {
        Self { there: server < scenario.servers, crashed: false, breaker: Switch::new(scenario) }
    }
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
    let servers = scenario.all_servers();
    let node = || Node { server: Server::default(), keyspace: keyspace(scenario, &limiter), replicas: Vec::new() };
    let mut run = Run {
        scenario,
        router: Router::new(scenario),
        network: Network::new(scenario),
        nodes: (0..scenario.nodes).map(|_| node()).collect(),
        memories: vec![Memory::default(); (servers * scenario.users) as usize],
        agenda: Agenda::new(),
        flights: Pool::new(),
        users: traffic::users(scenario),
        window: 0,
        open: scenario.requests(),
        clocks: Clocks::new(scenario),
        conditions: Conditions::new(scenario),
        machines: (0..servers).map(|server| Machine::new(scenario, server)).collect(),
        turns: Turn::all(scenario),
        limiter,
        recorder,
    };
    run.schedule_turns();
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
    /// How many requests are not decided, and not lost.
    open: u32,
    clocks: Clocks,
    conditions: Conditions,
    machines: Vec<Machine>,
    /// What turns for the worse or for the better, in order.
    turns: Vec<(Time, Turn)>,
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

    fn user(&self, request: Request) -> u32 {
        self.users.get(request.number as usize).copied().unwrap_or(0)
    }

    /// Where a server remembers a user.
    fn memory(&self, server: u32, user: u32) -> usize {
        (server * self.scenario.users + user) as usize
    }

    fn route(&mut self, at: Time, number: u32) {
        let user = self.users.get(number as usize).copied().unwrap_or(0);
        let Some(server) = self.router.route(user) else {
            return self.lose(at, Request { number, server: 0 }, Loss::AtBalancer);
        };
        let request = Request { number, server };
        self.recorder.routed(at, request);
        self.schedule(at + HOP, Event::Reach(request));
    }

    /// Lets everything happen that is due before `limit`.
    fn happen_until(&mut self, limit: Time) {
        while let Some((at, event)) = self.agenda.next_before(limit) {
            match event {
                Event::Reach(request) => self.reach(at, request),
                Event::Queue(flight) => self.queue(at, flight),
                Event::Execute(flight) => self.execute(at, flight),
                Event::Receive(flight) => self.receive(at, flight),
                Event::Finish(server) => self.router.finished(server),
                Event::Wake(flight) => self.wake(at, flight),
                Event::Sync(nth) => self.sync(at, nth),
                Event::Timeout(flight) => self.time_out(at, flight),
                Event::Turn(nth) => self.turn(at, nth),
            }
        }
    }

    fn reach(&mut self, at: Time, request: Request) {
        let server = request.server;
        if self.machines[server as usize].crashed {
            return self.lose(at, request, Loss::OnTheWay);
        }
        let now = self.clocks.server(server, at);
        self.window = self.limiter.window_after(self.window, now);
        let check = Check { reached: at, window: self.window };
        self.recorder.reached(request, check);
        let user = self.user(request);
        let mut program = self.limiter.program_in(self.window, Asker { user, id: request.number }, now);
        let memory = self.memory(server, user);
        let memory = &mut self.memories[memory];
        let step = program.start(Around { limiter: &self.limiter, server, memory, now, ran: now });
        let mut probe = false;
        // A command goes right into the flight, and without one there is no flight: where servers count, this is all there is.
        let (message, step) = match step {
            Step::Decide(decision) => return self.decide(at, request, check, server, decision),
            Step::Send(command) => {
                let command = shared(command);
                if self.scenario.breaker.is_some() {
                    let Some(probes) = self.asks(at, request, check) else { return };
                    probe = probes;
                }
                self.recorder.sent(at, request, &command);
                (Message::Command(command), None)
            }
            other => (Message::None, Some(other)),
        };
        let retries = self.scenario.retry;
        let flight = Flight { message, retries, probe, ..Flight::new(request, check, Task::Check(program), at) };
        let number = self.flights.insert(flight);
        match step {
            None => {
                self.time(at, number);
                self.depart(at, number);
            }
            Some(step) => self.go(at, number, step),
        }
    }

    fn receive(&mut self, at: Time, number: u32) {
        let flight = &mut self.flights[number];
        let Message::Reply(reply) = &flight.message else {
            return self.receive_nothing(at, number);
        };
        if flight.state != State::Live {
            return self.receive_late(at, number);
        }
        let request = flight.request;
        flight.held = false;
        self.recorder.received(at, request, reply);
        let user = match &flight.task {
            Task::Sync(sync) => sync.user,
            _ => self.users.get(request.number as usize).copied().unwrap_or(0),
        };
        let server = flight.server;
        let memory = &mut self.memories[(server * self.scenario.users + user) as usize];
        let step = match &mut flight.task {
            Task::Check(program) => {
                let (now, ran) = (self.clocks.server(server, at), self.clocks.server(server, flight.ran));
                program.resume(Around { limiter: &self.limiter, server, memory, now, ran }, reply)
            }
            Task::Sync(sync) => {
                sync.finish(memory, reply);
                return self.release(number);
            }
            // A message that somebody waits for is somebody's.
            Task::Nobody => unreachable!(),
        };
        if self.scenario.breaker.is_some() {
            let fails = matches!(&step, Step::Decide(decision) if decision.comparison.is_fallback());
            self.answered(at, number, !fails);
        }
        let flight = &mut self.flights[number];
        match step {
            Step::Send(command) => {
                let command = shared(command);
                self.recorder.sent(at, request, &command);
                flight.message = Message::Command(command);
                self.depart(at, number);
            }
            Step::Decide(decision) => {
                let check = flight.check;
                self.release(number);
                self.decide(at, request, check, server, decision);
            }
            other => self.go(at, number, other),
        }
    }

    #[inline(never)]
    fn wake(&mut self, at: Time, number: u32) {
        let (request, server) = (self.flights[number].request, self.flights[number].server);
        if self.flights[number].state != State::Live {
            return self.release(number);
        }
        if server != request.server && self.machines[server as usize].crashed {
            return self.turn_away(at, number);
        }
        let now = self.clocks.server(server, at);
        let memory = self.memory(server, self.user(request));
        let flight = &mut self.flights[number];
        let Task::Check(program) = &mut flight.task else {
            // A sync does not wait.
            unreachable!();
        };
        if matches!(flight.message, Message::None) {
            self.recorder.handed(at, request);
        }
        let ran = self.clocks.server(server, flight.ran);
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
                let command = shared(command);
                self.recorder.sent(at, request, &command);
                flight.message = Message::Command(command);
                self.depart(at, number);
            }
            Step::Wait(span) => {
                self.recorder.waits(at, request, span);
                flight.message = Message::Pause;
                self.schedule_rare(at + span, Event::Wake(number));
            }
            Step::Forward(to) => {
                flight.counts = flight.server;
                flight.server = to;
                flight.message = Message::None;
                self.recorder.forwarded(at, request, to);
                self.schedule_rare(at + HOP, Event::Wake(number));
            }
            Step::Decide(decision) => {
                let Flight { check, counts, .. } = *flight;
                self.release(number);
                self.decide(at, request, check, counts, decision);
            }
        }
    }

    /// Sends a check's command on its way to Redis.
    fn depart(&mut self, at: Time, number: u32) {
        let flight = &mut self.flights[number];
        let arrives = self.network.deliver(flight.request.server, Way::Out, at);
        if self.scenario.retry > 0
            && let Message::Command(command) = &flight.message
        {
            flight.again = Some(Arc::clone(command));
        }
        self.schedule(arrives, Event::Queue(number));
    }

    /// Nothing is under way in a flight any more.
    fn release(&mut self, number: u32) {
        self.flights[number].state = State::Over;
        self.flights.free(number);
    }

    /// A check is over: a server has decided by its clock, this one.
    fn decide(&mut self, at: Time, request: Request, check: Check, by: u32, decision: Decision) {
        self.open -= 1;
        let decision = if self.scenario.skew == Span::ZERO { decision } else { self.by_true_time(by, decision) };
        self.recorder.decided(at, request, check, decision);
        if self.router.watches_load() {
            let busy = if decision.allowed { self.scenario.work } else { Span::ZERO };
            self.schedule_rare(at + busy, Event::Finish(request.server));
        }
    }

    fn queue(&mut self, at: Time, number: u32) {
        if !self.conditions.are_fine() && self.gets_lost(at, number) {
            return;
        }
        let flight = &mut self.flights[number];
        self.recorder.queued(at, flight.request);
        let Message::Command(command) = &flight.message else {
            // What reaches Redis is a command.
            unreachable!();
        };
        if self.nodes.len() > 1 {
            flight.node = node(command, self.scenario.nodes).unwrap_or(flight.node);
        }
        flight.queued = true;
        let (service, server) = (service(command), &mut self.nodes[flight.node as usize].server);
        let runs = match self.conditions.are_fine() {
            true => server.enqueue(service, at),
            false => server.enqueue_until(at, |begins| self.conditions.served(begins, service)),
        };
        self.schedule(runs, Event::Execute(number));
    }

    fn execute(&mut self, at: Time, number: u32) {
        // Redis's clock counts whole microseconds: so a key's end is the same to those who ask for the time.
        let now = self.clocks.redis(at).whole_micros();
        let flight = &mut self.flights[number];
        if flight.state == State::Void {
            return self.release(number);
        }
        let keyspace = &mut self.nodes[flight.node as usize].keyspace;
        let Message::Command(command) = &flight.message else {
            // What waits at Redis is a command.
            unreachable!();
        };
        let keeps = self.recorder.keeps_values();
        let value = |keyspace: &Keyspace| {
            let key = if keeps { command.first_key() } else { None };
            key.and_then(|key| keyspace.glance(*key, now))
        };
        let before = value(keyspace);
        let reply = flight.session.run(keyspace, command, now);
        let after = value(keyspace);
        self.recorder.executed(at, flight.request, Execution { command, reply: &reply, before, after });
        let server = flight.request.server;
        flight.message = Message::Reply(reply);
        (flight.ran, flight.queued) = (at, false);
        let arrives = match self.conditions.are_fine() {
            true => self.network.deliver(server, Way::Back, at),
            false => self.reply_arrives(at, number),
        };
        self.schedule(arrives, Event::Receive(number));
    }

    /// Each server's syncs begin somewhere in the first period: servers don't start at the same time.
    fn schedule_syncs(&mut self) {
        let Some(period) = self.limiter.sync_period() else { return };
        let mut chance = Stream::Sync.generator(self.scenario.seed);
        for server in 0..self.machines.len() as u32 {
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
        let Machine { there, crashed, .. } = self.machines[server as usize];
        if !there || crashed {
            return;
        }
        let now = self.clocks.server(server, at);
        let memory = &mut self.memories[nth as usize];
        let Some((sync, command)) = Sync::start(&self.limiter, user, memory, now) else { return };
        let command = shared(command);
        let request = Request { number: self.scenario.requests() + nth, server };
        self.recorder.sent(at, request, &command);
        let check = Check { reached: at, window: self.limiter.window(now) };
        let message = Message::Command(command);
        let number = self.flights.insert(Flight { message, ..Flight::new(request, check, Task::Sync(sync), at) });
        self.time(at, number);
        self.depart(at, number);
    }
}

/// A command for all who keep it. One piece of code for all places that send one: it is loaded at the page's start.
#[inline(never)]
fn shared(command: Command) -> Arc<Command> {
    Arc::new(command)
}

/// The node that has a command's keys: the slots are dealt out in equal parts. What names no key goes where the connection
/// is. Clients know the map, so that nothing is redirected.
fn node(command: &Command, nodes: u32) -> Option<u32> {
    command.first_key().map(|key| u32::from(slot(key)) * nodes / u32::from(SLOTS))
}
