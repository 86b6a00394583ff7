//! What happens next: events in the order of their instants, and at one instant in the order in which they were scheduled.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::time::Time;

/// When an event is due, and its place among those due at the same instant.
///
/// One integer, so that comparing two is one comparison: the time above, the sequence number below.
type Due = u128;

const NEVER: Due = Due::MAX;

/// A schedule of events of `LANES` kinds.
///
/// Most delays are constant, so events of one kind are mostly scheduled in the order in which they are due: each kind has a
/// first-in-first-out lane, and the next event is the earliest of the lanes' heads. What would break a lane's order goes to
/// a heap instead. That makes an event cost the same however many are waiting.
pub struct Agenda<E, const LANES: usize> {
    heads: [Due; LANES],
    lanes: [VecDeque<(Due, E)>; LANES],
    strays: BinaryHeap<Reverse<(Due, E)>>,
    scheduled: u64,
}

impl<E: Copy + Ord, const LANES: usize> Agenda<E, LANES> {
    /// An empty schedule.
    pub fn new() -> Self {
        Self {
            heads: [NEVER; LANES],
            lanes: std::array::from_fn(|_| VecDeque::new()),
            strays: BinaryHeap::new(),
            scheduled: 0,
        }
    }

    /// Schedules an event of the kind `lane`.
    pub fn schedule(&mut self, lane: usize, at: Time, event: E) {
        let due = Due::from(at.nanos()) << 64 | Due::from(self.scheduled);
        self.scheduled += 1;
        match self.lanes[lane].back() {
            None => self.heads[lane] = due,
            Some((last, _)) if *last < due => {}
            Some(_) => return self.strays.push(Reverse((due, event))),
        }
        self.lanes[lane].push_back((due, event));
    }

    /// Takes out the next event, with its instant, if that is before `limit`.
    pub fn next_before(&mut self, limit: Time) -> Option<(Time, E)> {
        let mut first = 0;
        let mut earliest = Due::from(limit.nanos()) << 64;
        let mut found = false;
        for (lane, due) in self.heads.iter().enumerate() {
            if *due < earliest {
                (first, earliest, found) = (lane, *due, true);
            }
        }
        if self.strays.peek().is_some_and(|Reverse((due, _))| *due < earliest) {
            return self.strays.pop().map(|Reverse((due, event))| (instant(due), event));
        }
        if !found {
            return None;
        }
        let (due, event) = self.lanes[first].pop_front()?;
        self.heads[first] = self.lanes[first].front().map_or(NEVER, |(due, _)| *due);
        Some((instant(due), event))
    }
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
