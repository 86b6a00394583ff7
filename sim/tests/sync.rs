//! How far off servers are that tell each other what they have counted.

use limit_sim::many::{Summing, verdicts};
use limit_sim::scenario::{Scenario, Strategy, Traffic};
use limit_sim::time::Span;
use limit_sim::trace::{Kind, Trace};
use limit_sim::verdict::Verdict;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

/// A stream within one window that comes to three times its limit.
fn stream(strategy: Strategy, servers: u32, sync: Span, rtt: Span) -> Scenario {
    let (limit, window) = (300, Span::from_secs(60));
    let (traffic, rate, duration) = (Traffic::Steady, 1_000, Span::from_millis(900));
    let base = Scenario { traffic, rate, duration, limit, window, ..Scenario::default() };
    Scenario { strategy, servers, sync, rtt, seed: 0, ..base }
}

/// `lambda (T + R) (N - 1) / N`: what the others have counted and a server has not heard of is on average so old.
#[test]
fn the_mean_overshoot_is_what_comes_to_the_others_in_a_period_and_a_round_trip() {
    const RUNS: u64 = 300;
    for (servers, sync_ms, rtt_ms) in [(2, 10, 0), (4, 10, 0), (4, 30, 0), (8, 20, 0), (4, 20, 10), (3, 15, 5)] {
        let scenario = stream(Strategy::SyncAll, servers, Span::from_millis(sync_ms), Span::from_millis(rtt_ms));
        let mut over = Summing::default();
        verdicts(&scenario, RUNS).for_each(|verdict| over.add(verdict.over.into()));
        let summary = over.summary();
        // A thousand a second are one a millisecond.
        let form = (sync_ms + rtt_ms) as f64 * f64::from(servers - 1) / f64::from(servers);
        let tolerance = 4.0 * summary.sd / (RUNS as f64).sqrt() + 0.01 * form;
        assert!((summary.mean - form).abs() < tolerance, "{} against {form} +- {tolerance}", summary.mean);
    }
}

fn shared() -> impl proptest::strategy::Strategy<Value = Scenario> {
    (2..=8u32, 1..=60u32, 1..=400u64, 1..=20_000u32, 0..=3u64, any::<u64>()).prop_map(
        |(servers, limit, sync, rate, rtt, seed)| {
            let duration = Span::from_millis(u64::from(1_000_u32.div_ceil(rate)).max(100));
            let rate = rate.max(100);
            let base = stream(Strategy::SyncShare, servers, Span::from_millis(sync), Span::from_millis(rtt));
            Scenario { limit, rate, duration, seed, ..base }
        },
    )
}

proptest! {
    #[test]
    fn a_server_never_asks_again_before_it_has_heard(base in shared()) {
        // Or it would forget what it has told meanwhile, and let as many through again.
        let base = Scenario { sync: Span::from_millis(1), rtt: Span::from_millis(5), ..base };
        let trace = Trace::of(&base);
        let mut asks = vec![false; base.servers as usize];
        for event in trace.events().iter().filter(|event| event.request.number >= base.requests()) {
            let asks = &mut asks[event.request.server as usize];
            match event.kind {
                Kind::Sent(_) => prop_assert!(!std::mem::replace(asks, true)),
                Kind::Received(_) => *asks = false,
                _ => {}
            }
        }
    }

    #[test]
    fn shares_are_never_over_where_nobody_has_heard_of_the_others(base in shared()) {
        // No reply is back before the last request is decided.
        let verdict = Verdict::of(&Scenario { rtt: Span::from_millis(500), duration: Span::from_millis(100), ..base });
        prop_assert_eq!(verdict.over, 0);
    }

    /// Observed, and attained where all shares are spent in each period: the k-th to sync hears of k shares, so it gets
    /// `(L - k L / N) / N` more, and all of those are `L (N - 1) / 2N`.
    #[test]
    fn shares_are_over_by_at_most_what_those_get_who_sync_early(base in shared()) {
        prop_assume!(base.rtt < base.sync);
        let over = Verdict::of(&base).over;
        prop_assert!(over * 2 * base.servers <= base.limit * (base.servers - 1), "{over}");
    }
}
