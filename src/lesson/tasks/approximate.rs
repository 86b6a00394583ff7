//! Approximate on purpose.

use limit_sim::scenario::{Strategy, Task as Name};

use super::{Standing, Task, allowed, passed};
use crate::lesson::ask::Ask;
use crate::n;

/// The most Redis calls a request: a tenth of what one call for each comes to.
const CALLS: f64 = 0.1;

/// The task.
pub const TASK: Task = Task {
    name: Name::Approximate,
    title: n!("Good enough"),
    question: n!(
        "A stream of 500 requests a second for 2 s; 100 a second are allowed. Each of four servers counts by itself, tells Redis its count every 500 ms, and spends its share of what was left. An exact limiter lets 200 through. How many does this one?"
    ),
    ask: Ask::Number(0, 1_000),
    link: "strategy=sync-share&traffic=steady&rate=500&for=2s&limit=100&sync=500ms",
    needs: &[],
    truth: allowed,
    told: passed,
    why: n!(
        "Between two syncs no server knows what the others have let through, and each goes by a total that is old."
    ),
    change: n!(
        "Change how often servers sync: at most 20% beyond what is due, with at most one Redis call for ten requests."
    ),
    goal,
    learned: n!(
        "A tenth of the calls for an error that is known and bounded: right for a limit that protects capacity, wrong for passwords and logins. How exact a limit must be is the first question, and how to count only the second."
    ),
};

fn goal(standing: &Standing) -> bool {
    let (scenario, verdict) = (standing.scenario(), standing.verdict);
    let syncs = matches!(scenario.strategy, Strategy::SyncShare | Strategy::SyncAll);
    // As much traffic as makes it hard.
    let busy = scenario.requests() >= 1_000 && scenario.servers >= 4 && scenario.requests() >= 4 * verdict.due;
    let cheap = verdict.redis_calls > 0 && verdict.redis_calls_per_request <= CALLS;
    syncs && busy && cheap && verdict.over * 5 <= verdict.due
}

#[cfg(test)]
mod tests {
    use limit_sim::verdict::Verdict;

    use super::super::meets;
    use super::*;

    #[test]
    fn the_question_says_what_is_due() {
        assert_eq!(Verdict::of(&TASK.setting().scenario).due, 200);
    }

    #[test]
    fn some_periods_are_near_enough_and_cheap_enough() {
        let with = |sync: &str| TASK.link.replace("sync=500ms", &format!("sync={sync}"));
        assert!(meets(&TASK, &with("100ms")));
        assert!(!meets(&TASK, &with("70ms")), "0.114 calls a request");
        assert!(!meets(&TASK, &with("150ms")), "44 over");
        assert!(!meets(&TASK, &with("100ms").replace("rate=500", "rate=100")), "too little traffic");
        assert!(!meets(&TASK, &with("100ms").replace("sync-share", "sync-all")), "78 over");
        assert!(!meets(&TASK, "strategy=incr&traffic=steady&rate=500&for=2s&limit=100"));
    }
}
