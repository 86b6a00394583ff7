//! What a run comes to, counted anew from its trace: every rule over again, by looking through all that was let through.

// Each test file that includes this uses a part of it.
#![allow(dead_code)]

use limit_sim::rule::Rule;
use limit_sim::scenario::Scenario;
use limit_sim::trace::{Kind, Trace};
use limit_sim::traffic;

/// A decision on a request: whose, when it was counted in nanoseconds, whether it was let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub user: u32,
    pub counted: u64,
    pub allowed: bool,
}

/// What is due, over and falsely refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub due: u32,
    pub over: u32,
    pub falsely_refused: u32,
}

/// All decisions of a trace, in the order in which they were made.
pub fn decisions(trace: &Trace) -> Vec<Verdict> {
    let users = traffic::users(trace.scenario());
    let mut all = Vec::new();
    for event in trace.events() {
        if let Kind::Decided { decision, .. } = event.kind {
            let user = users.get(event.request.number as usize).copied().unwrap_or(0);
            all.push(Verdict { user, counted: decision.counted.nanos(), allowed: decision.allowed });
        }
    }
    all
}

/// Which of these instants, in ascending order, the rule lets through. No state is carried on but the lists of what came.
pub fn lets_through(rule: &Rule, at: &[u64]) -> Vec<bool> {
    let mut passed: Vec<i64> = Vec::new();
    let mut began: Option<(i64, i64)> = None;
    let mut seen: Vec<u64> = Vec::new();
    let mut all = Vec::new();
    for &nanos in at {
        let now = (nanos / 1_000) as i64;
        let since = |from: i64| passed.iter().filter(|one| **one >= from).count() as i64;
        let passes = match *rule {
            Rule::FixedWindow(rule) => {
                let window = nanos / rule.window.nanos();
                (seen.iter().filter(|one| **one / rule.window.nanos() == window).count() as i64) < rule.limit
            }
            Rule::FirstHit(rule) => {
                let (start, hits) = began.filter(|(start, _)| now < start + rule.window).unwrap_or((now, 0));
                began = Some((start, hits + 1));
                hits < rule.limit
            }
            Rule::SlidingLog(rule) => since(now - rule.window + 1) < rule.limit,
            Rule::SlidingCounter(rule) => {
                let start = now / rule.window * rule.window;
                let previous = since(start - rule.window) - since(start);
                let rest = rule.window - (now - start);
                previous * rest + since(start) * rule.window < rule.limit * rule.window
            }
            // For no earlier one are there more from it to this than the burst and what is refilled meanwhile.
            Rule::TokenBucket(limit_sim::rule::TokenBucket { capacity, interval })
            | Rule::Gcra(limit_sim::rule::Gcra { burst: capacity, interval }) => {
                let fits = |nth: usize| {
                    let many = (passed.len() - nth) as i64 + 1;
                    many * interval <= capacity * interval + now - passed[nth]
                };
                capacity > 0 && (0..passed.len()).all(fits)
            }
        };
        seen.push(nanos);
        if passes {
            passed.push(now);
        }
        all.push(passes);
    }
    all
}

/// One user's sum. Clock-aligned windows are held each against its own limit; all else as a whole.
fn of_user(rule: &Rule, mut mine: Vec<Verdict>) -> (u32, u32, u32, u32) {
    mine.sort_by_key(|one| one.counted);
    let count = |all: &[Verdict]| {
        let at: Vec<u64> = all.iter().map(|one| one.counted).collect();
        lets_through(rule, &at).into_iter().filter(|passes| *passes).count() as u32
    };
    let allowed: Vec<Verdict> = mine.iter().copied().filter(|one| one.allowed).collect();
    let (due, within) = (count(&mine), count(&allowed));
    let mut falsely = 0;
    if let Rule::FixedWindow(rule) = rule {
        for window in mine.chunk_by(|one, next| one.counted / rule.window.nanos() == next.counted / rule.window.nanos())
        {
            let passed = window.iter().filter(|one| one.allowed).count();
            falsely += (rule.limit as usize).min(window.len()).saturating_sub(passed) as u32;
        }
    }
    (due, allowed.len() as u32 - within, within, falsely)
}

/// What decisions come to.
pub fn sum(scenario: &Scenario, all: &[Verdict]) -> Sum {
    let rule = Rule::of(scenario);
    let mut sum = Sum::default();
    let mut within_all = 0;
    for user in 0..scenario.users {
        let mine = all.iter().copied().filter(|one| one.user == user).collect();
        let (due, over, within, falsely) = of_user(&rule, mine);
        sum.due += due;
        sum.over += over;
        sum.falsely_refused += falsely;
        within_all += within;
    }
    if !matches!(rule, Rule::FixedWindow(_)) {
        sum.falsely_refused = sum.due.saturating_sub(within_all);
    }
    sum
}
