//! A shared count that is read and then written.

use limit_sim::scenario::{Strategy, Task as Name};

use super::{Standing, Task, allowed, passed};
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
        "The longer the way to Redis, the more requests decide by a count that is out of date. Once a round trip takes as long as the burst, all get through."
    ),
};

fn goal(standing: &Standing) -> bool {
    let scenario = standing.scenario();
    let same = scenario.burst == 40 && scenario.limit <= 10 && standing.is_burst_of(40);
    scenario.strategy == Strategy::GetSet && same && standing.verdict.allowed > 30
}

#[cfg(test)]
mod tests {
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
    }
}
