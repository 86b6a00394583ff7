//! All orders of every strategy with every rule that goes with it: against the hand, and against limiters in plain numbers.

#[path = "../src/testing.rs"]
mod testing;

use limit_sim::explore::{Covered, Explorer, Orders};
use limit_sim::hand::{Case, Events, Happened, Position, replay};
use limit_sim::rule::Rule;
use limit_sim::scenario::{self, Scenario, Strategy};
use limit_sim::trace::Outcome;

const NO_EVENTS: Events = Events { window_ends: false, crashes: false };
const WINDOW_ENDS: Events = Events { window_ends: true, crashes: false };
const BOTH: Events = Events { window_ends: true, crashes: true };

/// Placements that go over their limit in no order.
const EXACT: [Strategy; 12] = [
    Strategy::Split,
    Strategy::Incr,
    Strategy::IncrExpire,
    Strategy::MultiExec,
    Strategy::SetNxIncr,
    Strategy::Cas,
    Strategy::Lock,
    Strategy::Script,
    Strategy::Lease,
    Strategy::Owner,
    Strategy::Edge,
    Strategy::DenyCache,
];

fn small(pair: Scenario, burst: u32, limit: u32) -> Scenario {
    Scenario { servers: 2, burst, limit, retries: 1, ..pair }
}

fn explore(scenario: &Scenario, events: Events) -> Orders {
    let found = Explorer::new(&Case::of(scenario, events).unwrap()).finish();
    assert_eq!(found.covered, Covered::All, "{scenario:?}");
    found
}

/// Complete orders, those that go over, and the most that one lets through.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    orders: u128,
    over: u128,
    most: u32,
}

impl Count {
    fn of(found: &Orders) -> Self {
        Self { orders: found.orders, over: found.over_orders, most: found.most_allowed }
    }

    /// Goes on from a position in every way, one after the other.
    fn go(&mut self, position: &Position) {
        if position.done() {
            self.orders += 1;
            self.over += u128::from(position.over() > 0);
            self.most = self.most.max(position.allowed());
            return;
        }
        for choice in position.case().numbers() {
            let mut next = position.clone();
            if next.take(choice).is_ok() {
                self.go(&next);
            }
        }
    }
}

/// Catches requests taken for alike that are not.
#[test]
fn the_explorer_counts_what_the_hand_comes_to_choice_by_choice() {
    for pair in testing::pairs() {
        let many = matches!(pair.strategy, Strategy::Cas | Strategy::Lock);
        for (requests, events) in [(3, NO_EVENTS), (2, WINDOW_ENDS), (2, BOTH)] {
            let requests = if many { 2 } else { requests };
            for limit in 1..=2 {
                let scenario = small(pair, requests, limit);
                let mut count = Count::default();
                count.go(&Position::start(&Case::of(&scenario, events).unwrap()));
                assert_eq!(Count::of(&explore(&scenario, events)), count, "{scenario:?} {events:?}");
            }
        }
    }
}

#[test]
fn exact_placements_go_over_in_no_order_and_racy_ones_in_some() {
    for pair in testing::pairs() {
        let mut over = 0;
        for (requests, limit) in [(2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (6, 4)] {
            // Those that try again have more orders than the rest.
            let requests =
                if matches!(pair.strategy, Strategy::Cas | Strategy::Lock) { requests.min(4) } else { requests };
            over += explore(&small(pair, requests, limit), NO_EVENTS).over_orders;
        }
        assert_eq!(over == 0, EXACT.contains(&pair.strategy), "{pair:?}");
    }
}

/// Where a request is, in plain numbers.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Outside,
    Watched(u32),
    Read { version: u32, count: u32 },
    WillUnwatch,
    Decided(bool),
}

/// A limiter in plain numbers, while time stands still.
#[derive(Clone)]
struct Plain {
    strategy: Strategy,
    limit: u32,
    at: Vec<At>,
    tries: Vec<u32>,
    count: u32,
    version: u32,
    /// For each server, the total that it has heard of, what it has let through since, and whether it has told.
    servers: Vec<(u32, u32, bool)>,
}

impl Plain {
    fn new(scenario: &Scenario) -> Self {
        Self {
            strategy: scenario.strategy,
            limit: scenario.limit,
            at: vec![At::Outside; scenario.burst as usize],
            tries: vec![scenario.retries; scenario.burst as usize],
            count: 0,
            version: 0,
            servers: vec![(0, 0, false); scenario.servers as usize],
        }
    }

