//! What holds in every run, whatever the scenario and its seed.

#[path = "../src/testing.rs"]
mod testing;

use std::collections::BTreeMap;

use limit_sim::bounds::{expected, worst_case};
use limit_sim::redis::server::SERVICE;
use limit_sim::run::Request;
use limit_sim::scenario::{Arrivals, Balancer, Jitter, Link, Scenario, Strategy};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Event, Kind, Trace};
use limit_sim::verdict::Verdict;
use proptest::prelude::*;

/// Requests, and how many of them were let through.
#[derive(Clone, Copy, Default)]
struct Count {
    requests: u32,
    allowed: u32,
}

/// Counts the trace's requests by what `key` makes of a request and its window.
fn count_by<K: Ord>(trace: &Trace, key: impl Fn(Request, u64) -> K) -> BTreeMap<K, Count> {
    let mut windows = BTreeMap::new();
    let mut counts: BTreeMap<K, Count> = BTreeMap::new();
    for Event { request, kind, .. } in trace.events() {
        match kind {
            Kind::Reached(window) => {
                windows.insert(request.number, *window);
            }
            Kind::Decided { decision, .. } => {
                let count = counts.entry(key(*request, windows[&request.number])).or_default();
                count.requests += 1;
                count.allowed += u32::from(decision.allowed);
            }
            _ => {}
        }
    }
    counts
}

fn by_window(trace: &Trace) -> BTreeMap<u64, Count> {
    count_by(trace, |_, window| window)
}

/// The instants and requests of the events that `pick` picks, in order.
fn those(trace: &Trace, pick: impl Fn(&Kind) -> bool) -> Vec<(Time, Request)> {
    trace.events().iter().filter(|event| pick(&event.kind)).map(|event| (event.at, event.request)).collect()
}

fn is_routed(kind: &Kind) -> bool {
    matches!(kind, Kind::Routed)
}

fn is_sent(kind: &Kind) -> bool {
    matches!(kind, Kind::Sent(_))
}

fn is_queued(kind: &Kind) -> bool {
    matches!(kind, Kind::Queued)
}

fn is_executed(kind: &Kind) -> bool {
    matches!(kind, Kind::Executed { .. })
}

fn is_received(kind: &Kind) -> bool {
    matches!(kind, Kind::Received(_))
}

fn is_decided(kind: &Kind) -> bool {
    matches!(kind, Kind::Decided { .. })
}

/// The requests alone, of one server.
fn of_server(all: &[(Time, Request)], server: u32) -> Vec<u32> {
    all.iter().filter(|(_, request)| request.server == server).map(|(_, request)| request.number).collect()
}

