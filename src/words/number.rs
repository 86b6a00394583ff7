//! Numbers and times as a person reads them. By whole numbers throughout: the machinery that prints floats exactly would be a
//! tenth of what the page loads.

use limit_sim::time::{Span, Time};

use crate::language::{Language, fill, t};
use crate::say;

/// A number with a fixed count of decimals, rounded half away from zero.
pub fn fixed(value: f64, decimals: u32) -> String {
    let unit = 10i64.pow(decimals);
    let scaled = (value * unit as f64).round() as i64;
    let sign = if scaled < 0 { "-" } else { "" };
    let (whole, rest) = (scaled.abs() / unit, scaled.abs() % unit);
    if decimals == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{rest:0width$}", width = decimals as usize)
    }
}

/// The same without zeros that say nothing.
pub fn trimmed(value: f64, decimals: u32) -> String {
    let text = fixed(value, decimals);
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// A length on the screen, in pixels to the tenth.
pub fn px(value: f64) -> String {
    trimmed(value, 1)
}

/// A part of a whole as a percentage, for style sheets.
pub fn percent(part: u64, whole: u64) -> String {
    fixed(100.0 * part as f64 / whole.max(1) as f64, 2) + "%"
}

/// A span in milliseconds, exactly and without the unit: `2`, `0.3`.
pub fn millis(span: Span) -> String {
    trimmed(span.millis_f64(), 6)
}

/// A setting's span, exactly: `2 ms`, `0.3 ms`, `1.5 s`. Milliseconds are the unit of this page; seconds take over at one.
pub fn exact(span: Span) -> String {
    if span >= Span::from_secs(1) {
        say!("{} s", trimmed(span.millis_f64() / 1e3, 9))
    } else {
        say!("{} ms", millis(span))
    }
}

/// A measured span of microseconds: `4.0 ms`, `8 us`, `0 ms`.
pub fn wait(micros: f64) -> String {
    if micros == 0.0 {
        say!("{} ms", 0)
    } else if micros < 100.0 {
        say!("{} \u{b5}s", fixed(micros, 0))
    } else if micros < 1e6 {
        say!("{} ms", fixed(micros / 1e3, 1))
    } else {
        say!("{} s", fixed(micros / 1e6, 2))
    }
}

/// Thousandths as a number, without zeros that say nothing: `9.4`.
pub fn thousandths(number: i64) -> String {
    trimmed(number as f64 / 1e3, 3)
}

/// An instant on the play bar, with as many decimals as the run's length calls for, so that it stands still while it runs.
pub fn instant(at: Time, end: Time) -> String {
    let millis = at.since_start().millis_f64();
    if end.since_start() < Span::from_secs(1) {
        say!("{} ms", fixed(millis, 1))
    } else {
        say!("{} s", fixed(millis / 1e3, 3))
    }
}

/// An instant to the microsecond, in milliseconds: the event table's.
pub fn stamp(at: Time) -> String {
    fixed(at.since_start().millis_f64(), 3)
}

/// `1 request`, `2 requests`: the words are phrases, marked where they are named.
pub fn count(number: u32, one: &str, many: &str) -> String {
    whole(number) + " " + t(if number == 1 { one } else { many })
}

/// A sentence about a count, which is its `{}`: one for 1, and one for any other number.
pub fn counted(number: u32, one: &str, many: &str) -> String {
    fill(if number == 1 { one } else { many }, &[&whole(number)])
}

/// A count in a sentence: from five digits on they stand in groups.
pub fn whole(count: u32) -> String {
    large(count.to_string())
}

/// A number in a sentence, likewise.
pub fn large(digits: String) -> String {
    if digits.find('.').unwrap_or(digits.len()) < 5 { digits } else { in_groups(digits) }
}

/// A number's digits before its point in groups, as the present language has them: of three from the right, and in India of two
/// beyond the first.
pub fn in_groups(mut digits: String) -> String {
    let group = if Language::present() == Language::Hindi { 2 } else { 3 };
    let mut at = digits.find('.').unwrap_or(digits.len()).saturating_sub(3);
    while at > 0 {
        digits.insert(at, ',');
        at = at.saturating_sub(group);
    }
    digits
}

/// `1`, `1 and 2`, `1, 2 and 4`.
pub fn list(numbers: &[usize]) -> String {
    let texts: Vec<_> = numbers.iter().map(usize::to_string).collect();
    match texts.as_slice() {
        [all @ .., last] if !all.is_empty() => say!("{} and {}", all.join(", "), last),
        _ => texts.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_read_as_people_write_them() {
        let spans = [(0, "0 ms"), (100, "0.1 ms"), (2_000, "2 ms"), (40_000, "40 ms"), (1_500_000, "1.5 s")];
        for (micros, text) in spans {
            assert_eq!(exact(Span::from_micros(micros)), text);
        }
        assert_eq!(exact(Span::from_nanos(1)), "0.000001 ms");
    }

    #[test]
    fn waits_keep_the_digits_that_matter() {
        for (micros, text) in [(0.0, "0 ms"), (8.0, "8 \u{b5}s"), (4016.0, "4.0 ms"), (1_016_000.0, "1.02 s")] {
            assert_eq!(wait(micros), text);
        }
    }

    #[test]
    fn numbers_drop_decimals_that_say_nothing() {
        assert_eq!([trimmed(10.0, 1), trimmed(35.669, 1), trimmed(9.96, 1)], ["10", "35.7", "10"]);
        assert_eq!([trimmed(1.75, 2), trimmed(2.0, 2), trimmed(0.0, 2), trimmed(1.024, 2)], ["1.75", "2", "0", "1.02"]);
        assert_eq!([fixed(-0.25, 1), fixed(100.0, 0), trimmed(100.0, 0)], ["-0.3", "100", "100"]);
    }

    #[test]
    fn the_clock_keeps_its_decimals() {
        let ms = |millis: u64| Time::from_nanos(millis * 1_000_000);
        assert_eq!([instant(ms(12), ms(41)), instant(ms(12), ms(2_000))], ["12.0 ms", "0.012 s"]);
        assert_eq!(percent(1, 3), "33.33%");
    }

    #[test]
    fn digits_stand_in_groups_where_there_are_many() {
        assert_eq!([0, 9_999, 10_000, 1_000_001].map(whole), ["0", "9999", "10,000", "1,000,001"]);
        assert_eq!(["9999.5", "10000.25"].map(|text| large(text.to_owned())), ["9999.5", "10,000.25"]);
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!([list(&[1]), list(&[1, 4]), list(&[1, 2, 4])], ["1", "1 and 4", "1, 2 and 4"]);
    }
}
