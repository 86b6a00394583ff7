//! What holds in every run of every strategy with every rule that goes with it.

mod judge;
#[path = "../src/testing.rs"]
mod testing;

use judge::{Sum, decisions, sum};
use limit_sim::many::verdicts;
use limit_sim::placement::Limiter;
use limit_sim::redis::Command;
use limit_sim::redis::slot::slot;
use limit_sim::rule::Rule as Counting;
use limit_sim::scenario::{Arrivals, Balancer, Jitter, RedisVersion, Rule, Scenario, Strategy, Traffic, WindowStart};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Kind, Trace};
use limit_sim::traffic;
use limit_sim::verdict::Verdict;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

/// Placements that count each request in one step, in one place.
const ATOMIC: [Strategy; 5] =
    [Strategy::Incr, Strategy::MultiExec, Strategy::SetNxIncr, Strategy::Script, Strategy::Owner];

/// Those with a script behind them, or a write that nobody can come before.
const NEVER_OVER: [Strategy; 5] = [Strategy::Edge, Strategy::DenyCache, Strategy::Cas, Strategy::Lock, Strategy::Lease];

/// A lock that no round trip is longer than.
fn long_lock(scenario: Scenario) -> Scenario {
    Scenario { lease: Span::from_secs(10), redis_version: RedisVersion::V7, ..scenario }
}

fn any_pair(strategies: &'static [Strategy]) -> impl proptest::strategy::Strategy<Value = Scenario> {
    let pairs: Vec<Scenario> =
        testing::pairs().into_iter().filter(|pair| strategies.contains(&pair.strategy)).collect();
    (proptest::sample::select(pairs), testing::all_scenarios()).prop_map(|(pair, base)| Scenario {
        strategy: pair.strategy,
        rule: pair.rule,
        window_start: pair.window_start,
        ..base
    })
}

