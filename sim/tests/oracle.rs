//! Redis strategies against a second simulation that has nothing in common with the engine: no events, no queue, one pass.

#[path = "../src/testing.rs"]
mod testing;

use std::collections::{BTreeMap, VecDeque};

use limit_sim::scenario::{Jitter, Scenario, Strategy};
use limit_sim::traffic;
use limit_sim::verdict::Verdict;
use proptest::prelude::*;

/// Nanoseconds.
const HOP: u64 = 500_000;
const SERVICE: u64 = 8_000;

/// A request's second command.
struct Second {
    arrives: u64,
    window: u64,
    /// What `get-set` writes.
    value: u32,
}

/// How many are let through, without jitter.
///
/// All first commands reach Redis in the order of sending. Redis answers in order and every reply takes as long, so second
/// commands reach it in the order of their first ones. What Redis runs is therefore the merge of two queues. At a tie that
/// one goes first whose sender was scheduled first: a first command's a hop before it was sent, a second one's half a round
/// trip before.
fn allowed(scenario: &Scenario) -> u32 {
    let mut sent = Vec::new();
    traffic::send_times(scenario, &mut sent);
    let half = scenario.rtt.nanos() / 2;
    let first_wins_ties = HOP >= half;
    let mut firsts: VecDeque<u64> = sent.iter().map(|at| at.nanos() + 2 * HOP + half).collect();
    let mut seconds: VecDeque<Second> = VecDeque::new();
    let mut counters: BTreeMap<u64, u32> = BTreeMap::new();
    let mut free = 0;
    let mut allowed = 0;
    loop {
        let first_is_next = match (firsts.front(), seconds.front()) {
            (None, None) => return allowed,
            (Some(first), Some(second)) if *first == second.arrives => first_wins_ties,
            (first, second) => second.is_none_or(|second| first.is_some_and(|first| *first < second.arrives)),
        };
        if first_is_next {
            let arrives = firsts.pop_front().unwrap();
            free = free.max(arrives) + SERVICE;
            let window = (arrives - half) / scenario.window.nanos();
            let counter = counters.entry(window).or_default();
            let again = match scenario.strategy {
                Strategy::GetSet | Strategy::GetIncr => {
                    let passes = *counter < scenario.limit;
                    allowed += u32::from(passes);
                    passes
                }
                Strategy::Incr => {
                    *counter += 1;
                    allowed += u32::from(*counter <= scenario.limit);
                    // Only the first one sees 1, and sets the expiry.
                    *counter == 1
                }
                other => unimplemented!("{other:?} has no straight-line computation"),
            };
            if again {
                seconds.push_back(Second { arrives: free + 2 * half, window, value: *counter + 1 });
            }
        } else {
            let Second { arrives, window, value } = seconds.pop_front().unwrap();
            free = free.max(arrives) + SERVICE;
            let counter = counters.entry(window).or_default();
            match scenario.strategy {
                Strategy::GetSet => *counter = value,
                Strategy::GetIncr => *counter += 1,
                _ => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_engine_lets_as_many_through_as_a_single_pass_over_two_queues(base in testing::scenarios()) {
        for strategy in [Strategy::GetSet, Strategy::GetIncr, Strategy::Incr] {
            let scenario = Scenario { strategy, jitter: Jitter::None, ..base };
            prop_assert_eq!(Verdict::of(&scenario).allowed, allowed(&scenario), "{:?}", strategy);
        }
    }
}
