//! A policy for the time when Redis is gone.

use limit_sim::scenario::{OnFailure, Strategy, Task as Name, What};
use limit_sim::trace::Kind;

use super::{Standing, Task, allowed, passed};
use crate::lesson::ask::Ask;
use crate::n;

/// The task.
pub const TASK: Task = Task {
    name: Name::Outage,
    title: n!("When Redis is gone"),
    question: n!(
        "Redis is down for 20 ms in the middle of the burst. Servers let through what they can\u{2019}t check. How many of 40 requests get through, with a limit of 10?"
    ),
    ask: Ask::Number(0, 40),
    link: "strategy=incr&redis=down@10ms..30ms",
    needs: &["on-failure"],
    truth: allowed,
    told: passed,
    why: n!("As long as Redis is away nothing is counted, and there is no limit."),
    change: n!(
        "Say that each request sends a one-time password by text message. Under \u{201c}When Redis fails\u{201d} choose what servers do without an answer, with Redis down as it is, and defend it."
    ),
    goal,
    learned: n!(
        "It is a decision for each endpoint. Where abuse costs money, refuse or keep to a strict share; where being away costs more than abuse, let through. Either way with a short timeout, because a slow Redis keeps everyone waiting."
    ),
};

/// Redis is down in the run, and some check had to be decided without it.
fn goal(standing: &Standing) -> bool {
    let down = |kind: &Kind| matches!(kind, Kind::Fault(fault, true) if fault.what == What::Down);
    let asks = standing.scenario().strategy == Strategy::Incr || standing.scenario().strategy == Strategy::Script;
    asks && standing.scenario().on_failure != OnFailure::Open
        && standing.trace.events().iter().any(|event| down(&event.kind))
        && standing.verdict.failures.unreachable > 0
}

/// Reasons for a policy: their names, and what they say.
pub const REASONS: &[(&str, &str)] = &[
    (
        "cost",
        n!(
            "A message that is sent unchecked costs money and invites abuse. Whoever is refused can ask again in a minute."
        ),
    ),
    ("share", n!("A flood still meets some limit, and most people get their password all the same.")),
    ("serve", n!("Nobody must be kept out because a limiter has broken.")),
    ("rare", n!("Redis is hardly ever down, so it makes no difference.")),
];

/// Whether a reason defends a policy for passwords, and what there is to say to it.
pub fn feedback(policy: OnFailure, reason: &str) -> (bool, &'static str) {
    match (policy, reason) {
        (_, "rare") => (
            false,
            n!(
                "It makes the difference just then, and someone who means harm can wait for it. Which policy limits what that costs?"
            ),
        ),
        (OnFailure::Closed, "cost") => {
            (true, n!("That holds: for a short time nobody gets a password, and nobody can run up the bill."))
        }
        (OnFailure::Local, "share") => (
            true,
            n!("That holds: each server keeps to its share of the limit, so a flood costs at most that much more."),
        ),
        (OnFailure::Local, "cost") => (
            false,
            n!(
                "That is a reason to refuse. With a share at each server, messages still go out while nothing common is counted. Which reason is for shares?"
            ),
        ),
        (OnFailure::Closed, "share") => (
            false,
            n!(
                "That is a reason for shares. While everything is refused, nobody gets a password. Which reason is for refusing?"
            ),
        ),
        (OnFailure::Open, "cost" | "share") => (
            false,
            n!(
                "A good reason, against what is set: servers let everything through that they can\u{2019}t check. Set what the reason asks for."
            ),
        ),
        _ => (
            false,
            n!(
                "That is right for a search or for taking orders. Here each request that nobody checks is a message that someone pays for."
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Choice;

    use super::super::meets;
    use super::*;

    #[test]
    fn redis_is_down_and_a_policy_is_chosen() {
        for policy in ["closed", "local"] {
            assert!(meets(&TASK, &format!("strategy=incr&redis=down@10ms..30ms&on-failure={policy}")), "{policy}");
        }
        assert!(!meets(&TASK, "strategy=incr&redis=down@10ms..30ms&on-failure=open"));
        assert!(!meets(&TASK, "strategy=incr&on-failure=closed"), "nothing is down");
        assert!(!meets(&TASK, "strategy=incr&redis=down@10s..11s&on-failure=closed"), "nobody comes meanwhile");
        assert!(!meets(&TASK, "strategy=local&redis=down@10ms..30ms&on-failure=closed"), "nobody asks Redis");
    }

    #[test]
    fn each_policy_that_fits_has_one_reason_and_the_other_none() {
        for (policy, fitting) in [(OnFailure::Open, 0), (OnFailure::Closed, 1), (OnFailure::Local, 1)] {
            let right = REASONS.iter().filter(|(reason, _)| feedback(policy, reason).0);
            assert_eq!(right.count(), fitting, "{}", policy.name());
        }
    }
}