fn recount(trace: &Trace) -> Sum {
    sum(trace.scenario(), &decisions(trace))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_request_is_decided_once_and_time_never_goes_back(scenario in testing::all_scenarios()) {
        let trace = Trace::of(&scenario);
        prop_assert!(trace.events().is_sorted_by_key(|event| event.at));
        let decided = trace.events().iter().filter(|event| matches!(event.kind, Kind::Decided { .. }));
        let mut numbers: Vec<u32> = decided.map(|event| event.request.number).collect();
        numbers.sort_unstable();
        prop_assert_eq!(numbers, (0..scenario.requests()).collect::<Vec<_>>());
    }

    #[test]
    fn the_same_scenario_runs_the_same_with_a_trace_and_without(scenario in testing::all_scenarios()) {
        let trace = Trace::of(&scenario);
        prop_assert_eq!(&trace, &Trace::of(&scenario));
        prop_assert_eq!(trace.verdict(), Verdict::of(&scenario));
    }

    #[test]
    fn what_is_due_over_and_falsely_refused_is_what_an_independent_recount_finds(scenario in testing::all_scenarios()) {
        let trace = Trace::of(&scenario);
        let Verdict { due, over, falsely_refused, allowed, .. } = trace.verdict();
        prop_assert_eq!(Sum { due, over, falsely_refused }, recount(&trace));
        let marked = trace.events().iter().filter(|event| event.outcome() == Some(limit_sim::trace::Outcome::Over));
        prop_assert_eq!(marked.count() as u32, over);
        prop_assert!(over <= allowed);
    }

    #[test]
    fn no_run_exceeds_the_worst_case(scenario in testing::all_scenarios()) {
        for verdict in verdicts(&scenario, 4) {
            prop_assert!(verdict.allowed <= verdict.worst_case, "{} of at worst {}", verdict.allowed, verdict.worst_case);
        }
    }

    #[test]
    fn what_counts_in_one_step_in_one_place_lets_through_what_is_due_and_no_other(base in any_pair(&ATOMIC)) {
        let scenario = Scenario { redis_version: RedisVersion::V7, ..base };
        let verdict = Verdict::of(&scenario);
        prop_assert_eq!((verdict.over, verdict.falsely_refused, verdict.allowed), (0, 0, verdict.due));
    }

    #[test]
    fn what_redis_has_the_last_word_on_is_never_over(base in any_pair(&NEVER_OVER)) {
        prop_assert_eq!(Verdict::of(&long_lock(base)).over, 0);
    }

    #[test]
    fn a_remembered_refusal_is_one_that_redis_would_give_but_for_a_sliding_counter(
        base in any_pair(&[Strategy::DenyCache])
    ) {
        let verdict = Verdict::of(&base);
        prop_assert!(verdict.falsely_refused == 0 || base.rule == Rule::SlidingCounter);
    }

    #[test]
    fn one_server_without_delay_counts_exactly_by_itself(base in any_pair(&[Strategy::Local, Strategy::Split])) {
        let verdict = Verdict::of(&Scenario { servers: 1, rtt: Span::ZERO, ..base });
        prop_assert_eq!((verdict.over, verdict.falsely_refused, verdict.allowed), (0, 0, verdict.due));
    }

    #[test]
    fn a_share_of_the_limit_is_never_over_where_shares_add_up(base in any_pair(&[Strategy::Split])) {
        let over = Verdict::of(&base).over;
        match Counting::of(&base) {
            // Each server rounds up by itself; and each server's windows begin with its own hits.
            Counting::SlidingCounter(_) | Counting::FirstHit(_) => {}
            _ => prop_assert_eq!(over, 0),
        }
    }

    #[test]
    fn within_one_window_two_steps_and_two_limits_are_exact_too(
        base in any_pair(&[Strategy::IncrExpire, Strategy::Edge])
    ) {
        let (window, phase) = (Span::from_secs(3600), Span::ZERO);
        let verdict = Verdict::of(&Scenario { window, phase, refill: None, ..base });
        prop_assert_eq!((verdict.over, verdict.falsely_refused, verdict.allowed), (0, 0, verdict.due));
    }

    #[test]
    fn where_an_exact_strategy_has_an_expectation_every_seed_meets_it(
        base in any_pair(&[
            Strategy::Incr,
            Strategy::IncrExpire,
            Strategy::MultiExec,
            Strategy::SetNxIncr,
            Strategy::Script,
            Strategy::Owner,
            Strategy::Edge,
            Strategy::DenyCache,
        ])
    ) {
        let verdict = Verdict::of(&Scenario { users: 1, ..base });
        prop_assert!(verdict.expected.is_none_or(|expected| expected == f64::from(verdict.allowed)));
    }

    #[test]
    fn a_redis_that_does_not_know_nx_lets_everything_through(base in any_pair(&[Strategy::MultiExec])) {
        let verdict = Verdict::of(&Scenario { redis_version: RedisVersion::V6_2, ..base });
        prop_assert_eq!((verdict.allowed, verdict.refused), (base.requests(), 0));
    }

    #[test]
    fn each_user_is_limited_as_if_alone_where_the_strategy_is_exact(base in any_pair(&ATOMIC)) {
        let scenario = Scenario { redis_version: RedisVersion::V7, ..base };
        let trace = Trace::of(&scenario);
        let all = decisions(&trace);
        for (user, decided) in (0..).zip(trace.verdict().users) {
            let mine: Vec<_> = all.iter().copied().filter(|one| one.user == user).collect();
            let alone = sum(&scenario, &mine);
            prop_assert_eq!((decided.allowed, alone.over, alone.falsely_refused), (alone.due, 0, 0));
        }
    }

    #[test]
    fn one_user_s_verdict_does_not_depend_on_the_number_of_nodes(base in testing::all_scenarios(), nodes in 1..=16u32) {
        let one = Scenario { users: 1, ..base };
        // A lock's key is another than the count's, and keys with a window's number are each another: they can be on
        // different nodes, in different queues, so that a request waits less.
        let numbered = match one.strategy {
            Strategy::GetIncr | Strategy::Incr | Strategy::SyncAll | Strategy::SyncShare => true,
            Strategy::GetSet | Strategy::ReadWrite | Strategy::Cas => {
                matches!(Counting::of(&one), Counting::FixedWindow(_))
            }
            other => other == Strategy::Lock,
        };
        prop_assume!(!numbered);
        prop_assert_eq!(Verdict::of(&Scenario { nodes: 1, ..one }), Verdict::of(&Scenario { nodes, ..one }));
    }
}

