//! What an exact limiter would have done: what a run is held against.
//!
//! For each user, the rule is given every request at the instant at which the limiter under test has counted it, all in one
//! place. What that lets through is what is due. Among the requests that *were* let through, those are over the limit that
//! the rule would refuse if it saw no others.

use crate::rule::{Decision, Rule, State};
use crate::scenario::Scenario;
use crate::time::Time;

/// What has been decided in a run so far, and how much of it was due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    rule: Rule,
    users: u32,
    /// Clock-aligned windows, each user's of their own: settled as they go.
    windows: Vec<Window>,
    /// For other rules: all decisions, to be settled in the order of their instants.
    decisions: Vec<Entry>,
}

/// One user's requests in one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    user: u32,
    window: u64,
    decided: u32,
    allowed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    counted: Time,
    user: u32,
    allowed: bool,
}

/// What it comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// How many an exact limiter lets through.
    pub due: u32,
    /// How many were let through beyond that.
    pub over: u32,
    /// How many were refused that were due.
    pub falsely_refused: u32,
    /// For each decision in the order in which they were made, whether it let a request through beyond what was due. Empty for
    /// clock-aligned windows: there that was said at once.
    pub beyond: Vec<bool>,
}

impl Account {
    /// Nothing has been decided.
    pub fn new(scenario: &Scenario) -> Self {
        Self { rule: Rule::of(scenario), users: scenario.users, windows: Vec::new(), decisions: Vec::new() }
    }

    /// Takes a decision down. Answers whether it let a request through beyond what was due, where that can be said already.
    pub fn decide(&mut self, user: u32, decision: &Decision) -> bool {
        let Decision { allowed, counted, .. } = *decision;
        let Rule::FixedWindow(rule) = &self.rule else {
            self.decisions.push(Entry { counted, user, allowed });
            return false;
        };
        // A decision is mostly in the window of the one before it; to find that out by multiplying is quicker than to divide.
        let (at, length) = (counted.nanos(), rule.window.nanos());
        let holds = |one: &Window| one.user == user && at.wrapping_sub(one.window * length) < length;
        let nth = self.windows.iter().rposition(holds).unwrap_or_else(|| {
            self.windows.push(Window { user, window: at / length, decided: 0, allowed: 0 });
            self.windows.len() - 1
        });
        let one = &mut self.windows[nth];
        one.decided += 1;
        one.allowed += u32::from(allowed);
        allowed && i64::from(one.allowed) > rule.limit
    }

    /// How many windows, each user's of their own, have seen a decision; 0 where windows are not the clock's.
    pub fn windows(&self) -> usize {
        self.windows.len()
    }

    /// What it comes to.
    pub fn settle(&self) -> Settled {
        let mut settled = Settled::default();
        if let Rule::FixedWindow(rule) = &self.rule {
            let limit = rule.limit as u32;
            for Window { decided, allowed, .. } in &self.windows {
                settled.due += limit.min(*decided);
                settled.over += allowed.saturating_sub(limit);
                settled.falsely_refused += limit.min(*decided).saturating_sub(*allowed);
            }
            return settled;
        }
        let mut exact = vec![State::New; self.users as usize];
        let mut passed = exact.clone();
        let mut within = 0;
        settled.beyond = vec![false; self.decisions.len()];
        for nth in self.in_time() {
            let Entry { counted, user, allowed } = self.decisions[nth];
            settled.due += u32::from(self.rule.hit(&mut exact[user as usize], counted).allowed);
            if allowed {
                let fits = self.rule.hit(&mut passed[user as usize], counted).allowed;
                within += u32::from(fits);
                settled.beyond[nth] = !fits;
            }
        }
        settled.over = self.decisions.iter().filter(|one| one.allowed).count() as u32 - within;
        settled.falsely_refused = settled.due.saturating_sub(within);
        settled
    }

    /// The decisions' numbers in the order of their instants, those of one instant in the order in which they were made.
    ///
    /// Sorted as instants with the numbers in their lowest bits: every kind of value that is sorted is a kilobyte in the
    /// browser. There is room for a million decisions, in the first 4.8 hours.
    fn in_time(&self) -> impl Iterator<Item = usize> {
        const BITS: u32 = 20;
        let key = |(nth, one): (u64, &Entry)| Time::from_nanos(one.counted.nanos() << BITS | nth);
        let mut keys: Vec<Time> = (0..).zip(&self.decisions).map(key).collect();
        keys.sort_unstable();
        keys.into_iter().map(|key| (key.since_start().nanos() & ((1 << BITS) - 1)) as usize)
    }
}
