//! Limiters on a real Redis that seems to be some way off, burst after burst.
//!
//! Each request of a burst is a thread with a connection of its own. It waits for the instant that the simulation has for it,
//! and each of its commands for the time that a message takes. What is measured is how many are let through; how long it
//! really was from one command of a request to its next is measured, too, because no machine waits exactly.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{JoinHandle, sleep, spawn, yield_now};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use limit_sim::many::{Summary, Summing, verdicts};
use limit_sim::placement::{Around, Asker, Limiter, Memory, Step, scripts};
use limit_sim::redis::Command;
use limit_sim::rule::Rule;
use limit_sim::scenario::Scenario;
use limit_sim::time::{Span, Time};
use limit_sim::traffic;

use super::{Connection, Server, lua};

/// How long before its time a thread stops sleeping: sleeping is not exact.
const AWAKE: Duration = Duration::from_micros(200);

/// What many bursts came to.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// From one command of a request to its next, on average: the round trip as it really was. None where requests have one
    /// command.
    pub trip: Option<Span>,
    /// How many were let through, on the real Redis.
    pub real: Summary,
    /// The same of as many simulated bursts, with that round trip.
    pub simulated: Summary,
}

/// A burst's part of one request.
struct Order {
    limiter: Limiter,
    request: u32,
    start: Instant,
    /// When its first command reaches Redis.
    arrives: Duration,
    trip: Duration,
}

/// What came of it.
struct Outcome {
    allowed: bool,
    /// From its first command to its second.
    between: Option<Duration>,
}

/// A thread that sends one request of each burst: how it is told, how it answers, itself.
type Thread = (Sender<Order>, Receiver<Result<Outcome>>, JoinHandle<()>);

/// A Redis, and threads that send requests to it.
pub struct Laboratory {
    server: Server,
    threads: Vec<Thread>,
    own: Connection,
}

impl Laboratory {
    /// One for bursts of at most so many requests.
    ///
    /// # Errors
    /// When there is no Redis.
    pub fn open(requests: u32) -> Result<Self> {
        let server = Server::start()?;
        let own = server.connect(lua::text)?;
        let mut threads = Vec::new();
        for _ in 0..requests {
            let mut connection = server.connect(lua::text)?;
            let (orders, ordered) = channel::<Order>();
            let (done, outcomes) = channel();
            let work = move || {
                ordered
                    .into_iter()
                    .map(|order| order.carry_out(&mut connection))
                    .try_for_each(|one| done.send(one))
                    .ok();
            };
            threads.push((orders, outcomes, spawn(work)));
        }
        Ok(Self { server, threads, own })
    }

    /// Measures the scenario with its seed and those that follow it.
    ///
    /// # Errors
    /// When the server does not do what it should.
    pub fn measure(&mut self, scenario: &Scenario, bursts: u64) -> Result<Measured> {
        let mut real = Summing::default();
        let mut between = Summing::default();
        for nth in 0..bursts {
            let scenario = Scenario { seed: scenario.seed + nth, ..*scenario };
            let outcomes = self.burst(&scenario)?;
            real.add(outcomes.iter().filter(|one| one.allowed).count() as f64);
            outcomes.iter().filter_map(|one| one.between).for_each(|one| between.add(one.as_nanos() as f64));
        }
        let trip = between.summary().mean;
        let trip = trip.is_finite().then(|| Span::from_nanos(trip as u64)).filter(|trip| *trip > Span::ZERO);
        let mut simulated = Summing::default();
        let rtt = trip.unwrap_or(scenario.rtt);
        verdicts(&Scenario { rtt, ..*scenario }, bursts).for_each(|one| simulated.add(one.allowed.into()));
        Ok(Measured { trip, real: real.summary(), simulated: simulated.summary() })
    }

    fn burst(&mut self, scenario: &Scenario) -> Result<Vec<Outcome>> {
        self.server.flush()?;
        self.own.run(&Command::ScriptLoad(scripts::of(&Rule::of(scenario))))?;
        let mut sent = Vec::new();
        traffic::send_times(scenario, &mut sent);
        let limiter = Limiter::new(scenario);
        // By then all threads have heard of it.
        let start = Instant::now() + Duration::from_millis(3);
        let trip = Duration::from_nanos(scenario.rtt.nanos());
        for ((request, sent), (orders, ..)) in (0..).zip(&sent).zip(&self.threads) {
            let arrives = Duration::from_nanos(sent.nanos()) + trip / 2;
            orders.send(Order { limiter, request, start, arrives, trip }).map_err(|_| anyhow!("a thread has ended"))?;
        }
        let done = self.threads[..sent.len()].iter();
        done.map(|(_, outcomes, _)| outcomes.recv().context("a thread has ended")?).collect()
    }
}

impl Drop for Laboratory {
    fn drop(&mut self) {
        for (orders, outcomes, thread) in self.threads.drain(..) {
            drop((orders, outcomes));
            // What it would say has been said where it was asked.
            let _ = thread.join();
        }
    }
}

impl Order {
    fn carry_out(self, connection: &mut Connection) -> Result<Outcome> {
        let Self { limiter, request, start, arrives, trip } = self;
        let mut memory = Memory::default();
        let mut program = limiter.program(Asker { user: 0, id: request }, Time::START);
        let (now, ran) = (Time::START, Time::START);
        let mut step = program.start(Around { limiter: &limiter, server: 0, memory: &mut memory, now, ran });
        let mut due = start + arrives;
        let (mut first, mut between) = (None, None);
        loop {
            match step {
                Step::Send(command) => {
                    wait_until(due);
                    let reply = connection.run(&command)?;
                    let answered = Instant::now();
                    match first {
                        None => first = Some(answered),
                        Some(first) => between = between.or(Some(answered - first)),
                    }
                    // Back to the server and, if it sends another, to Redis again.
                    due = answered + trip;
                    step =
                        program.resume(Around { limiter: &limiter, server: 0, memory: &mut memory, now, ran }, &reply);
                }
                Step::Decide(decision) => return Ok(Outcome { allowed: decision.allowed, between }),
                other => return Err(anyhow!("only what sends and decides is measured, not {other:?}")),
            }
        }
    }
}

fn wait_until(due: Instant) {
    let left = || due.saturating_duration_since(Instant::now());
    if left() > AWAKE {
        sleep(left() - AWAKE);
    }
    while left() > Duration::ZERO {
        yield_now();
    }
}
