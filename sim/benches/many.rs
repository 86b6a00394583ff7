//! How many bursts a second are judged, natively, under the lesson's four strategies: on one core and on all.
//!
//! `cargo bench -p limit-sim --bench many`. The two are timed in turn, many times, so that whatever else the machine does
//! hits both.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use limit_sim::many::Seeds;
use limit_sim::scenario::{Choice, Scenario, Strategy};
use limit_sim::verdict::Verdict;
use rayon::prelude::*;

/// How long each strategy is timed, in all.
const EACH: Duration = Duration::from_secs(3);

/// Bursts in a sample: so few that all cores are left in peace for some samples.
const BURSTS: u64 = 512;

fn main() {
    let cores = rayon::current_num_threads();
    println!("40 requests in 40 ms, 4 servers, limit 10, round trip 2 ms; verdicts, a seed each");
    println!("{:>10} {:>14} {:>14} {:>7}", "strategy", "one core, /s", "all cores, /s", "ratio");
    for strategy in [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr] {
        let [one, all] = time_in_turn(&Scenario { strategy, ..Scenario::default() });
        println!("{:>10} {:>14.0} {:>14.0} {:>7.2}", strategy.name(), 1.0 / one, 1.0 / all, one / all);
    }
    println!("all cores: {cores}");
}

/// The least seconds of a burst on one core, and on all.
fn time_in_turn(scenario: &Scenario) -> [f64; 2] {
    let seeds = Seeds::of(scenario);
    let mut least = [f64::INFINITY; 2];
    let mut first = 0;
    let began = Instant::now();
    while began.elapsed() < EACH {
        let seconds = [seconds(|| one(&seeds, first)), seconds(|| all(&seeds, first))];
        least = [0, 1].map(|nth| f64::min(least[nth], seconds[nth]));
        first += BURSTS;
    }
    least.map(|seconds| seconds / BURSTS as f64)
}

fn one(seeds: &Seeds, first: u64) -> Vec<Verdict> {
    (first..first + BURSTS).map(|nth| seeds.verdict(nth)).collect()
}

fn all(seeds: &Seeds, first: u64) -> Vec<Verdict> {
    (first..first + BURSTS).into_par_iter().map(|nth| seeds.verdict(nth)).collect()
}

fn seconds<T>(what: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    black_box(what());
    began.elapsed().as_secs_f64()
}
