//! How a prediction is made: a number, a choice, or a mark on an axis.

use limit_sim::time::Span;

use crate::words::number::millis;

/// How a prediction is made. It is kept as text: a number in digits, a choice by its name, a span in milliseconds.
pub enum Ask {
    /// A number from the first to the second.
    Number(u32, u32),
    /// One of these: names, with what they are called.
    Choice(&'static [(&'static str, &'static str)]),
    /// One of these spans, in microseconds, in their order.
    Mark(&'static [u64]),
}

impl Ask {
    /// What was given, in the form in which it is kept; none when it is no answer.
    pub fn read(&self, given: &str) -> Option<String> {
        let given = given.trim();
        match self {
            Self::Number(least, most) => {
                let number = given.parse::<u32>().ok()?;
                (*least..=*most).contains(&number).then(|| number.to_string())
            }
            Self::Choice(all) => all.iter().any(|(name, _)| *name == given).then(|| given.to_owned()),
            Self::Mark(all) => all.iter().any(|one| mark(*one) == given).then(|| given.to_owned()),
        }
    }

    /// Whether a prediction is as good as what came out: a number or a span to a tenth or so, a choice exactly.
    pub fn is_close(&self, predicted: &str, actual: &str) -> bool {
        match self {
            Self::Number(..) => {
                let numbers = [predicted, actual].map(|text| text.parse::<u32>().unwrap_or_default());
                numbers[0].abs_diff(numbers[1]) <= (numbers[1] / 10).max(1)
            }
            Self::Choice(_) => predicted == actual,
            Self::Mark(_) => {
                let [predicted, actual] = [predicted, actual].map(|text| span(text).nanos());
                predicted.abs_diff(actual) <= actual / 4
            }
        }
    }
}

/// A span of microseconds as a prediction is kept.
pub fn mark(micros: u64) -> String {
    millis(Span::from_micros(micros))
}

/// The span of a prediction.
pub fn span(kept: &str) -> Span {
    format!("{kept}ms").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_asked_for_is_an_answer() {
        let number = Ask::Number(0, 40);
        assert_eq!(number.read(" 08 ").as_deref(), Some("8"));
        assert_eq!(["41", "-1", "", "4.5", "ten"].map(|text| number.read(text)), [const { None }; 5]);
        let choice = Ask::Choice(&[("more", "More"), ("limit", "The limit")]);
        assert_eq!((choice.read("more").as_deref(), choice.read("More")), (Some("more"), None));
        let mark = Ask::Mark(&[100, 2_000]);
        assert_eq!((mark.read("0.1").as_deref(), mark.read("1")), (Some("0.1"), None));
    }

    #[test]
    fn close_is_within_a_tenth_or_a_quarter_of_a_span() {
        let number = Ask::Number(0, 100);
        assert!(number.is_close("63", "66") && !number.is_close("59", "66") && number.is_close("1", "0"));
        let mark = Ask::Mark(&[]);
        assert!(mark.is_close("2", "2.1") && !mark.is_close("1", "2"));
    }
}
