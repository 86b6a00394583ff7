//! What happens when something goes wrong: messages that are lost, servers that no longer wait, that crash, join or leave, and a
//! Redis that is gone, or comes back with less than it had.

use rand::RngExt;

use super::flight::{Flight, Message, NEVER, State, Task};
use super::recorder::{Breaker, Check, Loss, Recorder, Request, Way};
use super::{Event, HOP, Run, Switch};
use crate::fleet::{Change, changes, insert};
use crate::placement::{Decision, Memory, Program, USER};
use crate::random::Stream;
use crate::redis::{Command, Key, Session};
use crate::scenario::{Fault, RedisVersion, Scenario, What};
use crate::time::Time;

/// What turns for the worse or for the better.
#[derive(Clone, Copy)]
pub enum Turn {
    /// A fault of Redis begins, or is over at once.
    Begins(Fault),
    /// It ends.
    Ends(Fault),
    /// Something becomes of a server.
    Server(u32, Change),
}

impl Turn {
    /// All of a scenario's, in order; at one instant those of Redis first, in the order of its faults.
    pub fn all(scenario: &Scenario) -> Vec<(Time, Self)> {
        let mut turns = Vec::new();
        if scenario.faults.is_empty() {
            return turns;
        }
        for fault in scenario.faults.iter().filter(|fault| fault.what.is_redis()) {
            insert(&mut turns, fault.from, Self::Begins(fault));
            if fault.from < fault.until {
                insert(&mut turns, fault.until, Self::Ends(fault));
            }
        }
        let servers = changes(scenario).into_iter();
        servers.for_each(|(at, (server, change))| insert(&mut turns, at, Self::Server(server, change)));
        turns
    }
}

