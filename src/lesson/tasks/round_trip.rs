//! How the round trip widens the race.

use limit_sim::scenario::{Scenario, Strategy, Task as Name};
use limit_sim::time::Span;
use limit_sim::verdict::Verdict;

use super::{Standing, Task, millis, verdict};
use crate::lesson::ask::{Ask, span};
use crate::words::number::exact;
use crate::{n, say};

/// The axis, in microseconds.
const AXIS: &[u64] = &[100, 200, 300, 400, 500, 700, 850, 1_000, 1_500, 2_000];

/// Fewer than this leak.
const FEW: u32 = 2;

/// The task.
pub const TASK: Task = Task {
    name: Name::RoundTrip,
    title: n!("A shorter way"),
    question: n!(
        "A faster network, then. 40 requests, four servers, GET then SET. Up to which round trip do fewer than 2 requests go over the limit? Mark it."
    ),
    ask: Ask::Mark(AXIS),
    link: "strategy=get-set&rtt=1ms",
    needs: &[],
    truth,
    told,
    why: n!(
        "What goes over the limit grows with the round trip: that is how long a count that was read may be out of date."
    ),
    change: n!(
        "Find a round trip above 0 at which fewer than 2 go over. Leave several servers and the burst of 40 as they are."
    ),
    goal,
    learned: n!(
        "The race becomes rare and does not end: whenever two reads meet within a round trip, one too many gets through. A faster network hides the mistake from tests, and leaves it to the day with the most traffic."
    ),
};

fn at(rtt: Span) -> u32 {
    verdict(&Scenario { rtt, ..TASK.setting().scenario }).over
}

/// The last on the axis up to which it is so.
fn truth(_: &Scenario) -> String {
    let longest = AXIS.iter().take_while(|micros| at(Span::from_micros(**micros)) < FEW).last();
    millis(Span::from_micros(longest.copied().unwrap_or(AXIS[0])))
}

fn told(verdict: &Verdict, predicted: Option<&str>) -> String {
    let (over, rtt) = (verdict.over, exact(TASK.setting().scenario.rtt));
    match predicted.map(span) {
        None => say!("At this run\u{2019}s round trip of {} it is {} over the limit.", rtt, over),
        Some(marked) => say!(
            "You marked {}: there it is {} over the limit. At this run\u{2019}s {} it is {}.",
            exact(marked),
            at(marked),
            rtt,
            over
        ),
    }
}

fn goal(standing: &Standing) -> bool {
    let Scenario { strategy, rtt, spread, limit, .. } = *standing.scenario();
    let same = standing.is_burst_of(40) && spread <= Span::from_millis(40) && limit <= 10;
    strategy == Strategy::GetSet && rtt > Span::ZERO && same && standing.verdict.over < FEW
}

#[cfg(test)]
mod tests {
    use super::super::meets;
    use super::*;

    #[test]
    fn a_short_round_trip_leaks_fewer_than_two() {
        assert!(meets(&TASK, "strategy=get-set&rtt=0.3ms"));
        assert!(!meets(&TASK, "strategy=get-set&rtt=0.4ms"), "3");
        assert!(!meets(&TASK, "strategy=get-set&rtt=0.3ms&servers=1"), "nobody to race with");
        assert!(!meets(&TASK, "strategy=get-set&rtt=0.3ms&burst=30"), "fewer requests");
        assert!(!meets(&TASK, "strategy=get-set&rtt=0.3ms&spread=4s"), "slower ones");
        assert!(!meets(&TASK, "strategy=get-set&rtt=0ms"));
    }

    #[test]
    fn the_longest_is_found_by_running() {
        assert_eq!(truth(&Scenario::default()), "0.3");
        assert!(AXIS.iter().all(|micros| at(Span::from_micros(*micros)) < FEW || *micros > 300));
    }
}
