//! A shared count that is read and then written.

use limit_sim::scenario::{Scenario, Strategy, Task as Name};

use super::{Standing, Task, allowed, passed, verdict};
use crate::lesson::ask::Ask;
use crate::n;

/// The task.
pub const TASK: Task = Task {
    name: Name::SharedCount,
    title: n!("One count for all"),
    question: n!(
        "Now one count in Redis for all four servers. For each request a server reads it (GET); if it is below 10, the server writes it back plus one (SET) and lets the request through. A round trip takes 2 ms. How many of 40 requests get through?"
    ),
    ask: Ask::Number(0, 40),
    link: "strategy=get-set",
    needs: &["rtt"],
    truth: allowed,
    told: passed,
    why: n!(
        "Between a server\u{2019}s GET and its SET others read the same count. All of them let a request through, and the count grows by one."
    ),
    change: n!("With GET then SET and the same 40 requests, change one setting so that more than 30 get through."),
    goal,
    learned: n!(
        "The longer the way to Redis, the more requests decide by a count that is out of date. The count grows by no more than one in each round trip: a burst that is over within ten of them gets through as a whole."
    ),
};

fn goal(standing: &Standing) -> bool {
    let scenario = standing.scenario();
    let same = scenario.burst == 40 && scenario.limit <= 10 && standing.is_burst_of(40);
    // Another burst may have that many by luck, and nothing was changed then.
    let changed = || Scenario { seed: TASK.setting().scenario.seed, ..*scenario };
    scenario.strategy == Strategy::GetSet && same && standing.verdict.allowed > 30 && verdict(&changed()).allowed > 30
}

#[cfg(test)]
mod tests {
    use limit_sim::time::Span;

    use super::super::meets;
    use super::*;

    #[test]
    fn a_longer_round_trip_lets_more_than_thirty_through() {
        assert!(meets(&TASK, "strategy=get-set&rtt=2.5ms"));
        assert!(meets(&TASK, "strategy=get-set&spread=20ms"), "a shorter burst is the same race");
        assert!(!meets(&TASK, "strategy=get-set&rtt=2ms"), "30");
        assert!(!meets(&TASK, "strategy=get-set&limit=31"), "not by the limit");
        assert!(!meets(&TASK, "strategy=get-set&burst=60"), "not by more requests");
        assert!(!meets(&TASK, "strategy=local"), "not by local counters");
        assert!(!meets(&TASK, "strategy=get-set&seed=3650"), "31, but by luck");
        assert!(meets(&TASK, "strategy=get-set&seed=3650&rtt=3ms"), "luck and a change");
    }

    #[test]
    fn a_burst_that_is_over_within_as_many_round_trips_as_the_limit_gets_through_as_a_whole() {
        for seed in 1..=200 {
            let scenario = TASK.setting().scenario;
            let longer = Scenario {
                rtt: Span::from_nanos(scenario.spread.nanos() / u64::from(scenario.limit)),
                seed,
                ..scenario
            };
            assert_eq!(verdict(&longer).allowed, 40, "seed {seed}");
        }
    }
}
