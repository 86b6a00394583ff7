//! Numbers and times as a person reads them.

use limit_sim::time::{Span, Time};

/// A number with at most one decimal, none if it is whole: `35.7`, `10`.
pub fn rounded(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}

/// A number with up to two decimals: `1.75`, `0`.
pub fn precise(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A setting's span, exactly: `2 ms`, `0.3 ms`, `1.5 s`. Milliseconds are the unit of this page; seconds take over at one.
pub fn exact(span: Span) -> String {
    if span >= Span::from_secs(1) {
        format!("{} s", span.nanos() as f64 / 1e9)
    } else {
        format!("{} ms", span.millis_f64())
    }
}

/// A measured span of microseconds: `4.0 ms`, `8 us`, `0 ms`.
pub fn wait(micros: f64) -> String {
    if micros == 0.0 {
        "0 ms".to_owned()
    } else if micros < 100.0 {
        format!("{micros:.0} \u{b5}s")
    } else if micros < 1e6 {
        format!("{:.1} ms", micros / 1e3)
    } else {
        format!("{:.2} s", micros / 1e6)
    }
}

/// An instant on the play bar, with as many decimals as the run's length calls for, so that it stands still while it runs.
pub fn instant(at: Time, end: Time) -> String {
    let (size, unit) = if end.nanos() < 1_000_000_000 { (1e6, "ms") } else { (1e9, "s") };
    let decimals = if size == 1e6 { 1 } else { 3 };
    format!("{:.decimals$} {unit}", at.nanos() as f64 / size)
}

/// An instant to the microsecond, in milliseconds: the event table's.
pub fn stamp(at: Time) -> String {
    format!("{:.3}", at.nanos() as f64 / 1e6)
}

/// `1 request`, `2 requests`.
pub fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `1`, `1 and 2`, `1, 2 and 4`.
pub fn list(numbers: &[usize]) -> String {
    let texts: Vec<_> = numbers.iter().map(usize::to_string).collect();
    match texts.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => texts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_read_as_people_write_them() {
        for (micros, text) in
            [(0, "0 ms"), (100, "0.1 ms"), (2_000, "2 ms"), (40_000, "40 ms"), (1_500_000, "1.5 s")]
        {
            assert_eq!(exact(Span::from_micros(micros)), text);
        }
    }

    #[test]
    fn waits_keep_the_digits_that_matter() {
        for (micros, text) in [(0.0, "0 ms"), (8.0, "8 \u{b5}s"), (4016.0, "4.0 ms"), (1_016_000.0, "1.02 s")] {
            assert_eq!(wait(micros), text);
        }
    }

    #[test]
    fn numbers_drop_decimals_that_say_nothing() {
        assert_eq!([rounded(10.0), rounded(35.669), rounded(9.96)], ["10", "35.7", "10"]);
        assert_eq!([precise(1.75), precise(2.0), precise(0.0), precise(1.025)], ["1.75", "2", "0", "1.02"]);
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!([list(&[1]), list(&[1, 4]), list(&[1, 2, 4])], ["1", "1 and 4", "1, 2 and 4"]);
    }
}
