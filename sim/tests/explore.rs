//! The explorer against all orders one by one, and against closed forms.

mod plain;

use limit_sim::explore::{Bar, Covered, Explorer, Orders};
use limit_sim::hand::{Case, Events, Pick, Position, replay};
use limit_sim::scenario::{Choice, Scenario, Strategy};
use plain::{CLASSIC, Enumeration, Game};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Strategy as _;

const NO_EVENTS: Events = Events { window_ends: false, crashes: false };
const WINDOW_ENDS: Events = Events { window_ends: true, crashes: false };
const CRASHES: Events = Events { window_ends: false, crashes: true };
const BOTH: Events = Events { window_ends: true, crashes: true };

/// Small enough for going through all orders.
fn games() -> impl proptest::strategy::Strategy<Value = Game> {
    let sizes = prop_oneof![(1..=4u32, Just(NO_EVENTS)), (1..=3u32, select(vec![WINDOW_ENDS, CRASHES, BOTH]))];
    (select(&CLASSIC[..]), 1..=3u32, 1..=4u32, sizes).prop_map(|(strategy, servers, limit, (requests, events))| Game {
        strategy,
        servers,
        requests,
        limit,
        events,
    })
}

fn explore(game: &Game) -> Orders {
    Explorer::new(&game.case()).finish()
}

/// What the explorer should find, from the orders one by one; those of at most so many choices.
fn expected(game: &Game, all: &Enumeration, choices: Option<u32>) -> Orders {
    let within = |order: &&(u32, bool, usize)| choices.is_none_or(|most| order.2 <= most as usize);
    let bar = |allowed: u32| Bar {
        allowed,
        orders: all.orders.iter().filter(within).filter(|order| order.0 == allowed).count() as u128,
        over_orders: all.orders.iter().filter(within).filter(|order| order.0 == allowed && order.1).count() as u128,
        example: all.examples[allowed as usize].clone().unwrap_or_default(),
    };
    let histogram: Vec<Bar> = (0..=game.requests).map(bar).filter(|bar| bar.orders > 0).collect();
    Orders {
        orders: all.orders.iter().filter(within).count() as u128,
        over_orders: all.orders.iter().filter(within).filter(|order| order.1).count() as u128,
        most_allowed: histogram.last().map_or(0, |bar| bar.allowed),
        states: all.states.len() as u64,
        shortest: all.shortest.clone(),
        histogram,
        covered: choices.map_or(Covered::All, Covered::Choices),
    }
}

proptest! {
    #[test]
    fn the_numbers_are_those_of_all_orders_one_by_one(game in games()) {
        let all = Enumeration::from(&game, &game.start());
        prop_assert_eq!(explore(&game), expected(&game, &all, None));
    }

    #[test]
    fn from_a_position_the_numbers_are_those_of_all_orders_that_go_on_from_it(
        game in games(), picks in proptest::collection::vec(any::<usize>(), 0..6)
    ) {
        let (mut position, mut state) = (Position::start(&game.case()), game.start());
        for pick in picks {
            let choices = game.choices(&state);
            if choices.is_empty() {
                break;
            }
            let (choice, after) = choices[pick % choices.len()].clone();
            position.take(choice).unwrap();
            state = after;
        }
        let all = Enumeration::from(&game, &state);
        prop_assert_eq!(Explorer::from_position(&position).finish(), expected(&game, &all, None));
    }

    #[test]
    fn half_way_the_orders_that_are_complete_by_then_are_counted(game in games(), budget in 0..200usize) {
        let mut explorer = Explorer::new(&game.case());
        explorer.advance(budget);
        let found = explorer.orders();
        let Covered::Choices(choices) = found.covered else { return Ok(()) };
        prop_assert_eq!(explorer.progress().choices, choices);
        let all = Enumeration::from(&game, &game.start());
        let expected = expected(&game, &all, Some(choices));
        prop_assert_eq!(found.histogram, expected.histogram);
        prop_assert_eq!((found.orders, found.over_orders), (expected.orders, expected.over_orders));
        prop_assert!(found.states <= expected.states);
    }

    #[test]
    fn the_choices_that_can_be_taken_are_those_of_the_plain_limiters(
        game in games(), picks in proptest::collection::vec(any::<usize>(), 0..12)
    ) {
        let (mut position, mut state) = (Position::start(&game.case()), game.start());
        for pick in picks {
            let choices = game.choices(&state);
            let numbers: Vec<u8> = choices.iter().map(|(choice, _)| *choice).collect();
            let possible: Vec<u8> = (0..=u8::MAX).filter(|choice| position.check(*choice).is_ok()).collect();
            prop_assert_eq!(possible, numbers);
            prop_assert_eq!(position.done(), choices.is_empty());
            prop_assert_eq!(position.allowed(), state.allowed());
            prop_assert_eq!(position.over() > 0, game.is_over(&state));
            let Some((choice, after)) = choices.get(pick % choices.len().max(1)).cloned() else { break };
            position.take(choice).unwrap();
            state = after;
        }
    }

    #[test]
    fn slices_change_nothing(game in games(), budgets in proptest::collection::vec(1..50usize, 1..5)) {
        let mut explorer = Explorer::new(&game.case());
        let mut budgets = budgets.iter().cycle();
        while !explorer.advance(*budgets.next().unwrap()) {
            let progress = explorer.progress();
            prop_assert!(progress.choices <= progress.at_most);
        }
        prop_assert_eq!(explorer.orders(), explore(&game));
    }
}

