//! `--runs`: each number of the verdict over many seeds.

use limit_sim::many::{Summary, Summing, verdicts};
use limit_sim::scenario::Scenario;
use limit_sim::verdict::Verdict;
use serde::Serialize;

/// The line for many runs. Its names are those of one run's.
#[derive(Serialize)]
pub struct Line {
    runs: u64,
    allowed: Summary,
    refused: Summary,
    limit: Summary,
    over: Summary,
    falsely_refused: Summary,
    redis_calls: Summary,
    redis_calls_per_request: Summary,
    added_wait_us: Wait,
    servers: Vec<Server>,
    worst_case: Summary,
    expected: Option<Summary>,
}

#[derive(Serialize)]
struct Wait {
    mean: Summary,
    p50: Summary,
    p99: Summary,
    max: Summary,
}

#[derive(Serialize)]
struct Server {
    allowed: Summary,
    refused: Summary,
}

impl Line {
    /// Runs the scenario `runs` times, at least once.
    pub fn of(scenario: &Scenario, runs: u64) -> Self {
        let numbers = Numbers::collect(scenario, runs);
        let [allowed, refused, limit, over, falsely_refused, redis_calls, redis_calls_per_request, worst_case] =
            numbers.plain.map(|one| one.summary());
        let [mean, p50, p99, max] = numbers.waits.map(|one| one.summary());
        let server =
            |[allowed, refused]: &[Summing; 2]| Server { allowed: allowed.summary(), refused: refused.summary() };
        Self {
            runs,
            allowed,
            refused,
            limit,
            over,
            falsely_refused,
            redis_calls,
            redis_calls_per_request,
            added_wait_us: Wait { mean, p50, p99, max },
            servers: numbers.servers.iter().map(server).collect(),
            worst_case,
            expected: numbers.expected.map(|one| one.summary()),
        }
    }
}

/// The numbers while they are collected.
struct Numbers {
    plain: [Summing; 8],
    waits: [Summing; 4],
    servers: Vec<[Summing; 2]>,
    expected: Option<Summing>,
}

impl Numbers {
    fn collect(scenario: &Scenario, runs: u64) -> Self {
        let mut numbers = Self {
            plain: Default::default(),
            waits: Default::default(),
            servers: vec![Default::default(); scenario.servers as usize],
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
            verdict.over.into(),
            verdict.falsely_refused.into(),
            verdict.redis_calls as f64,
            verdict.redis_calls_per_request,
            verdict.worst_case.into(),
        ];
        let wait = verdict.added_wait_us;
        add(&mut self.plain, plain);
        add(&mut self.waits, [wait.mean, wait.p50, wait.p99, wait.max]);
        for (summing, server) in self.servers.iter_mut().zip(&verdict.servers) {
            add(summing, [server.allowed.into(), server.refused.into()]);
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