#[test]
fn keys_of_different_users_land_on_different_nodes() {
    let limiter = Limiter::new(&Scenario::default());
    for nodes in [2, 4] {
        let node = |user| u32::from(slot(&limiter.key(user, Time::START))) * nodes / 16384;
        let mut seen: Vec<u32> = (0..16).map(node).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, (0..nodes).collect::<Vec<_>>());
    }
}

#[test]
fn twice_the_limit_passes_across_a_boundary() {
    let (traffic, arrivals) = (Traffic::Burst, Arrivals::Even);
    // Sent in 40 ms, 20 ms before the boundary and 20 ms after it, and a millisecond on their way.
    let phase = Span::from_millis(979);
    let verdict = Verdict::of(&Scenario { strategy: Strategy::Incr, traffic, arrivals, phase, ..Scenario::default() });
    assert_eq!((verdict.allowed, verdict.due, verdict.over), (20, 20, 0));
    let first_hit = Scenario { strategy: Strategy::SetNxIncr, phase, ..Scenario::default() };
    assert_eq!(Verdict::of(&first_hit).allowed, 10);
}

/// K requests that arrive at once, each at a server of its own, and a limit that all of them keep to.
fn in_step(strategy: Strategy, requests: u32, retries: u32) -> Verdict {
    let arrivals = Arrivals::Even;
    let (spread, rtt) = (Span::ZERO, Span::from_millis(5));
    let limit = requests;
    let base = Scenario { strategy, burst: requests, limit, retries, spread, rtt, arrivals, ..Scenario::default() };
    Verdict::of(&Scenario { balancer: Balancer::RoundRobin, servers: 32, ..base })
}

#[test]
fn compare_and_set_in_step_takes_k_times_k_plus_one_half_attempts_and_with_k_retries_k_plus_one_win() {
    for requests in 1..=12u32 {
        let verdict = in_step(Strategy::Cas, requests, 100);
        assert_eq!(verdict.allowed, requests);
        // Three commands for each attempt.
        assert_eq!(verdict.redis_calls, u64::from(3 * requests * (requests + 1) / 2));
        for retries in 0..=4 {
            let verdict = in_step(Strategy::Cas, requests, retries);
            assert_eq!(verdict.allowed, requests.min(retries + 1), "{requests} {retries}");
            assert_eq!(verdict.falsely_refused, requests - verdict.allowed);
        }
    }
}

#[test]
fn a_lock_lets_at_most_one_through_for_each_time_that_it_is_held() {
    let rtt = Span::from_millis(2);
    let duration = Span::from_secs(1);
    let base = Scenario { strategy: Strategy::Lock, limit: 10_000, rtt, retries: 100, ..Scenario::default() };
    let scenario = Scenario { traffic: Traffic::Steady, rate: 1_000, duration, lease: Span::from_secs(1), ..base };
    let trace = Trace::of(&scenario);
    let allowed = decisions(&trace).iter().filter(|one| one.allowed).count() as u64;
    let took = trace.events().last().unwrap().at.since_start();
    // From the lock's command to its deletion are three round trips.
    assert!(allowed > 100 && allowed <= took.nanos() / (rtt * 3).nanos() + 1, "{allowed} in {took}");
}

#[test]
fn a_lock_that_ends_before_it_is_let_go_is_over_for_some_seed() {
    let base = Scenario { strategy: Strategy::Lock, lease: Span::from_millis(1), retries: 100, ..Scenario::default() };
    let scenario = Scenario { rtt: Span::from_millis(5), ..base };
    assert!(verdicts(&scenario, 20).any(|verdict| verdict.over > 0));
    let long = Scenario { lease: Span::from_millis(100), ..scenario };
    assert!(verdicts(&long, 20).all(|verdict| verdict.over == 0));
}

