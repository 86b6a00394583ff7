//! What axes and measures are called, and how their values are written.

use limit_sim::scenario::{Axis, Choice, Measure};
use limit_sim::time::Span;

use crate::language::t;
use crate::n;
use crate::words::number::{exact, fixed, in_groups, wait};

/// What is said of an axis, in the order of [`Axis::ALL`]: its name; a range of it, from `$a` to `$b`; what may change
/// without effect; the same, said so; one value, `$v`.
const AXES: [[&str; 5]; Axis::ALL.len()] = [
    [
        n!("Redis round trip"),
        n!("from $a to $b of round trip"),
        n!("the round trip"),
        n!("whatever the round trip"),
        n!("at $v"),
    ],
    [
        n!("API servers"),
        n!("from $a to $b servers"),
        n!("the number of servers"),
        n!("whatever the number of servers"),
        n!("at $v servers"),
    ],
    [
        n!("Requests in the burst"),
        n!("with $a to $b requests in the burst"),
        n!("the burst"),
        n!("whatever the burst"),
        n!("at $v requests"),
    ],
    [
        n!("Burst arrives within"),
        n!("with the burst spread over $a to $b"),
        n!("the spread"),
        n!("whatever the spread"),
        n!("at a spread of $v"),
    ],
    [
        n!("Servers sync every"),
        n!("with a sync every $a to $b"),
        n!("the sync period"),
        n!("whatever the sync period"),
        n!("at a sync every $v"),
    ],
    [n!("Limit"), n!("with a limit of $a to $b"), n!("the limit"), n!("whatever the limit"), n!("at a limit of $v")],
];

/// What is said of a measure, in the order of [`Measure::ALL`]: its name; a sentence's part, with `$v` for its values.
const MEASURES: [[&str; 2]; Measure::ALL.len()] = [
    [n!("Let through"), n!("$v are let through on average")],
    [n!("Refused wrongly"), n!("$v are refused wrongly on average")],
    [n!("Redis calls a request"), n!("a request takes $v Redis calls on average")],
    [n!("Added wait, p50"), n!("the median added wait is $v on average")],
    [n!("Added wait, p99"), n!("the 99th percentile of the added wait is $v on average")],
];

/// An axis's name.
pub fn axis(axis: Axis) -> &'static str {
    t(AXES[axis.place()][0])
}

/// A range of it, from `$a` to `$b`.
pub fn range(axis: Axis) -> &'static str {
    AXES[axis.place()][1]
}

/// What goes along it, within a sentence.
pub fn within(axis: Axis) -> &'static str {
    t(AXES[axis.place()][2])
}

/// That it may change without effect.
pub fn whatever(axis: Axis) -> &'static str {
    t(AXES[axis.place()][3])
}

/// Where one value is, `$v`.
pub fn at(axis: Axis) -> &'static str {
    AXES[axis.place()][4]
}

/// A value of it.
pub fn value(axis: Axis, value: u64) -> String {
    if axis.is_span() { exact(Span::from_nanos(value)) } else { value.to_string() }
}

/// A measure's name.
pub fn measure(measure: Measure) -> &'static str {
    t(MEASURES[measure.place()][0])
}

/// A sentence's part, with `$v` for its values.
pub fn measured(measure: Measure) -> &'static str {
    MEASURES[measure.place()][1]
}

/// Whether its values are times, in microseconds.
pub fn is_time(measure: Measure) -> bool {
    matches!(measure, Measure::WaitP50 | Measure::WaitP99)
}

/// A value of it.
pub fn figure(measure: Measure, value: f64) -> String {
    match measure {
        _ if is_time(measure) => wait(value),
        Measure::RedisCalls => fixed(value, 2),
        _ => in_groups(fixed(value, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_and_measure_has_words_with_places_for_its_values() {
        for [_, range, _, _, at] in AXES {
            assert!(range.contains("$a") && range.contains("$b") && at.contains("$v"), "{range}, {at}");
        }
        assert!(MEASURES.iter().all(|[_, part]| part.contains("$v")));
        assert_eq!(axis(Axis::Sync), "Servers sync every");
        assert_eq!(measure(Measure::WaitP99), "Added wait, p99");
    }

    #[test]
    fn values_have_the_digits_that_tell_them_apart() {
        assert_eq!([value(Axis::Rtt, 500_000), value(Axis::Burst, 40)], ["0.5 ms", "40"]);
        assert_eq!([figure(Measure::Allowed, 30.07), figure(Measure::RedisCalls, 1.024)], ["30.1", "1.02"]);
        assert_eq!(figure(Measure::WaitP99, 4016.0), "4.0 ms");
    }
}
