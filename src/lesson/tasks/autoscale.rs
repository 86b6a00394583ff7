//! What more servers do to local counters.

use limit_sim::scenario::{Strategy, Task as Name, What};

use super::{Standing, Task, allowed, passed};
use crate::lesson::ask::Ask;
use crate::n;

/// The task.
pub const TASK: Task = Task {
    name: Name::Autoscale,
    title: n!("More servers in the middle"),
    question: n!(
        "Four servers with local counters would let 40 of 100 requests through. Now autoscaling adds four more half-way through the burst. How many get through?"
    ),
    ask: Ask::Number(0, 100),
    link: "strategy=local&servers=4&burst=100&scale=+4@20ms",
    needs: &["balancer"],
    truth: allowed,
    told: passed,
    why: n!("A server that joins has counted nothing yet, so it lets its own 10 through. Nobody changed the limit."),
    change: n!(
        "Let the four servers join, and change one setting so that no more than 10 get through, without Redis. What decides which server counts a request?"
    ),
    goal,
    learned: n!(
        "If a balancer always sends a user to the same server, that server\u{2019}s count is the user\u{2019}s count. It is exact until that server leaves, crashes or is restarted: then the count begins again at 0 elsewhere."
    ),
};

fn goal(standing: &Standing) -> bool {
    let scenario = standing.scenario();
    let joins = scenario.faults.iter().any(|fault| matches!(fault.what, What::Join(_)));
    scenario.strategy == Strategy::Local && joins && standing.is_burst_of(40) && standing.verdict.over == 0
}

#[cfg(test)]
mod tests {
    use limit_sim::verdict::Verdict;

    use super::super::meets;
    use super::*;

    #[test]
    fn the_question_says_what_four_servers_would_do() {
        let mut scenario = TASK.setting().scenario;
        scenario.faults = Default::default();
        assert_eq!(Verdict::of(&scenario).allowed, 40);
    }

    #[test]
    fn a_sticky_balancer_keeps_the_limit_while_servers_join() {
        assert!(meets(&TASK, "strategy=local&servers=4&burst=100&scale=+4@20ms&balancer=sticky"));
        assert!(!meets(&TASK, "strategy=local&servers=4&burst=100&scale=+4@20ms&balancer=round-robin"));
        assert!(!meets(&TASK, "strategy=local&servers=4&burst=100&balancer=sticky"), "nobody joins");
        assert!(!meets(&TASK, "strategy=incr&servers=4&burst=100&scale=+4@20ms"), "that is Redis");
    }
}