fn factorial(n: u32) -> u128 {
    (1..=u128::from(n)).product()
}

fn orders(strategy: Strategy, requests: u32, limit: u32, events: Events) -> Option<u128> {
    let found = explore(&Game { strategy, servers: 1, requests, limit, events });
    (found.covered == Covered::All).then_some(found.orders)
}

#[test]
fn checks_of_two_commands_have_2k_factorial_over_2_to_the_k_orders() {
    let two_each = |requests: u32| {
        // The orders of one request more: its two commands go anywhere among those that are there.
        (1..=u128::from(requests)).map(|k| k * (2 * k - 1)).product::<u128>()
    };
    for requests in 1..=12 {
        let found = orders(Strategy::GetSet, requests, requests, NO_EVENTS);
        assert_eq!(found, Some(two_each(requests)), "get-set, {requests}");
    }
    // 19 requests have more than fit in 128 bits.
    for requests in 1..=18 {
        let found = orders(Strategy::GetIncr, requests, requests + 1, NO_EVENTS);
        assert_eq!(found, Some(two_each(requests)), "get-incr, {requests}");
    }
}

#[test]
fn checks_of_one_step_have_k_factorial_orders_and_the_window_can_end_before_each_or_not_at_all() {
    for (strategy, limit) in [(Strategy::Local, 3), (Strategy::Split, 3)] {
        for requests in 1..=34 {
            assert_eq!(orders(strategy, requests, limit, NO_EVENTS), Some(factorial(requests)));
        }
        for requests in 1..=33 {
            assert_eq!(orders(strategy, requests, limit, WINDOW_ENDS), Some(factorial(requests + 1)));
        }
    }
}

#[test]
fn incr_has_k_times_k_factorial_orders() {
    // The first one's expiry goes anywhere after its increment.
    for requests in 1..=33 {
        let found = orders(Strategy::Incr, requests, 5, NO_EVENTS);
        assert_eq!(found, Some(u128::from(requests) * factorial(requests)), "{requests}");
    }
}

#[test]
fn three_requests_that_read_then_write_are_over_in_60_of_66_orders() {
    let found = explore(&Game { strategy: Strategy::GetSet, servers: 2, requests: 3, limit: 1, events: NO_EVENTS });
    assert_eq!((found.orders, found.over_orders, found.most_allowed, found.states), (66, 60, 3, 45));
    assert_eq!(found.shortest, Some(vec![1, 2, 1, 2]));
    let bars: Vec<_> = found.histogram.iter().map(|bar| (bar.allowed, bar.orders)).collect();
    assert_eq!(bars, [(1, 6), (2, 24), (3, 36)]);
}

