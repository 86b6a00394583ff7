//! Whatever goes wrong, together and in any order: each request comes to exactly one end, and time goes forward.

#[path = "../src/testing.rs"]
mod testing;

use limit_sim::run::Loss;
use limit_sim::scenario::{Link, OnFailure, Rule, Scenario, Strategy, What, WindowStart};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Kind, Trace};
use limit_sim::verdict::Verdict;
use proptest::prelude::{ProptestConfig, TestCaseError, prop_assert, prop_assert_eq, proptest};

/// How a request stands.
#[derive(Clone, Copy, Default)]
struct Stand {
    reached: Option<Time>,
    ends: u32,
    sent: u32,
    /// Commands that came to an end at Redis, or before it.
    gone: u32,
    executed: u32,
    heard: u32,
    retried: u32,
}

/// Goes through the events and says what is wrong with them.
fn check(scenario: &Scenario, trace: &Trace) -> Result<(), TestCaseError> {
    let mut requests = vec![Stand::default(); scenario.requests() as usize];
    let mut last = Time::START;
    for event in trace.events() {
        prop_assert!(event.at >= last, "time ran backwards at {}", event.at);
        last = event.at;
        let at_redis = |wanted: What| {
            let holds = |from, until| from < event.at && event.at < until;
            scenario.faults.iter().any(|fault| fault.what.is_like(wanted) && holds(fault.from, fault.until))
        };
        match event.kind {
            Kind::Executed { .. } => prop_assert!(!at_redis(What::Down) && !at_redis(What::Paused)),
            Kind::Queued => prop_assert!(!at_redis(What::Down) && !at_redis(What::Silent)),
            _ => {}
        }
        let Some(one) = requests.get_mut(event.request.number as usize) else { continue };
        let over = one.ends > 0;
        match event.kind {
            Kind::Reached(_) => {
                prop_assert!(one.reached.is_none());
                one.reached = Some(event.at);
            }
            // What is forwarded to another server can come to nothing, too.
            Kind::Sent(_) | Kind::Forwarded(_) => one.sent += 1,
            Kind::Executed { .. } => {
                one.executed += 1;
                one.gone += 1;
            }
            Kind::Refused | Kind::Reset => one.gone += 1,
            Kind::Received(_) | Kind::Failed => one.heard += 1,
            Kind::Retried => one.retried += 1,
            Kind::Decided { .. } | Kind::Lost(_) => {
                prop_assert!(!over, "request {} came to two ends", event.request.number);
                one.ends += 1;
                match event.kind {
                    Kind::Lost(Loss::AtBalancer | Loss::OnTheWay) => prop_assert!(one.reached.is_none()),
                    _ => prop_assert!(one.reached.is_some()),
                }
                if let (Some(timeout), Some(reached)) = (scenario.timeout, one.reached) {
                    let longest = timeout * u64::from(one.retried + 1);
                    let hops = Span::from_millis(2);
                    prop_assert!(event.at - reached <= longest + hops, "waited {} ns", (event.at - reached).nanos());
                }
            }
            _ => {}
        }
        prop_assert!(one.gone <= one.sent, "more commands ran than were sent");
        let waits = matches!(event.kind, Kind::Received(_) | Kind::Failed | Kind::TimedOut | Kind::Sent(_));
        prop_assert!(!over || !waits, "{:?} of a request that is over", event.kind);
        prop_assert!(one.retried <= scenario.retry);
    }
    for (number, one) in requests.iter().enumerate() {
        prop_assert_eq!(one.ends, 1, "request {} came to no end", number);
        prop_assert!(one.heard <= one.sent);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_request_is_lost_from_sight_or_decided_twice_and_time_never_runs_backwards(
        scenario in testing::faulty_scenarios()
    ) {
        let trace = Trace::of(&scenario);
        check(&scenario, &trace)?;
        let verdict = trace.verdict();
        prop_assert_eq!(verdict.allowed + verdict.refused + verdict.lost, scenario.requests());
        prop_assert!(verdict.allowed <= verdict.worst_case, "{} of at most {}", verdict.allowed, verdict.worst_case);
        prop_assert_eq!(&verdict, &Verdict::of(&scenario), "counts alone come to the same");
        prop_assert_eq!(trace.hash(), Trace::of(&scenario).hash());
    }

    #[test]
    fn a_limiter_that_is_exact_and_fails_closed_is_never_over_while_redis_keeps_its_keys(
        scenario in testing::faulty_scenarios(), exact in 0..3usize
    ) {
        let strategy = [Strategy::Incr, Strategy::Script, Strategy::Cas][exact];
        let keeps = |what: What| !matches!(what, What::Flush | What::Evict | What::Delete | What::Failover);
        let scenario = Scenario {
            strategy,
            rule: Rule::FixedWindow,
            window_start: WindowStart::Clock,
            on_failure: OnFailure::Closed,
            skew: Span::ZERO,
            faults: scenario.faults.iter().filter(|fault| keeps(fault.what)).collect(),
            ..scenario
        };
        prop_assert_eq!(Verdict::of(&scenario).over, 0, "{}", Link { scenario, ..Link::default() });
    }

    #[test]
    fn every_view_of_a_run_in_which_things_go_wrong_is_sound(scenario in testing::faulty_scenarios(), part in 0.0..1.2f64) {
        let trace = Trace::of(&scenario);
        let end = trace.end().nanos();
        let moment = trace.moment(Time::from_nanos((end as f64 * part) as u64));
        prop_assert_eq!(moment.servers.len(), trace.servers());
        let ended = trace.moment(trace.end());
        prop_assert_eq!(ended.sent, scenario.requests());
        // What nobody waits for any more may still be under way; nobody is being checked.
        prop_assert!(ended.servers.iter().all(|server| server.checking == 0));
        for leg in trace.legs() {
            prop_assert!(leg.from <= leg.to && leg.to <= trace.end());
        }
        let telling = trace.telling();
        let race = trace.race(telling, limit_sim::trace::Extent::Few);
        trace.steps(&race.shown);
        trace.circumstances(&trace.steps(&race.shown));
        trace.stale_reads();
        let all = trace.waiting(Time::START, trace.end() + Span::from_nanos(1));
        let waits: u64 = (trace.verdict().added_wait_us.mean * 1e3 * f64::from(scenario.requests() - trace.verdict().lost)).round() as u64;
        prop_assert!(trace.verdict().lost > 0 || all.total.nanos().abs_diff(waits) < 1_000 + waits / 1_000_000);
    }

    #[test]
    fn every_scenario_in_which_things_go_wrong_survives_being_printed_and_read(scenario in testing::faulty_scenarios()) {
        // (What would be too much for a page is not kept as it is.)
        let link = Link { scenario: scenario.bounded(), ..Link::default() };
        prop_assert_eq!(link.to_string().parse(), Ok(link));
    }
}
