//! `--runs`: each number of the verdict over many seeds.

use limit_sim::many::{Summary, Summing, verdicts};
use limit_sim::scenario::Scenario;
use limit_sim::tally::Failures;
use limit_sim::verdict::Verdict;
use serde::Serialize;

/// The line for many runs. Its names are those of one run's.
#[derive(Serialize)]
pub struct Line {
    runs: u64,
    allowed: Summary,
    refused: Summary,
    limit: Summary,
    due: Summary,
    over: Summary,
    falsely_refused: Summary,
    lost: Summary,
    failures: Failing,
    redis_calls: Summary,
    redis_calls_per_request: Summary,
    added_wait_us: Wait,
    servers: Vec<Deciding>,
    users: Vec<Deciding>,
    worst_case: Summary,
    expected: Option<Summary>,
}

#[derive(Serialize)]
struct Failing {
    timed_out: Summary,
    unreachable: Summary,
    retried: Summary,
    skipped: Summary,
    let_through: Summary,
    refused: Summary,
}

#[derive(Serialize)]
struct Wait {
    mean: Summary,
    p50: Summary,
    p99: Summary,
    max: Summary,
}

#[derive(Serialize)]
struct Deciding {
    allowed: Summary,
    refused: Summary,
}

impl Line {
    /// Runs the scenario `runs` times, at least once.
    pub fn of(scenario: &Scenario, runs: u64) -> Self {
        let numbers = Numbers::collect(scenario, runs);
        let [
            allowed,
            refused,
            limit,
            due,
            over,
            falsely_refused,
            lost,
            redis_calls,
            redis_calls_per_request,
            worst_case,
        ] = numbers.plain.map(|one| one.summary());
        let [timed_out, unreachable, retried, skipped, let_through, turned_away] =
            numbers.failures.map(|one| one.summary());
        let [mean, p50, p99, max] = numbers.waits.map(|one| one.summary());
        let deciding =
            |[allowed, refused]: &[Summing; 2]| Deciding { allowed: allowed.summary(), refused: refused.summary() };
        Self {
            runs,
            allowed,
            refused,
            limit,
            due,
            over,
            falsely_refused,
            lost,
            failures: Failing { timed_out, unreachable, retried, skipped, let_through, refused: turned_away },
            redis_calls,
            redis_calls_per_request,
            added_wait_us: Wait { mean, p50, p99, max },
            servers: numbers.servers.iter().map(deciding).collect(),
            users: numbers.users.iter().map(deciding).collect(),
            worst_case,
            expected: numbers.expected.map(|one| one.summary()),
        }
    }
}

/// The numbers while they are collected.
struct Numbers {
    plain: [Summing; 10],
    failures: [Summing; 6],
    waits: [Summing; 4],
    servers: Vec<[Summing; 2]>,
    users: Vec<[Summing; 2]>,
    expected: Option<Summing>,
}

impl Numbers {
    fn collect(scenario: &Scenario, runs: u64) -> Self {
        let mut numbers = Self {
            plain: Default::default(),
            failures: Default::default(),
            waits: Default::default(),
            servers: vec![Default::default(); scenario.all_servers() as usize],
            users: vec![Default::default(); scenario.users as usize],
            expected: None,
        };
        verdicts(scenario, runs).for_each(|verdict| numbers.add(&verdict));
        numbers
    }

    fn add(&mut self, verdict: &Verdict) {
        let plain = [
            verdict.allowed.into(),
            verdict.refused.into(),
            verdict.limit.into(),
            verdict.due.into(),
            verdict.over.into(),
            verdict.falsely_refused.into(),
            verdict.lost.into(),
            verdict.redis_calls as f64,
            verdict.redis_calls_per_request,
            verdict.worst_case.into(),
        ];
        let wait = verdict.added_wait_us;
        add(&mut self.plain, plain);
        let Failures { timed_out, unreachable, retried, skipped, let_through, refused } = verdict.failures;
        add(&mut self.failures, [timed_out, unreachable, retried, skipped, let_through, refused].map(f64::from));
        add(&mut self.waits, [wait.mean, wait.p50, wait.p99, wait.max]);
        let deciding = self.servers.iter_mut().zip(&verdict.servers).chain(self.users.iter_mut().zip(&verdict.users));
        for (summing, one) in deciding {
            add(summing, [one.allowed.into(), one.refused.into()]);
        }
        if let Some(expected) = verdict.expected {
            self.expected.get_or_insert_default().add(expected);
        }
    }
}

fn add<const N: usize>(summing: &mut [Summing; N], values: [f64; N]) {
    for (one, value) in summing.iter_mut().zip(values) {
        one.add(value);
    }
}
