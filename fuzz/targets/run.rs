//! Any link that is short enough is run: each request comes to one end, and the run is the same twice.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limit_sim::scenario::{Link, Strategy};
use limit_sim::trace::Trace;
use limit_sim::verdict::Verdict;

/// The most requests that are run, and syncs: a thousand runs should take a moment.
const MOST: u64 = 500;

fn is_short(link: &Link) -> bool {
    let scenario = &link.scenario;
    let syncs = match scenario.strategy {
        Strategy::SyncAll | Strategy::SyncShare => scenario.sending().nanos() / scenario.sync.nanos(),
        Strategy::Cas | Strategy::Lock => u64::from(scenario.requests() * (scenario.retries + 1)) / 4,
        _ => 0,
    };
    u64::from(scenario.requests()) <= MOST && syncs <= MOST
}

fuzz_target!(|text: &str| {
    let (link, _) = Link::read(text);
    if !is_short(&link) {
        return;
    }
    let trace = Trace::of(&link.scenario);
    let verdict = trace.verdict();
    assert_eq!(u64::from(verdict.allowed + verdict.refused) + u64::from(verdict.lost), link.scenario.requests().into());
    assert!(trace.events().is_sorted_by_key(|event| event.at), "time goes forward");
    assert_eq!(Verdict::of(&link.scenario), verdict, "{link}: without a trace");
    assert_eq!(Trace::of(&link.scenario).hash(), trace.hash(), "{link}: once more");
});
