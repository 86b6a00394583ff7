//! What a key can hold.

use std::fmt;

/// A Redis string. Like the real server, one that is exactly the decimal form of a 64-bit integer is kept as the integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Text {
    /// The text of this integer.
    Integer(i64),
    /// The text of the decimal fraction `of / to`, as a script or a client writes a number that is not whole. The real text
    /// has up to 17 digits; this one is held in whole numbers, and shown with six decimals.
    ///
    /// Made by [`Text::ratio`]: `to` is above 0, and the fraction is never a whole number.
    Ratio {
        /// The dividend.
        of: i64,
        /// The divisor.
        to: i64,
    },
    /// Any other text.
    Other(Box<str>),
}

impl Text {
    /// The text of the number `of / to`.
    ///
    /// # Panics
    /// When `to` is not above 0.
    #[inline]
    pub fn ratio(of: i64, to: i64) -> Self {
        assert!(to > 0, "a fraction has a divisor above 0");
        if of % to == 0 { Self::Integer(of / to) } else { Self::Ratio { of, to } }
    }

    /// The integer that the text is, if it is one.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Ratio { .. } | Self::Other(_) => None,
        }
    }
}

impl From<i64> for Text {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        match text.parse::<i64>() {
            // `parse` also takes "+5", "05" and "-0", which Redis does not take for integers.
            Ok(value) if value.to_string() == text => Self::Integer(value),
            _ => Self::Other(text.into()),
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Ratio { of, to } => fraction(f, *of, *to),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// Prints `of / to` by long division, with at most six decimals, halves rounded up (away from 0).
#[inline]
fn fraction(f: &mut fmt::Formatter<'_>, of: i64, to: i64) -> fmt::Result {
    let (size, to) = (u128::from(of.unsigned_abs()), u128::from(to.unsigned_abs()));
    let millionths = (size * 2_000_000 / to).div_ceil(2);
    let (whole, mut decimals, mut digits) = ((millionths / 1_000_000) as u64, (millionths % 1_000_000) as u32, 6);
    write!(f, "{}{whole}", if of < 0 && millionths > 0 { "-" } else { "" })?;
    if decimals == 0 {
        return Ok(());
    }
    while decimals % 10 == 0 {
        decimals /= 10;
        digits -= 1;
    }
    write!(f, ".{decimals:0digits$}")
}

/// A value of one of the types that a key can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    String(Text),
    /// Fields in order of their names. The few that a limiter keeps are found as fast as by any index.
    Hash(Vec<(&'static str, Text)>),
    /// Members in order of their scores, those with one score in order of their bytes.
    SortedSet(Vec<(i64, Text)>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_prints_with_six_decimals_rounded_half_up_and_no_zeros_behind() {
        for (of, to, printed) in [
            (13, 4, "3.25"),
            (-13, 4, "-3.25"),
            (1, 3, "0.333333"),
            (2, 3, "0.666667"),
            (1, 2_000_000, "0.000001"),
            (1, 2_000_001, "0"),
            (-1, 2_000_001, "0"),
            (1_999_999_999, 1_000_000_000, "2"),
            (i64::MAX, 2, "4611686018427387903.5"),
            (i64::MIN, 3, "-3074457345618258602.666667"),
            (12, 4, "3"),
            (0, 7, "0"),
        ] {
            assert_eq!(Text::ratio(of, to).to_string(), printed, "{of}/{to}");
        }
    }

    #[test]
    fn a_fraction_is_no_integer_unless_it_is_whole() {
        assert_eq!(Text::ratio(12, 4), Text::Integer(3));
        assert_eq!(Text::ratio(26, 8), Text::Ratio { of: 26, to: 8 });
        assert_eq!(Text::ratio(26, 8).integer(), None);
    }

    #[test]
    fn only_the_exact_decimal_form_is_an_integer() {
        for (text, integer) in [
            ("0", Some(0)),
            ("-7", Some(-7)),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("+7", None),
            ("07", None),
            ("-0", None),
            (" 7", None),
            ("", None),
            ("1.0", None),
        ] {
            assert_eq!(Text::from(text).integer(), integer, "{text:?}");
        }
    }
}
