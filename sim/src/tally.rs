//! Counts alone: what a run comes to, for many runs.

use crate::placement::Decision;
use crate::run::{Check, Execution, Recorder, Request};
use crate::scenario::Scenario;
use crate::time::{Span, Time};

/// One server's decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ServerTally {
    /// Requests let through.
    pub allowed: u32,
    /// Requests refused.
    pub refused: u32,
}

/// One window's requests, over all servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowTally {
    /// The window's number.
    pub window: u64,
    /// Requests decided.
    pub decided: u32,
    /// Requests let through.
    pub allowed: u32,
}

/// The counts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Each server's decisions.
    pub servers: Vec<ServerTally>,
    /// Each window that has seen a decision, in order of first decision.
    pub windows: Vec<WindowTally>,
    /// Commands that Redis ran.
    pub redis_calls: u64,
    /// How long each check took, in order of decision.
    pub waits: Vec<Span>,
}

impl Tally {
    /// All zero, for the scenario's servers.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            servers: vec![ServerTally::default(); scenario.servers as usize],
            windows: Vec::new(),
            redis_calls: 0,
            waits: Vec::with_capacity(scenario.burst as usize),
        }
    }

    /// How many were let through.
    pub fn allowed(&self) -> u32 {
        self.servers.iter().map(|server| server.allowed).sum()
    }

    /// Counts a decision; answers how many its window has let through, this one included.
    pub fn decide(&mut self, at: Time, request: Request, check: Check, allowed: bool) -> u32 {
        let server = &mut self.servers[request.server as usize];
        server.allowed += u32::from(allowed);
        server.refused += u32::from(!allowed);
        self.waits.push(at - check.reached);
        // A decision is mostly in the window of the one before it.
        let known = self.windows.iter().rposition(|one| one.window == check.window);
        let nth = known.unwrap_or_else(|| {
            self.windows.push(WindowTally { window: check.window, decided: 0, allowed: 0 });
            self.windows.len() - 1
        });
        let window = &mut self.windows[nth];
        window.decided += 1;
        window.allowed += u32::from(allowed);
        window.allowed
    }
}

impl Recorder for Tally {
    fn executed(&mut self, _at: Time, _request: Request, _execution: Execution<'_>) {
        self.redis_calls += 1;
    }

    fn decided(&mut self, at: Time, request: Request, check: Check, decision: Decision) {
        self.decide(at, request, check, decision.allowed);
    }
}
