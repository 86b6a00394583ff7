//! The same race and the same cure under another rule.

use limit_sim::scenario::{Rule, Task as Name};
use limit_sim::time::Span;

use super::atomic::{CHOICES, comes_out, told};
use super::{Standing, Task};
use crate::lesson::ask::Ask;
use crate::n;

/// The task.
pub const TASK: Task = Task {
    name: Name::OtherRules,
    title: n!("A bucket instead of a window"),
    question: n!(
        "Another rule: a bucket of 10 tokens in Redis. Each server reads tokens and time, adds what was refilled, takes a token if there is one, and writes both back. The same burst of 40. What happens?"
    ),
    ask: Ask::Choice(CHOICES),
    link: "strategy=read-write&rule=token-bucket",
    needs: &[],
    truth: comes_out,
    told,
    why: n!(
        "It is the same race: several servers read the same tokens, and each spends them. What is counted makes no difference to it."
    ),
    change: n!(
        "Keep the token bucket, the burst and the round trip, and pick another strategy, so that the bucket in Redis lets nobody through beyond its tokens."
    ),
    goal,
    learned: n!(
        "Several reads and writes become one step as a script: Redis runs it to its end before anything else. Compare and set or a lock keep to the limit as well, with more tries or with waiting."
    ),
};

fn goal(standing: &Standing) -> bool {
    let (scenario, verdict) = (standing.scenario(), standing.verdict);
    let same = scenario.rule == Rule::TokenBucket && standing.is_burst_of(40) && scenario.rtt >= Span::from_millis(2);
    same && verdict.redis_calls > 0 && verdict.over == 0 && verdict.falsely_refused == 0
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn a_script_keeps_to_the_tokens() {
        for strategy in ["script", "cas", "lock"] {
            assert!(meets(&TASK, &format!("strategy={strategy}&rule=token-bucket")), "{strategy}");
        }
        assert!(!meets(&TASK, "strategy=read-write&rule=token-bucket&rtt=0.1ms"), "not by a short way");
        assert!(!meets(&TASK, "strategy=script&rule=gcra"), "that is another rule");
        assert!(!meets(&TASK, "strategy=split&rule=token-bucket&servers=2"), "nothing is in Redis");
        assert!(!meets(&TASK, "strategy=script&rule=token-bucket&burst=20"), "fewer requests");
    }
}
