//! A run that many look at.

use std::ops::Deref;
use std::sync::Arc;

use limit_sim::scenario::Scenario;
use limit_sim::time::Time;
use limit_sim::trace::{Leg, Outcome, StaleRead, Trace};
use limit_sim::verdict::Verdict;

/// A run, with what its pictures need.
pub struct Run {
    /// Tells it from the runs before it.
    pub number: u32,
    /// Everything that happened.
    pub trace: Trace,
    /// What it comes to.
    pub verdict: Verdict,
    /// Where requests are at each instant.
    pub legs: Vec<Leg>,
    /// The reads that went stale.
    pub stale: Vec<StaleRead>,
    /// The requests over the limit, each where it was let through, in that order.
    pub over: Vec<Spot>,
}

/// A request at an instant at which something happened to it: where the lab can be taken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The instant.
    pub at: Time,
    /// The request's number.
    pub request: u32,
}

impl Run {
    /// Runs a scenario.
    pub fn of(scenario: &Scenario, number: u32) -> Self {
        let trace = Trace::of(scenario);
        let over = trace.events().iter().filter(|event| event.outcome() == Some(Outcome::Over));
        let over = over.map(|event| Spot { at: event.at, request: event.request.number });
        Self {
            number,
            verdict: trace.verdict(),
            legs: trace.legs(),
            stale: trace.stale_reads(),
            over: over.collect(),
            trace,
        }
    }

    /// The most decisions of one server, at least 1: all servers' marks are laid out for as many, so that nothing moves.
    pub fn most_decided(&self) -> usize {
        let servers = self.verdict.servers.iter();
        servers.map(|one| one.allowed + one.refused).max().unwrap_or(0).max(1) as usize
    }

    /// The stale reads that are believed at this instant.
    pub fn stale_at(&self, now: Time) -> impl Iterator<Item = &StaleRead> {
        self.stale.iter().filter(move |one| one.stale <= now && now < one.wrote)
    }
}

/// A run that many look at.
#[derive(Clone)]
pub struct Shared(pub Arc<Run>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Deref for Shared {
    type Target = Run;
    fn deref(&self) -> &Run {
        &self.0
    }
}
