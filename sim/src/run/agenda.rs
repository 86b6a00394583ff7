//! What happens next: events in the order of their instants, and at one instant in the order in which they were scheduled.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::time::Time;

/// When an event is due, its place among those due at the same instant, and its lane.
///
/// One integer, so that comparing two is one comparison without a branch: the time above, then the sequence number, then
/// the lane, which never decides because no two sequence numbers are equal.
type Due = u128;

const NEVER: Due = Due::MAX;

/// How many of a [`Due`]'s lowest bits hold the lane.
const LANE_BITS: u32 = 3;

/// A schedule of events of `LANES` kinds, at most 8.
///
/// Most delays are constant, so events of one kind are mostly scheduled in the order in which they are due: each kind has a
/// first-in-first-out lane, and the next event is the earliest of the lanes' heads. What would break a lane's order goes to
/// a heap instead. That makes an event cost the same however many are waiting.
pub struct Agenda<E, const LANES: usize> {
    /// What is due first in each lane.
    heads: [Due; LANES],
    /// What was last put into each lane.
    tails: [Due; LANES],
    lanes: [VecDeque<(Due, E)>; LANES],
    strays: BinaryHeap<Reverse<(Due, E)>>,
    scheduled: u64,
}

impl<E: Copy + Ord, const LANES: usize> Agenda<E, LANES> {
    /// An empty schedule.
    pub fn new() -> Self {
        const { assert!(LANES <= 1 << LANE_BITS) };
        Self {
            heads: [NEVER; LANES],
            tails: [0; LANES],
            lanes: std::array::from_fn(|_| VecDeque::new()),
            strays: BinaryHeap::new(),
            scheduled: 0,
        }
    }

    /// Schedules an event of the kind `lane`. Where the lane is known beforehand, that saves half of it.
    #[inline(always)]
    pub fn schedule(&mut self, lane: usize, at: Time, event: E) {
        let due = Due::from(at.nanos()) << 64 | Due::from(self.scheduled << LANE_BITS) | lane as Due;
        self.scheduled += 1;
        if due < self.tails[lane] {
            return self.strays.push(Reverse((due, event)));
        }
        self.tails[lane] = due;
        self.heads[lane] = self.heads[lane].min(due);
        self.lanes[lane].push_back((due, event));
    }

    /// Takes out the next event, with its instant, if that is before `limit`.
    #[inline]
    pub fn next_before(&mut self, limit: Time) -> Option<(Time, E)> {
        let limit = Due::from(limit.nanos()) << 64;
        let first = least(self.heads);
        if self.strays.peek().is_some_and(|Reverse((due, _))| *due < first.min(limit)) {
            return self.strays.pop().map(|Reverse((due, event))| (instant(due), event));
        }
        if first >= limit {
            return None;
        }
        let lane = first as usize & ((1 << LANE_BITS) - 1);
        let (due, event) = self.lanes[lane].pop_front()?;
        self.heads[lane] = self.lanes[lane].front().map_or(NEVER, |(due, _)| *due);
        Some((instant(due), event))
    }
}

/// The least, by rounds of pairs: what follows waits for this, and rounds are fewer than elements.
fn least<const N: usize>(mut due: [Due; N]) -> Due {
    let mut left = N;
    while left > 1 {
        let half = left.div_ceil(2);
        for nth in half..left {
            due[nth - half] = due[nth - half].min(due[nth]);
        }
        left = half;
    }
    due[0]
}

fn instant(due: Due) -> Time {
    Time::from_nanos((due >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn events_come_out_as_from_a_stable_sort_whatever_their_lanes(
            events in proptest::collection::vec((0..3usize, 0..20u64), 0..200), drain_every in 1..10usize
        ) {
            let mut agenda = Agenda::<usize, 3>::new();
            let mut waiting = Vec::new();
            let mut now = 0;
            let check_next = |agenda: &mut Agenda<usize, 3>, waiting: &mut Vec<(u64, usize)>| {
                let expected = waiting.iter().copied().min();
                waiting.retain(|one| Some(*one) != expected);
                let got = agenda.next_before(Time::from_nanos(u64::MAX)).map(|(at, event)| (at.nanos(), event));
                assert_eq!(got, expected);
                got
            };
            for (nth, (lane, delay)) in events.into_iter().enumerate() {
                agenda.schedule(lane, Time::from_nanos(now + delay), nth);
                waiting.push((now + delay, nth));
                if nth % drain_every == 0 {
                    now = check_next(&mut agenda, &mut waiting).map_or(now, |(at, _)| at);
                }
            }
            while check_next(&mut agenda, &mut waiting).is_some() {}
        }
    }
}