impl<R: Recorder> Run<'_, R> {
    pub(super) fn schedule_turns(&mut self) {
        for nth in 0..self.turns.len() {
            self.schedule_rare(self.turns[nth].0, Event::Turn(nth as u32));
        }
    }

    /// Something turns for the worse or for the better; once all is decided and nothing is under way, that does not matter any
    /// more.
    #[inline(never)]
    pub(super) fn turn(&mut self, at: Time, nth: u32) {
        if self.open == 0 && self.flights_where(&|_| true).is_empty() {
            return;
        }
        match self.turns[nth as usize].1 {
            Turn::Begins(fault) => self.begin(at, fault),
            Turn::Ends(fault) => {
                self.recorder.fault(at, fault, false);
                if fault.what == What::Failover {
                    for node in &mut self.nodes {
                        let own = node.replicas.iter().position(|(of, _)| *of == fault);
                        own.into_iter().for_each(|own| node.keyspace = node.replicas.swap_remove(own).1);
                    }
                    self.take_over(at);
                }
            }
            Turn::Server(server, change) => self.change(at, server, change),
        }
    }

    fn begin(&mut self, at: Time, fault: Fault) {
        self.recorder.fault(at, fault, true);
        match fault.what {
            What::Down => self.restart(at),
            // A replica that is not behind at all has the same keys.
            What::Failover if fault.from == fault.until => self.take_over(at),
            What::Failover => {
                for node in &mut self.nodes {
                    node.replicas.push((fault, node.keyspace.clone()));
                }
            }
            What::Flush | What::Evict | What::Delete => self.remove_keys(at, fault.what),
            _ => {}
        }
    }

    /// Removes keys of each node: all of them, half of them, or the first user's.
    fn remove_keys(&mut self, at: Time, what: What) {
        let now = self.clocks.redis(at).whole_micros();
        let mut chance = Stream::Faults.generator(self.scenario.seed ^ at.nanos());
        for node in &mut self.nodes {
            let keys = node.keyspace.live_keys(now);
            let mut keys: Vec<Key> = keys.filter(|key| what != What::Delete || key.id == USER).collect();
            if what == What::Evict {
                let half = keys.len().div_ceil(2);
                for nth in 0..half {
                    let other = chance.random_range(nth as u32..keys.len() as u32) as usize;
                    keys.swap(nth, other);
                }
                keys.truncate(half);
            }
            if !keys.is_empty() {
                node.keyspace.run(&Command::Del(keys), now);
            }
        }
    }

    /// Redis begins anew, and knows no scripts.
    fn restart(&mut self, at: Time) {
        let now = self.clocks.redis(at).whole_micros();
        for node in &mut self.nodes {
            node.keyspace.run(&Command::ScriptFlush, now);
        }
        self.break_connections(at);
    }

    /// A replica takes over. Up to 6.2 scripts were replicated, too.
    fn take_over(&mut self, at: Time) {
        match self.scenario.redis_version {
            RedisVersion::V7 => self.restart(at),
            RedisVersion::V6_2 => self.break_connections(at),
        }
    }

    /// Redis is another process from now on. All that waits at it is dropped, and whoever waits for it hears of it. Who watches
    /// keys does no longer.
    #[inline(never)]
    fn break_connections(&mut self, at: Time) {
        for node in &mut self.nodes {
            node.server.clear(at);
        }
        for number in self.flights_where(&|flight| flight.queued) {
            let (request, live) = (self.flights[number].request, self.flights[number].state == State::Live);
            self.recorder.reset(at, request);
            self.flights[number].queued = false;
            if !live {
                self.flights[number].state = State::Void;
                continue;
            }
            let number = self.go_on_without(number, State::Void);
            let deadline = self.flights[number].deadline;
            if deadline != NEVER {
                self.schedule_rare(deadline, Event::Timeout(number));
            }
            self.refuse(at, number);
        }
        for number in self.flights_where(&|flight| flight.session != Session::default()) {
            let flight = &mut self.flights[number];
            (flight.session, flight.broken) = (Session::default(), true);
        }
    }

    /// The flights that are under way and as wanted, those of earlier requests first.
    #[inline(never)]
    fn flights_where(&self, wanted: &dyn Fn(&Flight) -> bool) -> Vec<u32> {
        let under_way = |flight: &Flight| matches!(flight.state, State::Live | State::Late) && wanted(flight);
        let found = (0..self.flights.places()).filter(|place| under_way(&self.flights[*place]));
        // Sorted as instants, because every kind of value that is sorted is a kilobyte in the browser.
        let key = |place: u32| Time::from_nanos(u64::from(self.flights[place].request.number) << 32 | u64::from(place));
        let mut keys: Vec<Time> = found.map(key).collect();
        keys.sort_unstable();
        keys.into_iter().map(|key| key.nanos() as u32).collect()
    }

    /// Whoever waits for a flight's message goes on in another, and this one is left as it is to be.
    fn go_on_without(&mut self, number: u32, left: State) -> u32 {
        let flight = &mut self.flights[number];
        flight.state = left;
        let task = std::mem::replace(&mut flight.task, Task::Nobody);
        let again = flight.again.take();
        let Flight { request, check, node, ran, deadline, retries, probe, .. } = *flight;
        let next = Flight { node, ran, deadline, retries, probe, again, ..Flight::new(request, check, task, ran) };
        self.flights.insert(next)
    }

    /// Tells a server that there is no connection.
    fn refuse(&mut self, at: Time, number: u32) {
        self.flights[number].message = Message::Refusal;
        let arrives = self.network.deliver(self.flights[number].request.server, Way::Back, at);
        self.schedule_rare(arrives, Event::Receive(number));
    }

    /// Whether a command that was to reach Redis does not: nobody is there, or it is lost.
    #[inline(never)]
    pub(super) fn gets_lost(&mut self, at: Time, number: u32) -> bool {
        let flight = &mut self.flights[number];
        let (request, live) = (flight.request, flight.state == State::Live);
        if std::mem::take(&mut flight.held) && !live {
            // Nobody is left to send it once more.
            self.release(number);
            return true;
        }
        if let Some(until) = self.conditions.silent_until(at) {
            flight.held = true;
            self.recorder.dropped(at, request, Way::Out);
            let arrives = self.network.once_more(until);
            self.schedule_rare(arrives, Event::Queue(number));
            return true;
        }
        let broken = std::mem::take(&mut flight.broken);
        if !broken && !self.conditions.is_down(at) {
            return false;
        }
        self.recorder.refused(at, request);
        if live {
            self.refuse(at, number);
        } else {
            self.release(number);
        }
        true
    }

    /// When a reply reaches its server that leaves Redis now; if it is lost, that is when it has been sent once more.
    #[inline(never)]
    pub(super) fn reply_arrives(&mut self, at: Time, number: u32) -> Time {
        let flight = &mut self.flights[number];
        let Some(until) = self.conditions.silent_until(at) else {
            return self.network.deliver(flight.request.server, Way::Back, at);
        };
        flight.held = true;
        self.recorder.dropped(at, flight.request, Way::Back);
        self.network.once_more(until)
    }

    /// A reply reaches a server that does not wait for it any more.
    #[inline(never)]
    pub(super) fn receive_late(&mut self, at: Time, number: u32) {
        let Flight { held, request, .. } = self.flights[number];
        // What was lost is not sent once more on a connection that is closed.
        if !held {
            self.recorder.came_late(at, request);
        }
        self.release(number);
    }

    /// A server hears that there is no connection.
    #[inline(never)]
    pub(super) fn receive_nothing(&mut self, at: Time, number: u32) {
        if self.flights[number].state != State::Live {
            return self.release(number);
        }
        self.recorder.failed(at, self.flights[number].request);
        self.fail(at, number);
    }

    /// From now on a flight's server waits for so long.
    #[inline(always)]
    pub(super) fn time(&mut self, at: Time, number: u32) {
        if let Some(timeout) = self.scenario.timeout {
            self.flights[number].deadline = at + timeout;
            self.schedule(at + timeout, Event::Timeout(number));
        }
    }

    /// A server no longer waits, if that is still what it does and this is the time.
    #[inline(never)]
    pub(super) fn time_out(&mut self, at: Time, number: u32) {
        let flight = &mut self.flights[number];
        if flight.state != State::Live || flight.deadline != at {
            return;
        }
        let request = flight.request;
        self.recorder.timed_out(at, request);
        // A message goes on, whoever waits; nothing else that it waited for comes to anything.
        let left = match flight.message {
            Message::None | Message::Pause => State::Void,
            Message::Command(_) | Message::Reply(_) | Message::Refusal => State::Late,
        };
        // On another connection nothing is watched, so that what is written there could undo what others have.
        let watches = matches!(flight.task, Task::Check(Program::Cas(_)));
        let waits = matches!(flight.message, Message::Command(_) | Message::Reply(_));
        let again = flight.again.clone().filter(|_| flight.retries > 0 && waits && !watches);
        let number = self.go_on_without(number, left);
        let Some(command) = again else { return self.fail(at, number) };
        self.recorder.retried(at, request);
        self.recorder.sent(at, request, &command);
        let flight = &mut self.flights[number];
        flight.retries -= 1;
        flight.message = Message::Command(command);
        self.time(at, number);
        self.depart(at, number);
    }

    /// A check, or a sync, has no answer from Redis.
    fn fail(&mut self, at: Time, number: u32) {
        let Flight { request, check, probe, .. } = self.flights[number];
        if let Task::Sync(sync) = self.flights[number].task {
            let memory = self.memory(request.server, sync.user);
            sync.fail(&mut self.memories[memory]);
            return self.release(number);
        }
        // Another server that is gone says nothing of Redis.
        if self.limiter.most_commands() > 0 {
            self.failed(at, request, probe);
        }
        self.release(number);
        self.fall_back(at, request, check);
    }

    /// Redis has given a check no usable answer.
    #[inline(never)]
    pub(super) fn failed(&mut self, at: Time, request: Request, probe: bool) {
        let state = self.machines[request.server as usize].breaker.failed(at, probe);
        state.into_iter().for_each(|state| self.recorder.breaker(at, request, state));
    }

    fn fall_back(&mut self, at: Time, request: Request, check: Check) {
        let now = self.clocks.server(request.server, at);
        let memory = self.memory(request.server, self.user(request));
        let decision = self.limiter.fall_back(&mut self.memories[memory], now);
        self.decide(at, request, check, request.server, decision);
    }

    /// Redis has answered a check; by an error that the limiter has no answer to, or not.
    #[inline(never)]
    pub(super) fn answered(&mut self, at: Time, number: u32, usable: bool) {
        let Flight { request, ref mut probe, .. } = self.flights[number];
        let probe = std::mem::take(probe);
        if !usable {
            return self.failed(at, request, probe);
        }
        let state = self.machines[request.server as usize].breaker.answered(probe);
        state.into_iter().for_each(|state| self.recorder.breaker(at, request, state));
    }

    /// A check is about to ask Redis. Answers whether it is its server's probe; none when it does not ask, because the breaker
    /// is open: then it is decided.
    #[inline(never)]
    pub(super) fn asks(&mut self, at: Time, request: Request, check: Check) -> Option<bool> {
        match self.machines[request.server as usize].breaker.ask(at) {
            Breaker::Closed => Some(false),
            Breaker::Open => {
                self.recorder.skipped(at, request);
                self.fall_back(at, request, check);
                None
            }
            Breaker::Probing => {
                self.recorder.breaker(at, request, Breaker::Probing);
                Some(true)
            }
        }
    }

    /// A forwarded request finds nobody where it was to go on; its own server hears of that a hop later.
    #[inline(never)]
    pub(super) fn turn_away(&mut self, at: Time, number: u32) {
        let flight = &mut self.flights[number];
        flight.server = flight.request.server;
        flight.message = Message::Refusal;
        self.schedule_rare(at + HOP, Event::Receive(number));
    }

    /// Something becomes of a server.
    fn change(&mut self, at: Time, server: u32, change: Change) {
        self.recorder.server(at, server, change);
        self.router.serve(server, change.serves());
        match change {
            Change::Drains => {}
            Change::Leaves => self.machines[server as usize].there = false,
            Change::Crashes => {
                self.machines[server as usize].crashed = true;
                self.stop(at, server);
            }
            Change::Joins | Change::Returns | Change::Restarts => {
                // Whatever was not done by then is lost.
                self.stop(at, server);
                let machine = &mut self.machines[server as usize];
                (machine.there, machine.crashed) = (true, false);
            }
        }
        let there = self.machines.iter().filter(|machine| machine.there).count() as u32;
        if matches!(change, Change::Joins | Change::Leaves) {
            self.limiter.set_servers(there);
        }
    }

    /// A server stops: what it was checking is lost, and so is all that it remembers.
    fn stop(&mut self, at: Time, server: u32) {
        for number in self.flights_where(&|flight| flight.request.server == server && flight.state == State::Live) {
            let Flight { request, check, .. } = self.flights[number];
            let lost = matches!(self.flights[number].task, Task::Check(_)).then_some(check);
            let flight = &mut self.flights[number];
            flight.task = Task::Nobody;
            let waits = matches!(flight.message, Message::None | Message::Pause);
            flight.state = if waits { State::Void } else { State::Late };
            if let Some(check) = lost {
                self.lose(at, request, Loss::Checking(check));
            }
        }
        let users = self.scenario.users as usize;
        let own = server as usize * users;
        self.memories[own..own + users].fill(Memory::default());
        self.machines[server as usize].breaker = Switch::new(self.scenario);
    }

    /// A request is lost: its server has crashed, or there is none.
    #[inline(never)]
    pub(super) fn lose(&mut self, at: Time, request: Request, loss: Loss) {
        self.open -= 1;
        self.recorder.lost(at, request, loss);
        // A balancer that looks at what servers do learns that it is no longer open.
        if loss != Loss::AtBalancer && self.router.watches_load() {
            self.schedule_rare(at, Event::Finish(request.server));
        }
    }

    /// A decision as of the instant at which the request was counted, whatever the clock of the server showed that counted it.
    #[inline(never)]
    pub(super) fn by_true_time(&self, server: u32, decision: Decision) -> Decision {
        Decision { counted: self.clocks.by_redis(server, decision.counted), ..decision }
    }
}
