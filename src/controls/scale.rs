//! What a slider's positions stand for.

use limit_sim::scenario::Scenario;
use limit_sim::time::Span;

/// The values that a slider stops at, in order, each as a plain number: a count, or nanoseconds. Between them there is the
/// number field.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale(Vec<u64>);

impl Scale {
    /// The highest position; the lowest is 0.
    pub fn top(&self) -> usize {
        self.0.len() - 1
    }

    /// The value at a position; positions beyond the top are the top.
    pub fn value(&self, position: usize) -> u64 {
        self.0[position.min(self.top())]
    }

    /// The position whose value is the last that is not above this one.
    pub fn position(&self, value: u64) -> usize {
        self.0.partition_point(|one| *one <= value).saturating_sub(1)
    }

    /// All values, in order.
    pub fn into_values(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }

    /// Every number of servers.
    pub fn servers() -> Self {
        Self(Scenario::SERVERS.map(u64::from).collect())
    }

    /// Bursts: one by one where it matters, then in larger steps.
    pub fn burst() -> Self {
        let steps = [(1..=30, 1), (32..=60, 2), (65..=100, 5), (110..=200, 10), (225..=500, 25), (550..=1000, 50)];
        Self(steps.into_iter().flat_map(|(range, step)| range.step_by(step)).collect())
    }

    /// Rates of a stream, a second: about ten to each decade.
    pub fn rate() -> Self {
        const MANTISSAS: [u64; 10] = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80];
        let decades = [1, 10, 100, 1_000].into_iter();
        let rates = decades.flat_map(|decade| MANTISSAS.into_iter().map(move |one| one * decade));
        Self((1..10).chain(rates).filter(|rate| *rate < 10_000).chain([10_000, 20_000]).collect())
    }

    /// Round trips: none, then about ten to each decade, from 0.1 ms on.
    pub fn round_trip() -> Self {
        const MANTISSAS: [u64; 11] = [100, 120, 150, 200, 250, 300, 400, 500, 600, 700, 850];
        let decades = [1, 10, 100, 1_000].into_iter();
        let spans = decades.flat_map(|decade| MANTISSAS.into_iter().map(move |one| Span::from_micros(one * decade)));
        let within = spans.filter(|span| span <= Scenario::RTT.end());
        Self(std::iter::once(Span::ZERO).chain(within).map(Span::nanos).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(scale: &Scale, least: u64, most: u64) {
        assert!(scale.0.is_sorted_by(|a, b| a < b), "{scale:?}");
        assert_eq!((scale.value(0), scale.value(scale.top())), (least, most));
        for (position, value) in scale.0.iter().enumerate() {
            assert_eq!(scale.position(*value), position);
        }
    }

    #[test]
    fn scales_go_up_from_the_least_to_the_most_that_is_allowed() {
        covers(&Scale::servers(), (*Scenario::SERVERS.start()).into(), (*Scenario::SERVERS.end()).into());
        covers(&Scale::burst(), (*Scenario::BURST.start()).into(), (*Scenario::BURST.end()).into());
        covers(&Scale::rate(), (*Scenario::RATE.start()).into(), (*Scenario::RATE.end()).into());
        covers(&Scale::round_trip(), Scenario::RTT.start().nanos(), Scenario::RTT.end().nanos());
    }

    #[test]
    fn the_lessons_values_are_stops() {
        let burst = Scale::burst();
        assert_eq!([40, 80, 100].map(|n| burst.value(burst.position(n))), [40, 80, 100]);
        let (trip, trips) = (Scale::round_trip(), [300_000, 500_000, 1_000_000, 2_000_000, 5_000_000]);
        assert_eq!(trips.map(|n| trip.value(trip.position(n))), trips);
    }

    #[test]
    fn a_value_between_stops_stands_at_the_lower_one() {
        assert_eq!(Scale::burst().value(Scale::burst().position(237)), 225);
    }
}
