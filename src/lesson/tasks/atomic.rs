//! One atomic step.

use limit_sim::scenario::{Scenario, Strategy, Task as Name};
use limit_sim::time::Span;
use limit_sim::verdict::Verdict;

use super::{Standing, Task, verdict};
use crate::lesson::ask::Ask;
use crate::{n, say};

/// How a burst of 40 can come out at a limit of 10.
pub const CHOICES: &[(&str, &str)] = &[
    (MORE, n!("More than 10 get through")),
    (LIMIT, n!("Exactly 10 get through")),
    (FEWER, n!("Fewer than 10 get through")),
];

const MORE: &str = "more";
const LIMIT: &str = "limit";
const FEWER: &str = "fewer";

/// The task.
pub const TASK: Task = Task {
    name: Name::Atomic,
    title: n!("One step"),
    question: n!(
        "Now one command does it: INCR adds one to the count in Redis and answers the new count. A server lets a request through if the answer is at most 10. The same burst, the same 2 ms. What happens?"
    ),
    ask: Ask::Choice(CHOICES),
    link: "strategy=incr",
    needs: &["rtt"],
    truth: comes_out,
    told,
    why: n!(
        "Redis runs one command after the other, so no two requests get the same count. There is nothing between reading and writing."
    ),
    change: n!(
        "Try to break it by distance: raise the round trip to 100 ms or more, with several servers and more requests than the limit."
    ),
    goal,
    learned: n!(
        "It holds at any round trip. Answers take longer to arrive; they are not less true. Finding the race took a picture, and the cure is to leave no gap: ask for the change and its result in one step."
    ),
};

/// How a run comes out, as a prediction.
pub fn comes_out(scenario: &Scenario) -> String {
    name(&verdict(scenario)).to_owned()
}

fn name(verdict: &Verdict) -> &'static str {
    match (verdict.over, verdict.falsely_refused) {
        (1.., _) => MORE,
        (0, 1..) => FEWER,
        (0, 0) => LIMIT,
    }
}

/// How a run and such a prediction are apart.
pub fn told(verdict: &Verdict, predicted: Option<&str>) -> String {
    let Verdict { allowed, refused, limit, .. } = *verdict;
    let all = allowed + refused;
    match predicted {
        None => say!("{} of {} got through, with a limit of {}.", allowed, all, limit),
        Some(said) if said == name(verdict) => {
            say!("As you said: {} of {} got through, with a limit of {}.", allowed, all, limit)
        }
        Some(_) => say!("Not as you said: {} of {} got through, with a limit of {}.", allowed, all, limit),
    }
}

fn goal(standing: &Standing) -> bool {
    use Strategy::{Incr, IncrExpire, MultiExec, SetNxIncr};
    let scenario = standing.scenario();
    let one_step = matches!(scenario.strategy, Incr | IncrExpire | MultiExec | SetNxIncr);
    let far = scenario.rtt >= Span::from_millis(100) && standing.is_burst_of(scenario.limit + 1);
    one_step && far && standing.verdict.over == 0 && standing.verdict.falsely_refused == 0
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn an_increment_holds_at_a_tenth_of_a_second() {
        assert!(meets(&TASK, "strategy=incr&rtt=100ms"));
        assert!(!meets(&TASK, "strategy=incr&rtt=85ms"), "not far enough");
        assert!(!meets(&TASK, "strategy=incr&rtt=100ms&servers=1"), "nobody to race with");
        assert!(!meets(&TASK, "strategy=incr&rtt=100ms&burst=10"), "nobody to refuse");
        assert!(!meets(&TASK, "strategy=get-set&rtt=100ms"), "it leaks");
    }
}