/// The lesson's counter of one-time passwords.
#[test]
fn get_then_set_at_one_key_slides_its_window_with_every_request() {
    let window_start = WindowStart::FirstHit;
    let (window, duration) = (Span::from_secs(1), Span::from_secs(10));
    let stream =
        Scenario { traffic: Traffic::Steady, rate: 2, duration, arrivals: Arrivals::Even, ..Scenario::default() };
    let scenario = Scenario { strategy: Strategy::GetSet, limit: 5, window, window_start, ..stream };
    // Two a second are less than five, but the window never ends while they pass: after five it does, and two are refused before.
    let verdict = Verdict::of(&scenario);
    assert_eq!((verdict.due, verdict.over), (20, 0));
    assert_eq!((verdict.allowed, verdict.falsely_refused), (15, 5));
    let exact = Scenario { strategy: Strategy::SetNxIncr, ..scenario };
    assert_eq!(Verdict::of(&exact).allowed, 20);
}

/// Where exact ends, as the programs' documentation says.
#[test]
fn streams_find_the_gaps_that_bursts_do_not() {
    let (window, rtt, duration) = (Span::from_millis(50), Span::from_millis(5), Span::from_secs(1));
    let base = Scenario { traffic: Traffic::Steady, rate: 400, duration, window, rtt, seed: 0, ..Scenario::default() };
    let found = |scenario: Scenario| {
        let (mut over, mut falsely) = (0, 0);
        for verdict in verdicts(&scenario, 100) {
            (over, falsely) = (over.max(verdict.over), falsely.max(verdict.falsely_refused));
        }
        (over > 0, falsely > 0)
    };
    // Its window is a round trip longer than its length.
    let gap = Scenario { strategy: Strategy::IncrExpire, limit: 2, rate: 50, ..base };
    assert_eq!(found(gap), (true, true));
    // The coarse limit and the precise one don't count at the same time.
    let log = Scenario { strategy: Strategy::Edge, rule: Rule::SlidingLog, jitter: Jitter::Exponential, ..base };
    assert_eq!(found(log), (false, true));
    // Shares that don't add up, and those that do.
    let split = Scenario { strategy: Strategy::Split, servers: 2, ..base };
    assert_eq!(found(split), (false, true));
    assert_eq!(found(Scenario { window_start: WindowStart::FirstHit, ..split }), (true, true));
    assert_eq!(found(Scenario { rule: Rule::SlidingCounter, ..split }), (true, true));
    // A refusal that is remembered until the window's end although the estimate falls.
    let deny = Scenario { strategy: Strategy::DenyCache, ..base };
    assert_eq!(found(Scenario { rule: Rule::SlidingCounter, ..deny }), (false, true));
    assert_eq!(found(deny), (false, false));
    // What one server has leased and does not need.
    assert_eq!(found(Scenario { strategy: Strategy::Lease, ..base }), (false, true));
}

#[test]
fn the_burst_is_the_same_whatever_the_strategy() {
    let routed = |pair: &Scenario| -> Vec<_> {
        let scenario = Scenario { users: 3, nodes: 2, ..*pair };
        let trace = Trace::of(&scenario);
        let routed = trace.events().iter().filter(|event| event.kind == Kind::Routed);
        routed
            .map(|event| (event.at, event.request, traffic::users(&scenario)[event.request.number as usize]))
            .collect()
    };
    let pairs = testing::pairs();
    assert_eq!(pairs.len(), 10 * 6 + 9);
    let first = routed(&pairs[0]);
    assert!(pairs.iter().all(|pair| routed(pair) == first));
    assert_eq!(Scenario::default().jitter, Jitter::None);
}

#[test]
fn a_lock_is_let_go_although_the_write_has_failed() {
    let scenario = Scenario {
        strategy: Strategy::Lock,
        redis_version: RedisVersion::V6_2,
        window_start: WindowStart::FirstHit,
        retries: 100,
        burst: 20,
        ..Scenario::default()
    };
    let trace = Trace::of(&scenario);
    let unlocked = trace.events().iter().filter(|event| {
        matches!(&event.kind, Kind::Executed { command, reply, .. } if matches!(**command, Command::EvalSha(..)) && reply.integer() == Some(1))
    });
    assert_eq!((unlocked.count(), trace.verdict().allowed), (20, 20), "each has had the lock, and errors let through");
}
