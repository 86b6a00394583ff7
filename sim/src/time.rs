//! Time as whole nanoseconds. No float time exists in this crate, so that a run is the same on every machine.

use std::fmt;
use std::ops::{Add, Mul, Sub};
use std::str::FromStr;

/// An instant: nanoseconds since the run's start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// A length of time in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

impl Time {
    /// The run's start.
    pub const START: Self = Self(0);

    /// The instant `nanos` nanoseconds after the start.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// Nanoseconds since the start.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Whole microseconds since the start: what a Redis clock shows.
    pub const fn micros(self) -> i64 {
        (self.0 / 1_000) as i64
    }

    /// The whole microsecond in which this instant is, as an instant.
    pub const fn whole_micros(self) -> Self {
        Self(self.0 / 1_000 * 1_000)
    }

    /// How long after the start this is.
    pub const fn since_start(self) -> Span {
        Span(self.0)
    }

    /// The instant `span` after this one, or the last that there is.
    pub const fn saturating_add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// The instant `span` before this one, or the start.
    pub const fn saturating_sub(self, span: Span) -> Self {
        Self(self.0.saturating_sub(span.0))
    }

    /// The number of the clock-aligned window that contains this instant: windows are this long, and the first, number 0,
    /// begins at the start.
    ///
    /// # Panics
    /// When `length` is zero.
    pub const fn window(self, length: Span) -> u64 {
        self.0 / length.0
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// A span of `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// A span of `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros * 1_000)
    }

    /// A span of `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis * 1_000_000)
    }

    /// A span of `secs` seconds.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs * 1_000_000_000)
    }

    /// Nanoseconds.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Microseconds, rounded up.
    pub const fn micros_up(self) -> i64 {
        self.0.div_ceil(1_000) as i64
    }

    /// Microseconds, for display and statistics only.
    pub fn micros_f64(self) -> f64 {
        self.0 as f64 / 1e3
    }

    /// Milliseconds, for display and statistics only.
    pub fn millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

impl Add<Span> for Time {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0 + span.0)
    }
}

impl Sub<Time> for Time {
    type Output = Span;
    fn sub(self, earlier: Time) -> Span {
        Span(self.0 - earlier.0)
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul<u64> for Span {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(self.0 * times)
    }
}

/// The units of a duration's text, largest first, each with its length in nanoseconds.
const UNITS: [(&str, u64); 3] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];

/// The link's text form: the largest unit that leaves at least 1, without trailing zeros (`2ms`, `12.3ms`, `0ms`).
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0ms");
        }
        let (unit, size) = UNITS.into_iter().find(|(_, size)| self.0 >= *size).unwrap_or(UNITS[2]);
        write!(f, "{}", self.0 / size)?;
        let rest = self.0 % size;
        if rest > 0 {
            let digits = size.ilog10() as usize;
            let fraction = format!("{rest:0digits$}");
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        f.write_str(unit)
    }
}

/// The same text form as [`Span`], counted from the run's start.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.since_start().fmt(f)
    }
}

/// A text that is not a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASpan;

impl fmt::Display for NotASpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal number with its unit (us, ms or s)")
    }
}

impl std::error::Error for NotASpan {}

/// Reads `2ms`, `0.3ms`, `1.5s`, `300us`. The unit is required, the number is decimal without a sign, and nothing finer
/// than a nanosecond is taken.
impl FromStr for Span {
    type Err = NotASpan;

    fn from_str(text: &str) -> Result<Self, NotASpan> {
        // `s` ends every unit, so it is tried last.
        let (number, size) =
            UNITS.into_iter().rev().find_map(|(unit, size)| Some((text.strip_suffix(unit)?, size))).ok_or(NotASpan)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        let digits = size.ilog10() as usize;
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) || fraction.len() > digits {
            return Err(NotASpan);
        }
        let whole: u64 = whole.parse().map_err(|_| NotASpan)?;
        let rest: u64 = format!("{fraction:0<digits$}").parse().map_err(|_| NotASpan)?;
        whole.checked_mul(size).and_then(|nanos| nanos.checked_add(rest)).map(Self).ok_or(NotASpan)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_span_survives_being_printed_and_read(nanos: u64) {
            let span = Span::from_nanos(nanos);
            prop_assert_eq!(span.to_string().parse(), Ok(span));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text: String) {
            let _ = text.parse::<Span>();
        }
    }

    #[test]
    fn spans_print_in_the_largest_unit_that_fits() {
        for (nanos, text) in [
            (0, "0ms"),
            (8, "0.008us"),
            (300_000, "300us"),
            (2_000_000, "2ms"),
            (12_300_000, "12.3ms"),
            (1_500_000_000, "1.5s"),
        ] {
            assert_eq!(Span::from_nanos(nanos).to_string(), text);
        }
    }

    #[test]
    fn there_is_no_instant_before_the_start_nor_after_the_last() {
        let (first, last) = (Time::from_nanos(5), Time::from_nanos(u64::MAX));
        assert_eq!(first.saturating_sub(Span::from_nanos(2)), Time::from_nanos(3));
        assert_eq!(first.saturating_sub(Span::from_nanos(6)), Time::START);
        assert_eq!(first.saturating_add(Span::from_nanos(2)), Time::from_nanos(7));
        assert_eq!(last.saturating_add(Span::from_nanos(1)), last);
    }

    #[test]
    fn a_boundary_belongs_to_the_window_that_it_begins() {
        let numbers = [0, 99, 100, 250].map(|nanos| Time::from_nanos(nanos).window(Span::from_nanos(100)));
        assert_eq!(numbers, [0, 0, 1, 2]);
    }

    #[test]
    fn a_span_needs_a_unit_and_plain_digits() {
        for text in ["", "5", "ms", ".5ms", "5.ms", "-5ms", "+5ms", "5 ms", "1e3ms", "5m", "0.0001us", "99999999999s"] {
            assert_eq!(text.parse::<Span>(), Err(NotASpan), "{text:?}");
        }
    }
}