fn small(strategy: Strategy, events: Events) -> impl Iterator<Item = Game> {
    let sizes =
        (1..=3).flat_map(|servers| (1..=5).flat_map(move |requests| (1..=5).map(move |l| (servers, requests, l))));
    sizes.map(move |(servers, requests, limit)| Game { strategy, servers, requests, limit, events })
}

#[test]
fn incr_is_never_over_whatever_happens() {
    for game in [NO_EVENTS, WINDOW_ENDS, CRASHES, BOTH].into_iter().flat_map(|events| small(Strategy::Incr, events)) {
        let found = explore(&game);
        assert_eq!((found.over_orders, found.shortest, found.covered), (0, None, Covered::All), "{game:?}");
        if game.events == NO_EVENTS {
            let exact = game.requests.min(game.limit);
            assert!(found.histogram.iter().all(|bar| bar.allowed == exact), "{game:?}");
        }
    }
}

#[test]
fn split_is_never_over_unless_a_server_crashes() {
    for game in [NO_EVENTS, WINDOW_ENDS].into_iter().flat_map(|events| small(Strategy::Split, events)) {
        let found = explore(&game);
        assert_eq!((found.over_orders, found.shortest, found.covered), (0, None, Covered::All), "{game:?}");
    }
}

#[test]
fn split_is_over_by_up_to_a_share_after_a_crash_because_the_server_forgets() {
    let game = Game { strategy: Strategy::Split, servers: 2, requests: 4, limit: 2, events: CRASHES };
    let found = explore(&game);
    // Requests 1 and 3 are at server 1, which crashes in between: choice 6.
    assert_eq!(found.shortest, Some(vec![1, 2, 6, 3]));
    assert!(found.over_orders > 0 && found.over_orders < found.orders);
    for game in small(Strategy::Split, CRASHES) {
        assert!(explore(&game).most_allowed <= game.limit + game.limit / game.servers, "{game:?}");
    }
}

#[test]
fn what_is_too_large_is_covered_as_far_as_it_goes() {
    // 35! / 4!, the number of ways to take 31 of 35 steps, is more than fits in 128 bits; 34! fits.
    let game = |requests| Game { strategy: Strategy::Local, servers: 1, requests, limit: 2, events: NO_EVENTS };
    assert_eq!(explore(&game(34)).covered, Covered::All);
    let found = explore(&game(35));
    assert_eq!((found.covered, found.orders, found.histogram), (Covered::Choices(30), 0, vec![]));
    // Here it is states that are too many.
    let found = explore(&Game { strategy: Strategy::GetSet, servers: 32, requests: 100, limit: 7, events: BOTH });
    assert!(matches!(found.covered, Covered::Choices(1..)), "{:?}", found.covered);
    assert_eq!(found.orders, 0);
}

#[test]
fn too_many_orders_in_all_are_noticed_though_each_number_fits() {
    let found = explore(&Game { strategy: Strategy::Incr, servers: 1, requests: 34, limit: 5, events: NO_EVENTS });
    assert!(matches!(found.covered, Covered::Choices(_)));
    assert_eq!(found.orders, 0);
}

#[test]
fn each_example_lets_as_many_through_as_it_says_and_the_shortest_ends_with_the_decision_that_goes_over() {
    for (strategy, events) in Strategy::ALL.iter().flat_map(|one| [NO_EVENTS, WINDOW_ENDS, BOTH].map(|all| (*one, all)))
    {
        // Those that try again have more orders than all others.
        let most = if matches!(strategy, Strategy::Cas | Strategy::Lock) { 3 } else { 6 };
        for game in [(2, 6, 2), (3, 5, 1), (1, 5, 3)].map(|(servers, requests, limit)| Game {
            strategy,
            requests: most.min(requests),
            servers,
            limit,
            events,
        }) {
            let (case, found) = (game.case(), explore(&game));
            for bar in &found.histogram {
                let end = replay(&case, &bar.example);
                assert_eq!((end.blocked, end.position.done()), (None, true), "{game:?}");
                assert_eq!(end.position.allowed(), bar.allowed, "{game:?}");
            }
            assert_eq!(found.histogram.iter().map(|bar| bar.orders).sum::<u128>(), found.orders);
            let Some((last, before)) = found.shortest.as_ref().and_then(|order| order.split_last()) else { continue };
            let mut position = replay(&case, before).position;
            assert_eq!(position.over(), 0, "{game:?}");
            position.take(*last).unwrap();
            assert_eq!(position.over(), 1, "{game:?}");
        }
    }
}

