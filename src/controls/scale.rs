//! What a slider's positions stand for.

use limit_sim::scenario::Scenario;
use limit_sim::time::Span;

/// The values that a slider stops at, in order. Between them there is the number field.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale<T>(Vec<T>);

impl<T: Copy + PartialOrd> Scale<T> {
    /// The highest position; the lowest is 0.
    pub fn top(&self) -> usize {
        self.0.len() - 1
    }

    /// The value at a position; positions beyond the top are the top.
    pub fn value(&self, position: usize) -> T {
        self.0[position.min(self.top())]
    }

    /// The position whose value is the last that is not above this one.
    pub fn position(&self, value: T) -> usize {
        self.0.partition_point(|one| *one <= value).saturating_sub(1)
    }
}

/// Every number of servers.
pub fn servers() -> Scale<u32> {
    Scale(Scenario::SERVERS.collect())
}

/// Bursts: one by one where it matters, then in larger steps.
pub fn burst() -> Scale<u32> {
    let steps = [(1..=30, 1), (32..=60, 2), (65..=100, 5), (110..=200, 10), (225..=500, 25), (550..=1000, 50)];
    Scale(steps.into_iter().flat_map(|(range, step)| range.step_by(step)).collect())
}

/// Round trips: none, then about ten to each decade, from 0.1 ms on.
pub fn round_trip() -> Scale<Span> {
    const MANTISSAS: [u64; 11] = [100, 120, 150, 200, 250, 300, 400, 500, 600, 700, 850];
    let decades = [1, 10, 100, 1_000].into_iter();
    let spans = decades.flat_map(|decade| MANTISSAS.into_iter().map(move |one| Span::from_micros(one * decade)));
    let within = spans.filter(|span| span <= Scenario::RTT.end());
    Scale(std::iter::once(Span::ZERO).chain(within).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers<T: Copy + PartialOrd + std::fmt::Debug>(scale: &Scale<T>, least: T, most: T) {
        assert!(scale.0.is_sorted_by(|a, b| a < b), "{scale:?}");
        assert_eq!((scale.value(0), scale.value(scale.top())), (least, most));
        for (position, value) in scale.0.iter().enumerate() {
            assert_eq!(scale.position(*value), position);
        }
    }

    #[test]
    fn scales_go_up_from_the_least_to_the_most_that_is_allowed() {
        covers(&servers(), *Scenario::SERVERS.start(), *Scenario::SERVERS.end());
        covers(&burst(), *Scenario::BURST.start(), *Scenario::BURST.end());
        covers(&round_trip(), *Scenario::RTT.start(), *Scenario::RTT.end());
    }

    #[test]
    fn the_lessons_values_are_stops() {
        assert_eq!([40, 80, 100].map(|n| burst().value(burst().position(n))), [40, 80, 100]);
        let trips = [300, 500, 1_000, 2_000, 5_000].map(Span::from_micros);
        assert_eq!(trips.map(|trip| round_trip().value(round_trip().position(trip))), trips);
    }

    #[test]
    fn a_value_between_stops_stands_at_the_lower_one() {
        assert_eq!(burst().value(burst().position(237)), 225);
    }
}