proptest! {
    #[test]
    fn incr_lets_exactly_the_limit_through_in_every_window_that_has_so_many_requests(base in testing::scenarios()) {
        let trace = Trace::of(&Scenario { strategy: Strategy::Incr, ..base });
        for (window, count) in by_window(&trace) {
            prop_assert_eq!(count.allowed, count.requests.min(base.limit), "window {}", window);
        }
        let verdict = trace.verdict();
        prop_assert_eq!((verdict.over, verdict.falsely_refused), (0, 0));
    }

    #[test]
    fn incr_within_one_window_lets_the_lesser_of_burst_and_limit_through(base in testing::scenarios()) {
        let window = Span::from_secs(3600);
        let verdict = Verdict::of(&Scenario { strategy: Strategy::Incr, window, ..base });
        prop_assert_eq!(verdict.allowed, base.burst.min(base.limit));
        prop_assert_eq!(verdict.allowed, verdict.worst_case);
        prop_assert_eq!(Some(f64::from(verdict.allowed)), verdict.expected);
    }

    #[test]
    fn incr_with_even_arrivals_lets_exactly_the_worst_case_through(base in testing::scenarios()) {
        let verdict = Verdict::of(&Scenario { strategy: Strategy::Incr, arrivals: Arrivals::Even, ..base });
        prop_assert_eq!(verdict.allowed, verdict.worst_case);
    }

    #[test]
    fn split_never_exceeds_the_limit_in_any_window(base in testing::scenarios()) {
        let trace = Trace::of(&Scenario { strategy: Strategy::Split, ..base });
        prop_assert!(by_window(&trace).values().all(|count| count.allowed <= base.limit));
        prop_assert_eq!(trace.verdict().over, 0);
    }

    #[test]
    fn counting_in_the_server_lets_each_server_s_first_through_and_no_more(base in testing::scenarios()) {
        for (strategy, share) in [(Strategy::Local, base.limit), (Strategy::Split, base.limit / base.servers)] {
            let trace = Trace::of(&Scenario { strategy, ..base });
            for count in count_by(&trace, |request, window| (request.server, window)).values() {
                prop_assert_eq!(count.allowed, count.requests.min(share));
            }
            prop_assert_eq!(trace.verdict().redis_calls, 0);
        }
    }

    #[test]
    fn no_run_exceeds_the_worst_case(scenario in testing::scenarios()) {
        let verdict = Verdict::of(&scenario);
        prop_assert!(verdict.allowed <= verdict.worst_case, "{} of at worst {}", verdict.allowed, verdict.worst_case);
    }

    #[test]
    fn no_burst_in_step_exceeds_the_worst_case(scenario in testing::scenarios()) {
        for strategy in [Strategy::GetSet, Strategy::GetIncr] {
            let scenario = Scenario { strategy, arrivals: Arrivals::Even, ..scenario };
            let verdict = Verdict::of(&scenario);
            prop_assert!(
                verdict.allowed <= verdict.worst_case,
                "{:?}: {} of at worst {}", strategy, verdict.allowed, verdict.worst_case
            );
        }
    }

    #[test]
    fn only_split_refuses_a_user_who_is_under_the_limit(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        prop_assert!(scenario.strategy == Strategy::Split || trace.verdict().falsely_refused == 0);
        let all_pass = scenario.strategy != Strategy::Split && scenario.burst <= scenario.limit;
        prop_assert!(!all_pass || trace.verdict().allowed == scenario.burst);
    }

    #[test]
    fn redis_is_called_as_often_as_the_strategy_needs(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        let Verdict { allowed, refused, redis_calls, .. } = trace.verdict();
        let needed = match scenario.strategy {
            Strategy::Local | Strategy::Split => 0,
            Strategy::GetSet | Strategy::GetIncr => 2 * allowed + refused,
            // The first of each window also sets the expiry.
            Strategy::Incr => allowed + refused + by_window(&trace).len() as u32,
            other => unreachable!("{other:?} is not among the first five"),
        };
        prop_assert_eq!(redis_calls, u64::from(needed));
    }

    #[test]
    fn where_the_balancer_leaves_no_chance_the_closed_forms_are_what_happens(base in testing::scenarios()) {
        let base = Scenario { window: Span::from_secs(3600), ..base };
        for strategy in [Strategy::Local, Strategy::Split] {
            for balancer in [Balancer::RoundRobin, Balancer::Sticky] {
                let scenario = Scenario { strategy, balancer, ..base };
                let allowed = Verdict::of(&scenario).allowed;
                prop_assert_eq!(worst_case(&scenario), allowed);
                prop_assert_eq!(expected(&scenario), Some(f64::from(allowed)));
            }
        }
    }

    #[test]
    fn where_neither_arrivals_nor_the_balancer_leave_a_chance_the_worst_case_is_what_happens(base in testing::scenarios()) {
        for strategy in [Strategy::Local, Strategy::Split] {
            for balancer in [Balancer::RoundRobin, Balancer::Sticky] {
                let verdict = Verdict::of(&Scenario { strategy, balancer, arrivals: Arrivals::Even, ..base });
                prop_assert_eq!(verdict.allowed, verdict.worst_case);
            }
        }
    }

    #[test]
    fn every_request_is_routed_reaches_a_server_and_is_decided_once(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        let everyone: Vec<u32> = (0..scenario.burst).collect();
        for pick in [is_routed, is_decided, |kind: &Kind| matches!(kind, Kind::Reached(_))] {
            let mut numbers: Vec<u32> = those(&trace, pick).iter().map(|(_, request)| request.number).collect();
            numbers.sort_unstable();
            prop_assert_eq!(&numbers, &everyone);
        }
        let verdict = trace.verdict();
        prop_assert_eq!(verdict.allowed + verdict.refused, scenario.burst);
    }

    #[test]
    fn a_request_keeps_its_server_and_the_server_is_one_of_them(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        let mut server_of = BTreeMap::new();
        for Event { request, .. } in trace.events() {
            prop_assert!(request.server < scenario.servers);
            prop_assert_eq!(*server_of.entry(request.number).or_insert(request.server), request.server);
        }
    }

    #[test]
    fn time_never_goes_back(scenario in testing::scenarios()) {
        prop_assert!(Trace::of(&scenario).events().is_sorted_by_key(|event| event.at));
    }

    #[test]
    fn messages_on_one_connection_arrive_in_the_order_in_which_they_were_sent(scenario in testing::scenarios()) {
        let trace = Trace::of(&scenario);
        let (sent, queued) = (those(&trace, is_sent), those(&trace, is_queued));
        let (executed, received) = (those(&trace, is_executed), those(&trace, is_received));
        for server in 0..scenario.servers {
            prop_assert_eq!(of_server(&sent, server), of_server(&queued, server));
            prop_assert_eq!(of_server(&executed, server), of_server(&received, server));
        }
    }

    #[test]
    fn redis_runs_commands_in_the_order_of_arrival_each_when_those_before_it_are_done(
        scenario in testing::scenarios()
    ) {
        let trace = Trace::of(&scenario);
        let (queued, executed) = (those(&trace, is_queued), those(&trace, is_executed));
        prop_assert_eq!(queued.len(), executed.len());
        let mut free = Time::START;
        for ((arrived, waiting), (ran, runner)) in queued.into_iter().zip(executed) {
            prop_assert_eq!(waiting, runner);
            prop_assert_eq!(ran, arrived.max(free) + SERVICE);
            free = ran;
        }
    }

    #[test]
    fn without_jitter_a_message_takes_half_the_round_trip(base in testing::scenarios()) {
        let scenario = Scenario { jitter: Jitter::None, ..base };
        let trace = Trace::of(&scenario);
        let half = Span::from_nanos(scenario.rtt.nanos() / 2);
        let there = those(&trace, is_sent).into_iter().zip(those(&trace, is_queued));
        let back = those(&trace, is_executed).into_iter().zip(those(&trace, is_received));
        for ((left, sender), (arrived, receiver)) in there.chain(back) {
            prop_assert_eq!((left + half, sender), (arrived, receiver));
        }
    }

    #[test]
    fn keeping_counts_alone_comes_to_the_same_as_keeping_everything(scenario in testing::scenarios()) {
        prop_assert_eq!(Verdict::of(&scenario), Trace::of(&scenario).verdict());
    }

    #[test]
    fn the_same_scenario_runs_the_same(scenario in testing::scenarios()) {
        prop_assert_eq!(Trace::of(&scenario), Trace::of(&scenario));
    }

    #[test]
    fn strategies_and_round_trips_are_compared_on_the_same_burst(
        base in testing::scenarios(), other in testing::scenarios()
    ) {
        let watches = base.balancer == Balancer::LeastBusy;
        let base = Scenario { balancer: if watches { Balancer::Random } else { base.balancer }, ..base };
        let Scenario { strategy, rtt, jitter, limit, window, work, .. } = other;
        let changed = Scenario { strategy, rtt, jitter, limit, window, work, ..base };
        prop_assert_eq!(those(&Trace::of(&base), is_routed), those(&Trace::of(&changed), is_routed));
    }

    #[test]
    fn arrivals_are_the_same_whatever_the_balancer_and_the_servers(
        base in testing::scenarios(), other in testing::scenarios()
    ) {
        let Scenario { balancer, servers, .. } = other;
        let sent = |scenario| -> Vec<_> {
            those(&Trace::of(&scenario), is_routed).into_iter().map(|(at, request)| (at, request.number)).collect()
        };
        prop_assert_eq!(sent(base), sent(Scenario { balancer, servers, ..base }));
    }
}

