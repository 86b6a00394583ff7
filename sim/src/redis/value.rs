//! What a key can hold.

use std::fmt;

/// A Redis string. Like the real server, one that is exactly the decimal form of a 64-bit integer is kept as the integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Text {
    /// The text of this integer.
    Integer(i64),
    /// Any other text.
    Other(Box<str>),
}

impl Text {
    /// The integer that the text is, if it is one.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Other(_) => None,
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
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// A value of one of the types that a key can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    String(Text),
    /// Fields in order of being set. The few that a limiter keeps are found as fast as by any index.
    Hash(Vec<(Box<str>, Text)>),
}

#[cfg(test)]
mod tests {
    use super::*;

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
