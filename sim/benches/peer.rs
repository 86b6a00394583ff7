//! The peer: `get-set` simulated as a competent engineer writes it in an afternoon, with `std`'s binary heap, and nothing else.
//!
//! It knows one strategy, one window, no jitter and no recorder. It takes arrivals and routing from the library, so that
//! both work on the same burst, and must let the same number through.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

use limit_sim::balancer::Router;
use limit_sim::redis::server::SERVICE;
use limit_sim::run::HOP;
use limit_sim::scenario::Scenario;
use limit_sim::time::Time;
use limit_sim::traffic;

/// What happens to the request of this number.
enum What {
    Routed(usize),
    Reached(usize),
    Queued(usize),
    Executed,
    Received(usize),
}

struct Event {
    at: Time,
    sequence: u64,
    what: What,
}

impl Ord for Event {
    /// The earliest is the greatest, because the heap gives out the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.at.cmp(&self.at).then_with(|| other.sequence.cmp(&self.sequence))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Event {}

/// Where a request is.
#[derive(Clone, Copy)]
enum Request {
    Reading,
    Read(u32),
    Writing(u32),
    Written,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Each server's requests that were let through.
    pub allowed: Vec<u32>,
    /// Each server's requests that were refused.
    pub refused: Vec<u32>,
}

struct Peer {
    events: BinaryHeap<Event>,
    sequence: u64,
}

impl Peer {
    fn schedule(&mut self, at: Time, what: What) {
        self.events.push(Event { at, sequence: self.sequence, what });
        self.sequence += 1;
    }
}

/// Runs the scenario, whatever its strategy, as `get-set` within one window.
pub fn run(scenario: &Scenario) -> Outcome {
    let burst = scenario.burst as usize;
    let servers = scenario.servers as usize;
    let one_way = limit_sim::time::Span::from_nanos(scenario.rtt.nanos() / 2);
    let mut sent = Vec::new();
    traffic::send_times(scenario, &mut sent);
    let mut router = Router::new(scenario);
    let mut peer = Peer { events: BinaryHeap::with_capacity(burst), sequence: 0 };
    for (number, at) in sent.into_iter().enumerate() {
        peer.schedule(at + HOP, What::Routed(number));
    }
    let mut requests = vec![Request::Reading; burst];
    let mut server_of = vec![0; burst];
    let mut queue = VecDeque::new();
    let mut free = Time::START;
    let mut counter = 0;
    let mut outcome = Outcome { allowed: vec![0; servers], refused: vec![0; servers] };
    while let Some(Event { at, what, .. }) = peer.events.pop() {
        match what {
            What::Routed(number) => {
                server_of[number] = router.route(0).expect("servers don't go") as usize;
                peer.schedule(at + HOP, What::Reached(number));
            }
            What::Reached(number) => peer.schedule(at + one_way, What::Queued(number)),
            What::Queued(number) => {
                queue.push_back(number);
                free = free.max(at) + SERVICE;
                peer.schedule(free, What::Executed);
            }
            What::Executed => {
                let number = queue.pop_front().expect("what is executed was queued");
                requests[number] = match requests[number] {
                    Request::Writing(value) => {
                        counter = value;
                        Request::Written
                    }
                    _ => Request::Read(counter),
                };
                peer.schedule(at + one_way, What::Received(number));
            }
            What::Received(number) => match requests[number] {
                Request::Read(count) if count < scenario.limit => {
                    requests[number] = Request::Writing(count + 1);
                    peer.schedule(at + one_way, What::Queued(number));
                }
                Request::Read(_) => outcome.refused[server_of[number]] += 1,
                _ => outcome.allowed[server_of[number]] += 1,
            },
        }
    }
    outcome
}