/// Evenly spaced by d with R from a read to its write: `min(B, L * ceil(R / d))` for get-set, `L - 1 + ceil(R / d)` for
/// get-incr.
#[test]
fn a_burst_in_step_lets_through_what_the_closed_form_says() {
    let at = |burst, limit, spacing_us, rtt_us| {
        let spread = Span::from_micros(spacing_us) * u64::from(burst);
        let rtt = Span::from_micros(rtt_us);
        Scenario { burst, limit, spread, rtt, arrivals: Arrivals::Even, ..Scenario::default() }
    };
    for (scenario, get_set, get_incr) in [
        (at(40, 10, 1000, 1950), 20, 11),
        (at(40, 10, 1000, 2050), 30, 12),
        (at(40, 10, 1000, 0), 10, 10),
        (at(100, 7, 500, 1700), 28, 10),
        (at(1000, 50, 100, 333), 200, 53),
        (at(30, 10, 1000, 20_000), 30, 30),
        (at(5, 10, 1000, 2000), 5, 5),
    ] {
        for (strategy, allowed) in [(Strategy::GetSet, get_set), (Strategy::GetIncr, get_incr)] {
            let verdict = Verdict::of(&Scenario { strategy, ..scenario });
            assert_eq!((verdict.allowed, verdict.worst_case), (allowed, allowed), "{strategy:?} {scenario:?}");
        }
    }
}

