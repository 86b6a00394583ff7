//! The engine as the browser benchmark drives it: many bursts in one call, so that crossing over from JavaScript costs
//! nothing.

use limit_sim::balancer::Router;
use limit_sim::many::Seeds;
use limit_sim::redis::server::SERVICE;
use limit_sim::run::{self, HOP};
use limit_sim::scenario::{Link, Scenario, Strategy};
use limit_sim::tally::Tally;
use limit_sim::time::Span;
use limit_sim::traffic;
use wasm_bindgen::prelude::wasm_bindgen;

/// As in the native benchmark: one request a millisecond, a race window of two, and a limit at which the race goes on to
/// the end.
fn scenario(burst: u32, seed: u32) -> Scenario {
    Scenario {
        strategy: Strategy::GetSet,
        burst,
        seed: seed.into(),
        spread: Span::from_millis(burst.into()),
        limit: burst / 4,
        window: Span::from_secs(3600),
        ..Scenario::default()
    }
}

/// Runs the burst with the seeds 0, 1, ... `runs` - 1, keeping counts alone; how many requests all of them let through.
#[wasm_bindgen]
pub fn bursts(burst: u32, runs: u32) -> u32 {
    let allowed = (0..runs).map(|seed| {
        let scenario = scenario(burst, seed);
        let mut tally = Tally::new(&scenario);
        run::run(&scenario, &mut tally);
        tally.servers.iter().map(|server| server.allowed).sum::<u32>()
    });
    allowed.sum()
}

/// Does `runs` runs of a link's scenario with one seed after the other, from the one that is so many after its own; how many
/// requests all of them let through. The link is one that is taken.
#[wasm_bindgen]
pub fn many(link: &str, from: u32, runs: u32) -> u32 {
    let seeds = Seeds::of(&Link::read(link).0.scenario);
    (from..from + runs).map(|nth| seeds.verdict(nth.into()).allowed).sum()
}

/// What another simulation needs to know of the burst besides [`sent`] and [`routed`]: servers, limit, and in nanoseconds
/// the hop, the way to Redis and a command's service time.
#[wasm_bindgen]
pub fn setting(burst: u32) -> Vec<f64> {
    let scenario = scenario(burst, 0);
    let spans = [HOP.nanos(), scenario.rtt.nanos() / 2, SERVICE.nanos()];
    [scenario.servers, scenario.limit].map(f64::from).into_iter().chain(spans.map(|span| span as f64)).collect()
}

/// When each request leaves the user, in nanoseconds.
#[wasm_bindgen]
pub fn sent(burst: u32, seed: u32) -> Vec<f64> {
    let mut sent = Vec::new();
    traffic::send_times(&scenario(burst, seed), &mut sent);
    sent.into_iter().map(|at| at.nanos() as f64).collect()
}

/// The server that each request is routed to.
#[wasm_bindgen]
pub fn routed(burst: u32, seed: u32) -> Vec<u32> {
    let mut router = Router::new(&scenario(burst, seed));
    (0..burst).filter_map(|_| router.route(0)).collect()
}
