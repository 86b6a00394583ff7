//! What a limiter that keeps its counts in Redis costs: calls, nodes, waiting, memory, and a part of each request's time.
//!
//! Everything here is arithmetic on a few numbers ([`Costs`]); nothing is run but for [`Usage`], which is taken from a run.

use serde::Serialize;

use crate::queueing::Load;
use crate::redis::server::{SCRIPT, SERVICE, service};
use crate::scenario::{Calls, Costs};
use crate::time::Span;
use crate::trace::{Kind, Trace};

/// How much of a node is to be used at most.
///
/// Waits grow with rho / (1 - rho): at 70 % a call waits a little longer than its own service, at 90 % four and a half times as
/// long, and in the last percents without bound. What is left is also there for what no mean shows: a peak, a slow command, a node that
/// takes over another's keys.
pub const SHARE: Load = Load::from_billionths(700_000_000);

/// What a strategy asks of Redis, as one run shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The calls of the run. A transaction is one.
    pub calls: u64,
    /// For how many requests.
    pub requests: u32,
    /// How long Redis was busy with a call on average, rounded down; none where there was no call.
    pub service: Option<Span>,
}

impl Usage {
    /// What a run asked.
    #[inline]
    pub fn of(trace: &Trace) -> Self {
        let (mut calls, mut busy) = (0, Span::ZERO);
        for event in trace.events() {
            if let Kind::Executed { command, .. } = &event.kind {
                calls += 1;
                busy = busy + service(command);
            }
        }
        let service = busy.nanos().checked_div(calls).map(Span::from_nanos);
        Self { calls, requests: trace.scenario().requests(), service }
    }
}

/// The bill. Its serialised form is the contract of the headless program.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bill {
    /// Redis calls a second: requests x checks x calls of a check.
    pub calls_a_second: f64,
    /// Calls of a check.
    pub calls_a_check: f64,
    /// How many calls a second one node can do: 1 / service.
    pub capacity_a_second: f64,
    /// How much of one node all calls take: calls x service.
    pub utilisation: Load,
    /// The same if each call were a small command.
    pub as_commands: Load,
    /// The same if each were a small script.
    pub as_scripts: Load,
    /// How much of one node the calls of the busiest key take. They are all at one node, however many there are: a key has one
    /// place.
    pub busiest_key: Load,
    /// How many nodes are needed so that none is used more than [`SHARE`], if all keys but the busiest spread evenly; none
    /// where no number is enough, because the busiest key takes more than that alone.
    pub nodes: Option<u64>,
    /// How much is used of the node that has the busiest key, with so many nodes; where no number is enough, by that key
    /// alone.
    pub fullest: Load,
    /// The mean time that a call waits there for its turn, in microseconds; none where the queue grows without bound
    /// ([`Load::mean_wait`]).
    pub wait_us: Option<f64>,
    /// The same if one node had all calls.
    pub one_node_wait_us: Option<f64>,
    /// With as many calls there, how long each would have to take for the queue to grow without bound, in microseconds: as
    /// long as it is from one call to the next. None where there are no calls.
    pub unbounded_at_us: Option<f64>,
    /// How much memory the buckets take.
    pub memory_bytes: u64,
    /// How long a request's checks take, one after the other, without the time that calls wait and run: round trip x checks x
    /// calls of a check, in microseconds.
    pub added_us: f64,
    /// The same as a part of what a request takes without them.
    pub part_of_request: f64,
}

impl Bill {
    /// Makes it out. `run` is what a check of the present strategy asks of Redis; it matters where the costs say so.
    #[inline]
    pub fn of(costs: &Costs, run: &Usage) -> Self {
        let (calls, checks) = match costs.calls {
            Calls::One => (1, 1),
            Calls::Run => (run.calls, u64::from(run.requests.max(1))),
        };
        let costs = costs.bounded();
        // In thousandths, rounded half up. The factors come to less than 10^17.
        let millis = |tenths: u64| (tenths * 100 * calls + checks / 2) / checks;
        let all = millis(costs.rate * costs.checks);
        // There are no more checks of one key than there are checks.
        let busiest = millis(costs.hot * 10).min(all);
        let [utilisation, as_commands, as_scripts] = [costs.service, SERVICE, SCRIPT].map(|each| Load::of(all, each));
        let busiest_key = Load::of(busiest, costs.service);
        let nodes = nodes(utilisation, busiest_key);
        let others = utilisation.billionths() - busiest_key.billionths();
        let fullest = busiest_key.billionths() + nodes.map_or(0, |nodes| others.div_ceil(nodes));
        let fullest = Load::from_billionths(fullest);
        let wait_us = |load: Load| Some(load.mean_wait()? * costs.service.micros_f64());
        let calls_a_check = calls as f64 / checks as f64;
        let added_us = costs.rtt.micros_f64() * costs.checks as f64 * calls_a_check / 10.0;
        Self {
            calls_a_second: all as f64 / 1e3,
            calls_a_check,
            capacity_a_second: 1e9 / costs.service.nanos() as f64,
            utilisation,
            as_commands,
            as_scripts,
            busiest_key,
            nodes,
            fullest,
            wait_us: wait_us(fullest),
            one_node_wait_us: wait_us(utilisation),
            unbounded_at_us: (fullest.billionths() > 0).then(|| costs.service.micros_f64() / fullest.share()),
            memory_bytes: costs.buckets * costs.bytes,
            added_us,
            part_of_request: added_us / costs.work.micros_f64(),
        }
    }
}

/// How many nodes keep the fullest within [`SHARE`]: the least n with `busiest + (all - busiest) / n <= SHARE`.
#[inline]
fn nodes(all: Load, busiest: Load) -> Option<u64> {
    if all <= SHARE {
        return Some(1);
    }
    let left = SHARE.billionths().checked_sub(busiest.billionths()).filter(|left| *left > 0)?;
    Some((all.billionths() - busiest.billionths()).div_ceil(left))
}
