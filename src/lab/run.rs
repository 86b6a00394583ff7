//! A run that many look at.

use std::ops::Deref;
use std::sync::Arc;

use limit_sim::scenario::Scenario;
use limit_sim::time::{Span, Time};
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
    /// The most marks of one server, at least 1: all servers' marks are laid out for as many, so that nothing moves.
    pub most_marks: usize,
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
        let verdict = trace.verdict();
        // Besides what is decided, what is lost has a mark.
        let lost = if verdict.lost > 0 { trace.moment(trace.end()).servers } else { Vec::new() };
        let lost = |nth: usize| lost.get(nth).map_or(0, |server| server.lost);
        let marks = verdict.servers.iter().enumerate().map(|(nth, one)| one.allowed + one.refused + lost(nth));
        let most_marks = marks.max().unwrap_or(0).max(1) as usize;
        Self {
            number,
            most_marks,
            verdict,
            legs: trace.legs(),
            stale: trace.stale_reads(),
            over: over.collect(),
            trace,
        }
    }

    /// Whether something goes wrong in it: a fault, clocks that differ, or checks without an answer. What is always so of a
    /// strategy need not hold then.
    pub fn is_troubled(&self) -> bool {
        is_troubled(self.trace.scenario(), &self.verdict)
    }

    /// The stale reads that are believed at this instant.
    pub fn stale_at(&self, now: Time) -> impl Iterator<Item = &StaleRead> {
        self.stale.iter().filter(move |one| one.stale <= now && now < one.wrote)
    }
}

/// As [`Run::is_troubled`], of a run that was not kept.
pub fn is_troubled(scenario: &Scenario, verdict: &Verdict) -> bool {
    let Scenario { faults, skew, .. } = *scenario;
    let Verdict { failures, lost, .. } = *verdict;
    // (What an old Redis does not know fails always, and is told as what the strategy does.)
    let unanswered = failures.timed_out + failures.unreachable + failures.skipped + lost;
    !faults.is_empty() || skew > Span::ZERO || unanswered > 0
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
