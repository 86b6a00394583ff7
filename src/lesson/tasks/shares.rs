//! The limit divided by the number of servers.

use limit_sim::scenario::{Scenario, Strategy, Task as Name};
use limit_sim::verdict::Verdict;

use super::{Standing, Task, verdict};
use crate::lesson::ask::Ask;
use crate::{n, say};

/// The task.
pub const TASK: Task = Task {
    name: Name::Shares,
    title: n!("A share of the limit"),
    question: n!(
        "So divide the limit: each of four servers may let 10 \u{f7} 4 through, rounded down to 2. The user sends 10 requests, as many as the limit allows. How many of them are refused?"
    ),
    ask: Ask::Number(0, 10),
    link: "strategy=split&servers=4&burst=10",
    needs: &["balancer", "limit"],
    truth: |scenario: &Scenario| verdict(scenario).refused.to_string(),
    told,
    why: n!(
        "A balancer does not deal one user\u{2019}s requests out evenly: one server has used up its share while another has hardly been asked. And rounding down took 2 of the 10 away beforehand."
    ),
    change: n!(
        "Keep the shares, at least two servers and at least as many requests as the limit. Change what you need until nobody is refused who was under the limit."
    ),
    goal,
    learned: n!(
        "Shares work where they add up to the limit and each is used up: when requests are dealt out in turn, or are many times the limit. A real user is seldom like that, and each server that joins or leaves changes the shares."
    ),
};

fn told(verdict: &Verdict, predicted: Option<&str>) -> String {
    let Verdict { refused, falsely_refused, allowed, .. } = *verdict;
    let all = allowed + refused;
    match predicted.and_then(|text| text.parse::<u32>().ok()) {
        None => say!("{} of {} were refused, {} of them wrongly.", refused, all, falsely_refused),
        Some(said) if said == refused => {
            say!("As you said, {} of {} were refused, {} of them wrongly.", refused, all, falsely_refused)
        }
        Some(said) => {
            say!("You said {}; {} of {} were refused, {} of them wrongly.", said, refused, all, falsely_refused)
        }
    }
}

fn goal(standing: &Standing) -> bool {
    let scenario = standing.scenario();
    let shared = scenario.strategy == Strategy::Split && scenario.servers > 1 && scenario.users == 1;
    let used = scenario.requests() == scenario.burst && scenario.burst >= scenario.limit;
    shared && used && standing.verdict.falsely_refused == 0 && standing.verdict.allowed >= scenario.limit
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn shares_that_add_up_and_are_used_refuse_nobody_wrongly() {
        assert!(meets(&TASK, "strategy=split&servers=5&burst=10&balancer=round-robin"));
        assert!(meets(&TASK, "strategy=split&servers=2&burst=40"));
        assert!(!meets(&TASK, "strategy=split&servers=4&burst=10&balancer=round-robin"), "rounded down");
        assert!(!meets(&TASK, "strategy=split&servers=2&burst=9&balancer=round-robin"), "the limit is not used");
        assert!(!meets(&TASK, "strategy=split&servers=1&burst=10"), "nothing is shared");
    }
}