#[test]
fn even_arrivals_over_several_windows_are_bounded_window_by_window() {
    // Spread over 1.5 s and 1 ms on their way, 27 requests reach a server in the first second and 13 in the second.
    for (link, allowed) in [
        ("strategy=incr&limit=25", 38),
        ("strategy=incr&limit=25&jitter=exponential&balancer=least-busy", 38),
        ("strategy=incr&limit=10", 20),
        ("strategy=local&limit=25&balancer=sticky", 38),
        ("strategy=local&limit=6&balancer=round-robin", 24 + 13),
        ("strategy=split&limit=26&balancer=round-robin", 24 + 13),
        ("strategy=split&limit=25&balancer=sticky", 6 + 6),
        ("strategy=get-set&limit=25&rtt=0ms", 38),
        ("strategy=get-incr&limit=25&rtt=60ms", 26 + 13),
    ] {
        let link: Link = format!("{link}&arrivals=even&spread=1500ms").parse().unwrap();
        for seed in 0..50 {
            let verdict = Verdict::of(&Scenario { seed, ..link.scenario });
            assert_eq!((verdict.allowed, verdict.worst_case), (allowed, allowed), "seed {seed}, {link}");
        }
    }
}

/// A count must not begin again while commands for its window are on their way, for seconds or behind a long queue.
#[test]
fn incr_is_exact_also_where_commands_come_long_after_their_window() {
    let late = Scenario { strategy: Strategy::Incr, burst: 1000, servers: 32, ..Scenario::default() };
    let (jitter, rtt) = (Jitter::Exponential, Span::from_millis(500));
    for scenario in [
        Scenario { jitter, rtt, spread: Span::from_millis(900), ..late },
        Scenario { jitter, rtt, spread: Span::from_secs(3), window: Span::from_millis(100), limit: 5, ..late },
        Scenario { rtt: Span::ZERO, spread: Span::from_millis(1), window: Span::from_millis(1), ..late },
    ] {
        for seed in 0..5 {
            let trace = Trace::of(&Scenario { seed, ..scenario });
            for count in by_window(&trace).values() {
                assert_eq!(count.allowed, count.requests.min(scenario.limit), "seed {seed}, {scenario:?}");
            }
        }
    }
}

#[test]
fn a_boundary_belongs_to_the_window_that_it_begins() {
    // Requests reach a server 1 ms after they left: the fourth of one a millisecond reaches it when the window of 4 ms ends.
    let scenario = Scenario {
        strategy: Strategy::Incr,
        burst: 5,
        limit: 2,
        spread: Span::from_millis(5),
        arrivals: Arrivals::Even,
        window: Span::from_millis(4),
        ..Scenario::default()
    };
    let windows = by_window(&Trace::of(&scenario));
    let found: Vec<_> = windows.iter().map(|(window, count)| (*window, count.requests, count.allowed)).collect();
    assert_eq!(found, [(0, 3, 2), (1, 2, 2)]);
}

#[test]
fn the_smallest_and_largest_bursts_run() {
    for strategy in [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::GetIncr, Strategy::Incr] {
        for servers in [1, 32] {
            for burst in [1, 1000] {
                let none =
                    Scenario { strategy, servers, burst, spread: Span::ZERO, rtt: Span::ZERO, ..Scenario::default() };
                assert_eq!(Verdict::of(&none).redis_calls > 0, !matches!(strategy, Strategy::Local | Strategy::Split));
                let all = Scenario { limit: 10_000, ..none };
                let let_through =
                    if strategy == Strategy::Split { burst.min(10_000 / servers * servers) } else { burst };
                assert_eq!(Verdict::of(&all).allowed, let_through, "{strategy:?} {servers} {burst}");
            }
        }
    }
}
