//! What a shared limiter costs: the lessons' figures, and the engine against the theory of queues.

use limit_sim::cost::{Bill, SHARE, Usage};
use limit_sim::queueing::{Load, Waits, scenario, waits};
use limit_sim::redis::server::{SERVICE, service};
use limit_sim::scenario::{Amount, Calls, Choice, Costs, Scenario, Strategy};
use limit_sim::time::Span;
use limit_sim::trace::{Kind, Trace};
use proptest::prelude::{Just, prop_assert, prop_oneof, proptest};
use proptest::sample::select;
use proptest::strategy::Strategy as Drawn;

const LESSON: Usage = Usage { calls: 1, requests: 1, service: Some(SERVICE) };

fn bill(costs: Costs) -> Bill {
    Bill::of(&costs, &LESSON)
}

fn load(percent: u64) -> Load {
    Load::from_billionths(percent * 10_000_000)
}

#[test]
fn the_lessons_dinner_peak_is_what_the_lesson_says() {
    let bill = bill(Costs::default());
    assert_eq!(bill.calls_a_second, 5_400.0);
    assert_eq!(bill.capacity_a_second, 100_000.0);
    assert_eq!([bill.utilisation, bill.fullest], [Load::from_billionths(54_000_000); 2]);
    assert_eq!(bill.utilisation.share(), 0.054);
    assert_eq!(bill.as_scripts.share(), 0.108);
    assert_eq!(bill.as_commands.share(), 0.0432);
    assert_eq!(bill.nodes, Some(1));
    assert_eq!(bill.memory_bytes, 20_000_000);
    assert_eq!(bill.added_us, 450.0);
    // "About 1 %": at the ends of what the lesson gives, 0.2 to 0.5 ms in 30 to 80 ms, from 0.4 to 2.5 %.
    assert_eq!(bill.part_of_request, 0.009);
}

#[test]
fn twenty_thousand_a_second_to_one_key_are_no_matter_until_a_call_takes_fifty_microseconds() {
    let costs = |service| Costs { rate: 20_000, hot: 20_000, checks: 10, service, ..Costs::default() };
    let of = |micros| bill(costs(Span::from_micros(micros)));
    assert_eq!([of(8).busiest_key, of(20).busiest_key], [load(16), load(40)]);
    assert_eq!([of(8).nodes, of(20).nodes, of(35).nodes], [Some(1); 3]);
    // Sharding does not help: the queue still has an end at 49, and none from 50 on.
    assert_eq!((of(36).nodes, of(49).nodes, of(50).nodes), (None, None, None));
    assert!(of(49).wait_us.is_some());
    assert_eq!([8, 20, 50].map(|micros| of(micros).unbounded_at_us), [Some(50.0); 3]);
    assert_eq!((of(50).wait_us, of(50).fullest, of(60).wait_us), (None, Load::FULL, None));
}

#[test]
fn fifty_thousand_a_second_take_one_node_for_commands_and_two_for_scripts() {
    let of = |micros| bill(Costs { rate: 50_000, checks: 10, service: Span::from_micros(micros), ..Costs::default() });
    assert_eq!([of(10).nodes, of(20).nodes], [Some(1), Some(2)]);
    assert_eq!(of(10).wait_us, Some(5.0));
    assert_eq!((of(20).one_node_wait_us, of(20).fullest, of(20).wait_us), (None, load(50), Some(10.0)));
}

#[test]
fn a_node_is_used_seventy_percent_at_most_and_no_node_is_too_many() {
    for (rate, nodes) in [(70_000, 1), (70_001, 2), (140_000, 2), (140_001, 3), (210_000, 3), (1_000_000, 15)] {
        assert_eq!(bill(Costs { rate, checks: 10, ..Costs::default() }).nodes, Some(nodes), "{rate}");
    }
    // The busiest key leaves the others less room.
    let costs = Costs { rate: 100_000, checks: 10, hot: 60_000, ..Costs::default() };
    let of = bill(costs);
    assert_eq!((of.nodes, of.fullest), (Some(4), load(70)));
    assert_eq!(bill(Costs { hot: 70_000, ..costs }).nodes, None);
}

#[test]
fn the_calls_of_a_check_are_those_of_the_run_if_that_is_asked_for() {
    let run = |strategy| Usage::of(&Trace::of(&Scenario { strategy, ..Scenario::default() }));
    let costs = Costs { calls: Calls::Run, ..Costs::default() };
    // One INCR for each of 40 requests, and one EXPIRE.
    let incr = run(Strategy::Incr);
    assert_eq!(incr, Usage { calls: 41, requests: 40, service: Some(SERVICE) });
    assert_eq!(Bill::of(&costs, &incr).calls_a_second, 5_535.0);
    assert_eq!(run(Strategy::Script).service, Some(Span::from_micros(20)));
    // A transaction of two: MULTI, INCR, EXPIRE, EXEC.
    assert_eq!(run(Strategy::MultiExec), Usage { calls: 40, requests: 40, service: Some(SERVICE * 4) });
    let local = Bill::of(&costs, &run(Strategy::Local));
    assert_eq!((local.calls_a_second, local.utilisation, local.nodes), (0.0, Load::default(), Some(1)));
    assert_eq!((local.wait_us, local.added_us), (Some(0.0), 0.0));
}

/// Utilisations in percent, and seeds.
const RUNS: [(u64, [u64; 4]); 3] = [(20, [1, 2, 3, 7]), (50, [1, 2, 3, 7]), (80, [1, 2, 3, 7])];

