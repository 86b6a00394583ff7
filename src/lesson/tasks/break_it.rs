//! The race, made by hand.

use limit_sim::explore::Explorer;
use limit_sim::hand::{Case, Events, replay};
use limit_sim::scenario::{Scenario, Small, Strategy, Task as Name};
use limit_sim::verdict::Verdict;

use super::{Standing, Task};
use crate::language::t;
use crate::lesson::ask::Ask;
use crate::{n, say};

/// What can be predicted.
const CHOICES: &[(&str, &str)] =
    &[("2", "2"), ("3", "3"), ("4", "4"), ("6", "6"), (NEVER, n!("It can\u{2019}t be done"))];

/// No order lets both through.
const NEVER: &str = "never";

/// The task.
pub const TASK: Task = Task {
    name: Name::BreakIt,
    title: n!("Break it by hand"),
    question: n!(
        "Two servers have a request each; the limit is 1, and each does GET then SET. You pick whose command runs next. How many commands does it take, at the least, until both requests are through?"
    ),
    ask: Ask::Choice(CHOICES),
    link: "strategy=get-set&tab=break",
    needs: &["order"],
    truth: |scenario: &Scenario| shortest(scenario).map_or_else(|| NEVER.to_owned(), |length| length.to_string()),
    told,
    why: n!("Not every order lets both through. Which command of one request must run before which of the other?"),
    change: n!(
        "Under \u{201c}Break it\u{201d}, find such an order yourself: let both requests through in no more commands than that."
    ),
    goal,
    learned: n!(
        "Both had read 0 before either wrote 1. Each server ran its program correctly: what is wrong is that reading and writing are two steps with room between them."
    ),
};

/// The case of a small size, without anything else happening.
fn case(scenario: &Scenario, small: Small) -> Option<Case> {
    let Small { servers, requests, limit, .. } = small;
    Case::of(&Scenario { servers, burst: requests, limit, ..*scenario }, Events::default())
}

/// The length of a shortest order that lets one too many through, in the task's own case.
fn shortest(scenario: &Scenario) -> Option<usize> {
    let case = case(scenario, Small::default())?;
    Explorer::new(&case).finish().shortest.map(|order| order.len())
}

fn told(_: &Verdict, predicted: Option<&str>) -> String {
    let Some(length) = shortest(&TASK.setting().scenario) else { return t("No order lets both through.").to_owned() };
    match predicted {
        None => say!("The shortest order that lets both through has {} commands.", length),
        Some(NEVER) => say!("You said that it can\u{2019}t be done; the shortest order has {} commands.", length),
        Some(said) if said == length.to_string() => {
            say!("As you said, the shortest order that lets both through has {} commands.", length)
        }
        Some(said) => say!("You said {}; the shortest order that lets both through has {} commands.", said, length),
    }
}

fn goal(standing: &Standing) -> bool {
    let scenario = standing.scenario();
    let least = if scenario.strategy == Strategy::GetSet { shortest(scenario) } else { None };
    let (Some(least), Some(case)) = (least, case(scenario, standing.small)) else { return false };
    let replay = replay(&case, standing.order);
    !standing.shown && replay.blocked.is_none() && standing.order.len() <= least && replay.position.over() > 0
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn both_get_through_in_four_commands_if_both_read_first() {
        for order in ["1.2.1.2", "1.2.2.1", "2.1.1.2"] {
            assert!(meets(&TASK, &format!("strategy=get-set&order={order}")), "{order}");
        }
        for order in ["1.1.2", "1.1.2.2", "1.2.1", "1.1.1.2"] {
            assert!(!meets(&TASK, &format!("strategy=get-set&order={order}")), "{order}");
        }
        assert!(!meets(&TASK, "strategy=incr&order=1.2"));
    }

    #[test]
    fn an_order_that_was_shown_does_not_count() {
        let link: limit_sim::scenario::Link = "strategy=get-set&order=1.2.1.2".parse().unwrap();
        let trace = limit_sim::trace::Trace::of(&link.scenario);
        let verdict = trace.verdict();
        let mut standing =
            Standing { trace: &trace, verdict: &verdict, small: link.small, order: &link.order, shown: false };
        assert!(goal(&standing));
        standing.shown = true;
        assert!(!goal(&standing));
    }
}
