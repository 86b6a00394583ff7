//! How fast the engine is, keeping counts alone, beside a plain binary heap that does nothing but `get-set`.
//!
//! `cargo bench -p limit-sim`. A harness of its own, because what counts are ratios: the two are timed in turn, many times,
//! so that whatever else the machine does hits both.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

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
    println!("get-set, 4 servers, 1 request a ms, round trip 2 ms; counts alone, one core");
    println!(
        "{:>8} {:>12} {:>12} {:>10} {:>14} {:>7}",
        "requests", "bursts/s", "events/s", "ns/event", "peer bursts/s", "ratio"
    );
    let costs = BURSTS.map(|burst| {
        let scenario = scenario(burst);
        check_same(&scenario);
        let (ours, theirs) = time_in_turn(&scenario);
        let events = events(&scenario) as f64;
        let (bursts, peer_bursts, cost, ratio) = (1.0 / ours, 1.0 / theirs, ours / events, theirs / ours);
        println!(
            "{burst:>8} {bursts:>12.0} {:>12.0} {:>10.1} {peer_bursts:>14.0} {ratio:>7.2}",
            events / ours,
            cost * 1e9
        );
        cost
    });
    let [least, .., greatest] = costs;
    println!("an event of {} requests costs {:.2} times one of {}", BURSTS[2], greatest / least, BURSTS[0]);
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
    (shortest(of_ours), shortest(of_theirs))
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
fn shortest(samples: Vec<f64>) -> f64 {
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
