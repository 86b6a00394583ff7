//! `--runs`: each number of the verdict over many seeds.

use limit_sim::many::{Bar, Histogram, Samples, Seeds, Summary, Summing};
use limit_sim::scenario::{Measure, Scenario};
use limit_sim::tally::Failures;
use limit_sim::verdict::Verdict;
use rayon::prelude::*;
use serde::Serialize;

/// The percentiles that are told.
pub const PERCENTS: [u32; 3] = [5, 50, 95];

/// How many verdicts there are at once, before they are summed up.
const AT_ONCE: u64 = 4096;

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
    mean_within: f64,
    allowed_histogram: Vec<Bar>,
    percentiles: Percentiles,
}

/// For each measure, by the name that it has above.
#[derive(Serialize)]
struct Percentiles {
    allowed: Ranks,
    falsely_refused: Ranks,
    redis_calls_per_request: Ranks,
    added_wait_us: WaitRanks,
}

#[derive(Serialize)]
struct WaitRanks {
    p50: Ranks,
    p99: Ranks,
}

/// What so many per cent of the runs stay within.
#[derive(Serialize)]
struct Ranks {
    p5: f64,
    p50: f64,
    p95: f64,
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
            mean_within: numbers.histogram.sure(),
            allowed_histogram: numbers.histogram.bars().to_vec(),
            percentiles: Percentiles::of(&numbers.samples),
        }
    }
}

impl Percentiles {
    fn of(samples: &Samples) -> Self {
        let of = |measure| {
            let [p5, p50, p95] = samples.percentiles(measure, PERCENTS);
            Ranks { p5, p50, p95 }
        };
        Self {
            allowed: of(Measure::Allowed),
            falsely_refused: of(Measure::FalselyRefused),
            redis_calls_per_request: of(Measure::RedisCalls),
            added_wait_us: WaitRanks { p50: of(Measure::WaitP50), p99: of(Measure::WaitP99) },
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
    histogram: Histogram,
    samples: Samples,
}

impl Numbers {
    /// Judges runs on all cores, and meanwhile sums up those before, in order: sums of floats depend on it.
    fn collect(scenario: &Scenario, runs: u64) -> Self {
        let mut numbers = Self {
            plain: Default::default(),
            failures: Default::default(),
            waits: Default::default(),
            servers: vec![Default::default(); scenario.all_servers() as usize],
            users: vec![Default::default(); scenario.users as usize],
            expected: None,
            histogram: Histogram::default(),
            samples: Samples::default(),
        };
        let seeds = Seeds::of(scenario);
        let mut judged = Vec::new();
        for first in (0..runs).step_by(AT_ONCE as usize) {
            let next = first..runs.min(first.saturating_add(AT_ONCE));
            let judge = || next.into_par_iter().map(|nth| seeds.verdict(nth)).collect();
            ((), judged) = rayon::join(|| numbers.add_all(&seeds, &judged), judge);
        }
        numbers.add_all(&seeds, &judged);
        numbers
    }

    fn add_all(&mut self, seeds: &Seeds, verdicts: &[Verdict]) {
        for verdict in verdicts {
            self.histogram.add(verdict.allowed, seeds.seed(self.histogram.runs()));
            self.samples.add(verdict);
            self.add(verdict);
        }
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
