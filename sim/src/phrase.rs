//! What is said to people of what was not taken, as a value: in English by itself, and in any language by whoever has the
//! phrases in it.

use std::fmt;

/// A sentence or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A number, a name in links or an example: the same in every language.
    Text(String),
    /// An English phrase with `{}` where its values stand, and these.
    Said(&'static str, Vec<Phrase>),
}

/// A phrase with values in it. What is given here is what other languages have words for.
#[inline(never)]
pub fn phrase(english: &'static str, values: Vec<Phrase>) -> Phrase {
    Phrase::Said(english, values)
}

/// A value that is the same in every language.
#[inline(never)]
pub fn text(value: &dyn fmt::Display) -> Phrase {
    Phrase::Text(value.to_string())
}

impl Phrase {
    /// The phrase in a language: `translate` says what an English phrase is in it.
    #[inline]
    pub fn told(&self, translate: fn(&'static str) -> &'static str) -> String {
        let mut told = String::new();
        self.tell(translate, &mut told);
        told
    }

    #[inline]
    fn tell(&self, translate: fn(&'static str) -> &'static str, told: &mut String) {
        match self {
            Self::Text(text) => told.push_str(text),
            Self::Said(english, values) => fill(translate(english), told, &mut |nth, told| {
                values.get(nth).into_iter().for_each(|value| value.tell(translate, told));
            }),
        }
    }
}

/// In English.
impl fmt::Display for Phrase {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(|english| english))
    }
}

/// Writes a sentence with its values filled in: `{}` is the next value, `{2}` the third; `value` writes the nth, from 0.
#[inline]
pub fn fill(sentence: &str, told: &mut String, value: &mut dyn FnMut(usize, &mut String)) {
    let mut pieces = sentence.split('{');
    told.push_str(pieces.next().unwrap_or_default());
    for (next, piece) in pieces.enumerate() {
        let (place, rest) = piece.split_once('}').unwrap_or(("", piece));
        value(place.parse().unwrap_or(next), told);
        told.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_told_in_any_language_and_their_values_where_it_wants_them() {
        let told = phrase("{} to {}", vec![text(&1), phrase("{} or more", vec![text(&"2ms")])]);
        assert_eq!(told.to_string(), "1 to 2ms or more");
        let swapped = |english| if english == "{} to {}" { "{1} <- {0}" } else { english };
        assert_eq!(told.told(swapped), "2ms or more <- 1");
    }
}