fn case(strategy: Strategy, servers: u32, burst: u32, events: Events) -> Case {
    Case::of(&Scenario { strategy, servers, burst, ..Scenario::default() }, events).unwrap()
}

#[test]
fn no_order_has_more_choices_than_is_said() {
    for (case, choices, at_most) in [
        (case(Strategy::GetSet, 3, 3, NO_EVENTS), vec![], 6),
        (case(Strategy::GetSet, 3, 3, WINDOW_ENDS), vec![], 7),
        (case(Strategy::GetSet, 3, 3, BOTH), vec![], 8),
        (case(Strategy::Incr, 3, 3, NO_EVENTS), vec![], 6),
        (case(Strategy::Local, 3, 3, NO_EVENTS), vec![], 3),
        (case(Strategy::SyncAll, 3, 2, NO_EVENTS), vec![], 5),
        (case(Strategy::SyncAll, 3, 2, NO_EVENTS), vec![Pick::Sync(0), Pick::Request(0)], 3),
        (case(Strategy::SyncAll, 3, 1, NO_EVENTS), vec![Pick::Request(0)], 0),
        (case(Strategy::GetSet, 2, 2, BOTH), vec![Pick::Request(0)], 5),
        (case(Strategy::GetSet, 2, 2, BOTH), vec![Pick::Request(0), Pick::WindowEnds], 4),
        (case(Strategy::GetSet, 2, 2, BOTH), vec![Pick::WindowEnds, Pick::Request(0), Pick::Crash(1)], 3),
        (case(Strategy::Local, 2, 1, BOTH), vec![Pick::Request(0)], 0),
    ] {
        let mut position = Position::start(&case);
        for pick in &choices {
            position.take(case.number(*pick)).unwrap();
        }
        let mut explorer = Explorer::from_position(&position);
        assert_eq!(explorer.progress().at_most, at_most, "{:?} after {choices:?}", case.scenario().strategy);
        while !explorer.advance(1) {}
        // One order has as many; but of those that INCR, only the first sets an expiry.
        let all = explorer.progress().choices == at_most;
        assert_eq!(all, case.scenario().strategy != Strategy::Incr, "{case:?} after {choices:?}");
    }
}

#[test]
fn progress_counts_each_state_that_was_gone_through() {
    let mut explorer = Explorer::new(&case(Strategy::GetSet, 3, 3, BOTH));
    for gone in 1..60 {
        assert!(!explorer.advance(1));
        assert_eq!(explorer.progress().states, gone);
    }
}

#[test]
fn the_syncs_of_many_servers_are_told_apart() {
    let case = case(Strategy::SyncAll, 18, 1, NO_EVENTS);
    // With one request and n servers that have not told: the request after k of them, in any order of those.
    let orders = |left: u128| (0..=left).map(|k| (left - k + 1..=left).product::<u128>()).sum::<u128>();
    for told in [(0..15).collect::<Vec<u32>>(), (0..15).chain([16]).collect(), (2..18).collect()] {
        let mut position = Position::start(&case);
        told.iter().for_each(|server| drop(position.take(case.number(Pick::Sync(*server))).unwrap()));
        let found = Explorer::from_position(&position).finish();
        assert_eq!((found.covered, found.orders), (Covered::All, orders(18 - told.len() as u128)), "{told:?}");
    }
}