    fn step(&mut self, request: usize) {
        let passes = self.count < self.limit;
        self.at[request] = match (self.strategy, self.at[request]) {
            (Strategy::Script | Strategy::MultiExec, _) => {
                self.count += 1;
                At::Decided(passes)
            }
            (Strategy::SyncAll, _) => {
                let server = request % self.servers.len();
                let (total, own, _) = &mut self.servers[server];
                let passes = *total + *own < self.limit;
                *own += u32::from(passes);
                At::Decided(passes)
            }
            (Strategy::ReadWrite, At::Read { count, .. }) => {
                self.count = count + 1;
                At::Decided(true)
            }
            (Strategy::ReadWrite, _) if passes => At::Read { version: 0, count: self.count },
            (Strategy::ReadWrite, _) => At::Decided(false),
            (_, At::Outside) => At::Watched(self.version),
            (_, At::Watched(version)) if passes => At::Read { version, count: self.count },
            (_, At::Watched(_)) => At::WillUnwatch,
            (_, At::Read { version, count }) if version == self.version => {
                (self.count, self.version) = (count + 1, version + 1);
                At::Decided(true)
            }
            (_, At::Read { .. }) if self.tries[request] > 0 => {
                self.tries[request] -= 1;
                At::Outside
            }
            _ => At::Decided(false),
        };
    }

    fn count(&self, into: &mut Count) {
        let open: Vec<usize> = (0..self.at.len()).filter(|one| !matches!(self.at[*one], At::Decided(_))).collect();
        if open.is_empty() {
            let allowed = self.at.iter().filter(|at| **at == At::Decided(true)).count() as u32;
            into.orders += 1;
            into.over += u128::from(allowed > self.limit);
            into.most = into.most.max(allowed);
            return;
        }
        for request in open {
            let mut next = self.clone();
            next.step(request);
            next.count(into);
        }
        let syncs = if self.strategy == Strategy::SyncAll { self.servers.len() } else { 0 };
        for server in (0..syncs).filter(|server| !self.servers[*server].2) {
            let mut next = self.clone();
            next.count += next.servers[server].1;
            next.servers[server] = (next.count, 0, true);
            next.count(into);
        }
    }
}

#[test]
fn the_numbers_are_those_of_limiters_in_plain_numbers() {
    let rules = [scenario::Rule::FixedWindow, scenario::Rule::TokenBucket];
    for (strategy, rules, most) in [
        (Strategy::Script, &rules[..], 5),
        (Strategy::MultiExec, &rules[..1], 5),
        (Strategy::ReadWrite, &rules[..], 4),
        (Strategy::Cas, &rules[..], 2),
        (Strategy::SyncAll, &rules[..1], 4),
    ] {
        for rule in rules {
            for (requests, limit) in (1..=most).flat_map(|requests| (1..=3).map(move |limit| (requests, limit))) {
                let scenario = small(Scenario { strategy, rule: *rule, ..Scenario::default() }, requests, limit);
                let mut count = Count::default();
                Plain::new(&scenario).count(&mut count);
                assert_eq!(Count::of(&explore(&scenario, NO_EVENTS)), count, "{scenario:?}");
            }
        }
    }
}

/// A crash between INCR and EXPIRE leaves a key that never ends.
#[test]
fn a_crash_before_the_expiry_leaves_a_count_that_refuses_for_ever() {
    let scenario = Scenario { strategy: Strategy::IncrExpire, servers: 2, burst: 6, limit: 2, ..Scenario::default() };
    let case = Case::of(&scenario, BOTH).unwrap();
    let outcomes = |order: &[u8]| -> Vec<Outcome> {
        let end = replay(&case, order);
        assert_eq!(end.blocked, None);
        let step = |one| if let Happened::Step(step) = one { step.decided.map(|(_, outcome)| outcome) } else { None };
        end.happened.into_iter().filter_map(step).collect()
    };
    let (window_ends, crash) = (7, 8);
    // Request 1 has counted and is lost; the second takes the last place; the window ends, and nothing begins anew.
    let stuck = outcomes(&[1, crash, 2, window_ends, 3, 4, 5, 6]);
    assert_eq!(stuck, [&[Outcome::Allowed][..], &[Outcome::Refused; 4]].concat());
    // The same, had the expiry been set.
    let well = outcomes(&[1, 1, crash, 2, window_ends, 3, 3, 4, 5, 6]);
    let [allowed, refused] = [[Outcome::Allowed; 2], [Outcome::Refused; 2]];
    assert_eq!(well, [allowed, allowed, refused].concat());
}

#[test]
fn with_k_retries_k_plus_one_of_those_in_step_win() {
    // All watch, all read, all write, and so on.
    let scenario = Scenario { strategy: Strategy::Cas, servers: 2, burst: 4, limit: 4, ..Scenario::default() };
    for retries in 0..=4u32 {
        let case = Case::of(&Scenario { retries, ..scenario }, NO_EVENTS).unwrap();
        let mut position = Position::start(&case);
        let mut attempts = 0;
        while !position.done() {
            for _ in 0..3 {
                for choice in 1..=4 {
                    attempts += u32::from(position.take(choice).is_ok());
                }
            }
        }
        assert_eq!(position.allowed(), 4.min(retries + 1));
        if retries == 4 {
            assert_eq!(attempts, 3 * 4 * 5 / 2);
        }
    }
    assert!(matches!(Rule::of(&scenario), Rule::FixedWindow(_)));
}
