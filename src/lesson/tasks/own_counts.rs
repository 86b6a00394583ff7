//! A count in each server's memory.

use limit_sim::scenario::{Strategy, Task as Name};

use super::{Standing, Task, allowed, passed};
use crate::lesson::ask::Ask;
use crate::n;

/// The task.
pub const TASK: Task = Task {
    name: Name::OwnCounts,
    title: n!("A count in each server"),
    question: n!(
        "A user may send 10 requests a second. Two servers each count in their own memory, and 100 requests of this user come within 40 ms. How many get through?"
    ),
    ask: Ask::Number(0, 100),
    link: "strategy=local&servers=2&burst=100",
    needs: &[],
    truth: allowed,
    told: passed,
    why: n!("Each server kept to 10. Neither could see what the other had let through."),
    change: n!("Stay with local counters and change the number of servers until 60 or more get through."),
    goal,
    learned: n!(
        "What the user meets is the limit times the number of servers, and no server has made a mistake: a limit is about a user, a count in memory about a server."
    ),
};

fn goal(standing: &Standing) -> bool {
    standing.scenario().strategy == Strategy::Local
        && standing.scenario().faults.is_empty()
        && standing.is_burst_of(60)
        && standing.verdict.allowed >= 60
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn servers_enough_let_sixty_through() {
        assert!(meets(&TASK, "strategy=local&servers=7&burst=100"));
        assert!(!meets(&TASK, "strategy=local&servers=6&burst=100"), "58");
        assert!(!meets(&TASK, "strategy=get-set&servers=4&burst=100&rtt=100ms"), "not by local counters");
        assert!(!meets(&TASK, "strategy=local&servers=1&burst=100&limit=100"), "not by the limit");
    }
}
