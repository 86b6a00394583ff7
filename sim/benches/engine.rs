//! How fast the engine is, keeping counts alone, beside a plain binary heap that does nothing but `get-set`.
//!
//! `cargo bench -p limit-sim`. A harness of its own, because what counts are ratios: the two are timed in turn, many times,
//! so that whatever else the machine does hits both.

mod peer;

use std::hint::black_box;
use std::time::{Duration, Instant};

use limit_sim::placement::Decision;
use limit_sim::redis::Reply;
use limit_sim::run::{self, Check, Execution, Recorder, Request};
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::tally::Tally;
use limit_sim::time::{Span, Time};

/// Bursts; the rate is the same for all, so the spread grows with them.
const BURSTS: [u32; 3] = [40, 1_000, 100_000];

/// How long each of the two is timed for one burst, in all.
const EACH: Duration = Duration::from_millis(1_500);

/// One request a millisecond, a race window of two, and a limit at which the race goes on to the end.
fn scenario(burst: u32) -> Scenario {
    Scenario {
        strategy: Strategy::GetSet,
        burst,
        spread: Span::from_millis(burst.into()),
        limit: burst / 4,
        window: Span::from_secs(3600),
        ..Scenario::default()
    }
}

fn main() {
    println!("get-set, 4 servers, 1 request a ms, round trip 2 ms, one core");
    println!("{:>8}  {:>14} {:>14} {:>12}  {:>14}  {:>5}", "burst", "ours", "ours", "ours", "peer", "ratio");
    println!(
        "{:>8}  {:>14} {:>14} {:>12}  {:>14}  {:>5}",
        "", "requests/s", "events/s", "ns/request", "requests/s", ""
    );
    let mut costs = Vec::new();
    for burst in BURSTS {
        let scenario = scenario(burst);
        check_same(&scenario);
        let (ours, theirs) = time_in_turn(&scenario);
        let per_second = |cost: f64| f64::from(burst) / cost;
        println!(
            "{burst:>8}  {:>14.0} {:>14.0} {:>12.1}  {:>14.0}  {:>5.2}",
            per_second(ours),
            events(&scenario) as f64 / ours,
            ours * 1e9 / f64::from(burst),
            per_second(theirs),
            theirs / ours,
        );
        costs.push(ours / events(&scenario) as f64);
    }
    println!("cost of an event at {} against {}: {:.2}", BURSTS[2], BURSTS[0], costs[2] / costs[0]);
}

fn ours(scenario: &Scenario) -> Tally {
    let mut tally = Tally::new(scenario);
    run::run(scenario, &mut tally);
    tally
}

/// The two are only worth comparing if they say the same.
fn check_same(scenario: &Scenario) {
    let (ours, theirs) = (ours(scenario), peer::run(scenario));
    let allowed: Vec<u32> = ours.servers.iter().map(|one| one.allowed).collect();
    let refused: Vec<u32> = ours.servers.iter().map(|one| one.refused).collect();
    assert_eq!(theirs, peer::Outcome { allowed, refused });
}

/// The least seconds of one run of ours, and of one of the peer's.
fn time_in_turn(scenario: &Scenario) -> (f64, f64) {
    // So many runs in a sample that the clock's own cost does not show, and so few that some are left in peace.
    let runs = (12_000 / scenario.burst).max(1);
    let (mut of_ours, mut of_theirs) = (Vec::new(), Vec::new());
    let mut spent = Duration::ZERO;
    while spent < EACH * 2 {
        let began = Instant::now();
        of_ours.push(seconds(scenario, runs, ours));
        of_theirs.push(seconds(scenario, runs, peer::run));
        spent += began.elapsed();
    }
    (least(of_ours), least(of_theirs))
}

/// The seconds of one run. Each has another seed: a processor learns one burst of 40 by heart.
fn seconds<T>(scenario: &Scenario, runs: u32, one: impl Fn(&Scenario) -> T) -> f64 {
    let began = Instant::now();
    for nth in 0..runs {
        black_box(one(&Scenario { seed: nth.into(), ..*black_box(scenario) }));
    }
    began.elapsed().as_secs_f64() / f64::from(runs)
}

/// What is left when nothing else disturbs: a busy machine only ever adds.
fn least(samples: Vec<f64>) -> f64 {
    samples.into_iter().fold(f64::INFINITY, f64::min)
}

/// How many events the engine goes through in one run.
fn events(scenario: &Scenario) -> u64 {
    struct Counting(u64);
    impl Recorder for Counting {
        fn routed(&mut self, _: Time, _: Request) {
            self.0 += 1;
        }
        fn reached(&mut self, _: Request, _: Check) {
            self.0 += 1;
        }
        fn queued(&mut self, _: Time, _: Request) {
            self.0 += 1;
        }
        fn executed(&mut self, _: Time, _: Request, _: Execution<'_>) {
            self.0 += 1;
        }
        fn received(&mut self, _: Time, _: Request, _: &Reply) {
            self.0 += 1;
        }
        fn decided(&mut self, _: Time, _: Request, _: Check, _: Decision) {}
    }
    let mut counting = Counting(0);
    run::run(scenario, &mut counting);
    counting.0
}