#[test]
fn calls_wait_in_the_engine_as_long_as_the_formula_says() {
    for (percent, seeds) in RUNS {
        let expected = load(percent).mean_wait().unwrap();
        for seed in seeds {
            let Waits { mean, standard_error, calls } = Waits::measured(load(percent), 50_000, seed).unwrap();
            let off = (mean - expected) / standard_error;
            println!(
                "{percent} %, seed {seed}: {mean:.4} +- {standard_error:.4} of {calls}, expected {expected:.4}, {off:+.1}"
            );
            assert!(calls == 45_000 && off.abs() <= 4.0, "{percent} %, seed {seed}: off by {off:.1} standard errors");
            assert!(standard_error < 0.1 * expected, "{percent} %, seed {seed}: {standard_error} says little");
        }
    }
}

/// How many commands wait on average: counted as they come and go, not from how long they wait.
fn mean_waiting(trace: &Trace) -> f64 {
    let mut changes = Vec::new();
    for event in trace.events() {
        match &event.kind {
            Kind::Queued => changes.push((event.at.nanos(), 1)),
            Kind::Executed { command, .. } => changes.push((event.at.nanos() - service(command).nanos(), -1)),
            _ => {}
        }
    }
    changes.sort_unstable();
    let (mut waiting, mut since, mut area) = (0i64, 0, 0i64);
    for (at, change) in changes {
        area += waiting * (at - since) as i64;
        (waiting, since) = (waiting + change, at);
    }
    area as f64 / trace.end().nanos() as f64
}

#[test]
fn as_many_wait_as_come_in_the_time_that_one_waits() {
    for (percent, seeds) in RUNS {
        for seed in seeds {
            let trace = Trace::of(&scenario(load(percent), 20_000, seed));
            let waits = waits(&trace);
            let waited: u64 = waits.iter().map(|wait| wait.nanos()).sum();
            let rate_times_wait = waited as f64 / trace.end().nanos() as f64;
            let counted = mean_waiting(&trace);
            println!("{percent} %, seed {seed}: {counted:.4} wait, rate x wait is {rate_times_wait:.4}");
            assert!((counted - rate_times_wait).abs() < 1e-9 * counted);
            // And that many are those that the formula says, about: rho^2 / (2 (1 - rho)).
            let expected = load(percent).share() * load(percent).mean_wait().unwrap();
            assert!((counted / expected - 1.0).abs() < 0.25, "{counted} against {expected}");
        }
    }
}

#[test]
fn nothing_is_measured_where_no_mean_holds() {
    for load in [Load::default(), Load::FULL, load(150)] {
        assert_eq!(Waits::measured(load, 100, 7), None);
    }
    let rare = Waits::measured(Load::from_billionths(1), 20_000, 7).unwrap();
    assert_eq!((rare.mean, rare.standard_error, rare.calls), (0.0, 0.0, 18_000));
    let nearly = Waits::measured(Load::from_billionths(999_999_999), 2_000, 7).unwrap();
    assert!(nearly.mean > 5.0 && nearly.standard_error.is_finite(), "{nearly:?}");
}

/// Any amounts, the ends of their ranges among them.
fn costs() -> impl Drawn<Value = Costs> {
    let amount = |of: Amount| {
        let [least, most] = of.range();
        prop_oneof![1 => Just(least), 1 => Just(most), 4 => least..=most]
    };
    (Amount::ALL.map(amount), select(Calls::ALL)).prop_map(|(amounts, calls)| {
        let mut costs = Costs { calls, ..Costs::default() };
        Amount::ALL.into_iter().zip(amounts).for_each(|(of, amount)| costs.set(of, amount));
        costs
    })
}

proptest! {
    #[test]
    fn a_bill_has_no_number_that_is_none(costs in costs(), calls in 0..=1_000_000u64, requests in 1..=20_000u32) {
        let bill = Bill::of(&costs, &Usage { calls, requests, service: None });
        let numbers = [
            bill.calls_a_second, bill.calls_a_check, bill.capacity_a_second, bill.utilisation.share(), bill.added_us,
            bill.part_of_request, bill.wait_us.unwrap_or(0.0), bill.one_node_wait_us.unwrap_or(0.0),
        ];
        prop_assert!(numbers.iter().all(|one| one.is_finite() && *one >= 0.0), "{:?}", bill);
        prop_assert!(bill.busiest_key <= bill.fullest && bill.fullest <= bill.utilisation);
        match bill.nodes {
            Some(nodes) => prop_assert!(nodes >= 1 && bill.fullest <= SHARE),
            None => prop_assert!(bill.busiest_key >= SHARE && bill.fullest == bill.busiest_key),
        }
    }

    #[test]
    fn more_of_anything_never_costs_less(costs in costs(), more in costs()) {
        // All but the request's own time, of which more makes the limiter's part less.
        let mut most = costs;
        for of in Amount::ALL.into_iter().filter(|of| *of != Amount::Work) {
            most.set(of, costs.get(of).max(more.get(of)));
        }
        let (less, more) = (bill(costs), bill(most));
        prop_assert!(less.calls_a_second <= more.calls_a_second);
        prop_assert!(less.utilisation <= more.utilisation && less.busiest_key <= more.busiest_key);
        prop_assert!(less.nodes.unwrap_or(u64::MAX) <= more.nodes.unwrap_or(u64::MAX));
        prop_assert!(less.one_node_wait_us.unwrap_or(f64::MAX) <= more.one_node_wait_us.unwrap_or(f64::MAX));
        prop_assert!(less.memory_bytes <= more.memory_bytes && less.part_of_request <= more.part_of_request);
    }

    #[test]
    fn calls_wait_the_longer_the_more_there_are(one in 0..1_000_000_000u64, other in 0..1_000_000_000u64) {
        let waits = [one.min(other), one.max(other)].map(|one| Load::from_billionths(one).mean_wait().unwrap());
        prop_assert!(waits[0] <= waits[1] && waits[1].is_finite());
    }
}
