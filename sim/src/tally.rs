//! Counts alone: what a run comes to, for many runs.

use crate::account::Account;
use crate::placement::Decision;
use crate::run::{Check, Execution, Loss, Recorder, Request};
use crate::scenario::Scenario;
use crate::time::{Span, Time};
use crate::traffic;

/// One server's decisions, or one user's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Decided {
    /// Requests let through.
    pub allowed: u32,
    /// Requests refused.
    pub refused: u32,
}

impl Decided {
    fn count(&mut self, allowed: bool) {
        self.allowed += u32::from(allowed);
        self.refused += u32::from(!allowed);
    }
}

/// How often Redis gave no answer, and what became of the checks then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Failures {
    /// Commands that their servers no longer waited for.
    pub timed_out: u32,
    /// Commands that found no connection, or lost it.
    pub unreachable: u32,
    /// Commands that were sent again.
    pub retried: u32,
    /// Checks that did not ask Redis, because a breaker was open.
    pub skipped: u32,
    /// Requests let through without an answer from Redis.
    pub let_through: u32,
    /// Requests refused without one.
    pub refused: u32,
}

/// The counts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Each server's decisions.
    pub servers: Vec<Decided>,
    /// What was decided, held against the rule.
    pub account: Account,
    /// Each user's decisions.
    pub users: Vec<Decided>,
    /// Commands that Redis ran.
    pub redis_calls: u64,
    /// How long each check took, in order of decision.
    pub waits: Vec<Span>,
    /// Requests that were lost with their servers.
    pub lost: u32,
    /// What Redis gave no answer to.
    pub failures: Failures,
    /// The user of each request; empty where there is only one.
    senders: Vec<u32>,
}

impl Tally {
    /// All zero, for the scenario's servers.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            servers: vec![Decided::default(); scenario.all_servers() as usize],
            account: Account::new(scenario),
            users: vec![Decided::default(); scenario.users as usize],
            redis_calls: 0,
            waits: Vec::with_capacity(scenario.requests() as usize),
            lost: 0,
            failures: Failures::default(),
            senders: traffic::users(scenario),
        }
    }

    /// How many were let through.
    pub fn allowed(&self) -> u32 {
        self.servers.iter().map(|server| server.allowed).sum()
    }

    /// Counts a decision. Answers whether it let a request through beyond what was due, where that can be said already.
    #[inline]
    pub fn decide(&mut self, at: Time, request: Request, check: Check, decision: &Decision) -> bool {
        let user = self.senders.get(request.number as usize).copied().unwrap_or(0);
        self.servers[request.server as usize].count(decision.allowed);
        self.users[user as usize].count(decision.allowed);
        self.waits.push(at - check.reached);
        if decision.comparison.is_fallback() {
            self.failures.let_through += u32::from(decision.allowed);
            self.failures.refused += u32::from(!decision.allowed);
        }
        self.account.decide(user, decision)
    }
}

impl Recorder for Tally {
    fn executed(&mut self, _at: Time, _request: Request, _execution: Execution<'_>) {
        self.redis_calls += 1;
    }

    fn failed(&mut self, _at: Time, _request: Request) {
        self.failures.unreachable += 1;
    }

    fn timed_out(&mut self, _at: Time, _request: Request) {
        self.failures.timed_out += 1;
    }

    fn retried(&mut self, _at: Time, _request: Request) {
        self.failures.retried += 1;
    }

    fn skipped(&mut self, _at: Time, _request: Request) {
        self.failures.skipped += 1;
    }

    fn lost(&mut self, _at: Time, _request: Request, _loss: Loss) {
        self.lost += 1;
    }

    fn decided(&mut self, at: Time, request: Request, check: Check, decision: Decision) {
        self.decide(at, request, check, &decision);
    }
}
