//! What sharing costs each request.

use limit_sim::scenario::{Scenario, Strategy, Task as Name};
use limit_sim::time::Span;
use limit_sim::verdict::Verdict;

use super::{Standing, Task, millis, verdict};
use crate::lesson::ask::{Ask, span};
use crate::words::number::{exact, wait};
use crate::{n, say};

/// The axis, in microseconds.
const AXIS: &[u64] = &[0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000, 8_000];

/// The wait that must not be reached, in microseconds.
const MOST_US: f64 = 1_000.0;

/// How near to the longest round trip is near enough.
const NEAR: Span = Span::from_micros(150);

/// The task.
pub const TASK: Task = Task {
    name: Name::Price,
    title: n!("What it costs"),
    question: n!(
        "INCR is exact, and every request waits for it before it is served. The round trip is 2 ms. How long does a request wait on average? Mark it."
    ),
    ask: Ask::Mark(AXIS),
    link: "strategy=incr",
    needs: &["rtt"],
    truth,
    told,
    why: n!(
        "A round trip for each request, a second one for the first of a window, and a little time in Redis itself."
    ),
    change: n!("Find the longest round trip at which the wait on average is below 1 ms, to within 0.15 ms."),
    goal,
    learned: n!(
        "Within a data centre that is easy to keep; to another region it is not, for anything that asks Redis each time. And time is not all: every request now depends on Redis being there."
    ),
};

/// What is nearest on the axis.
fn truth(scenario: &Scenario) -> String {
    let mean = Span::from_nanos((verdict(scenario).added_wait_us.mean * 1e3) as u64);
    let nearest = AXIS.iter().map(|micros| Span::from_micros(*micros));
    millis(nearest.min_by_key(|one| one.nanos().abs_diff(mean.nanos())).unwrap_or_default())
}

fn told(verdict: &Verdict, predicted: Option<&str>) -> String {
    let (mean, most) = (wait(verdict.added_wait_us.mean), wait(verdict.added_wait_us.max));
    match predicted {
        None => say!("A request waits {} on average, and {} at most.", mean, most),
        Some(marked) => {
            say!("You marked {}; a request waits {} on average, and {} at most.", exact(span(marked)), mean, most)
        }
    }
}

fn goal(standing: &Standing) -> bool {
    let scenario = standing.scenario();
    let longer = Scenario { rtt: scenario.rtt + NEAR, ..*scenario };
    scenario.strategy == Strategy::Incr
        && scenario.faults.is_empty()
        && standing.is_burst_of(40)
        && standing.verdict.added_wait_us.mean < MOST_US
        && verdict(&longer).added_wait_us.mean >= MOST_US
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn the_longest_round_trip_is_a_little_below_a_millisecond() {
        for rtt in ["0.85ms", "0.9ms", "0.95ms"] {
            assert!(meets(&TASK, &format!("strategy=incr&rtt={rtt}")), "{rtt}");
        }
        assert!(!meets(&TASK, "strategy=incr&rtt=1ms"), "too long");
        assert!(!meets(&TASK, "strategy=incr&rtt=0.8ms"), "not the longest");
        assert!(!meets(&TASK, "strategy=local&rtt=0.9ms"), "nobody waits");
    }
}
