//! Sentences that are chosen among many and share their values, which they name by letters. One piece of code fills them all
//! in: told apart one by one, each would bring its own. (A sentence with values of its own is told by [`say!`](crate::say).)

use crate::language::{fill, t};
use crate::words::counting::grouped;

/// A number of things in the present language: the phrase for one, or the one that names the number, `{}`.
pub fn some(number: u32, one: &str, many: &str) -> String {
    if number == 1 { t(one).to_owned() } else { fill(many, &[&grouped(number.into())]) }
}

/// The sentence in the present language, with each `$` and the letter after it replaced by that letter's value. Values that it
/// does not name are of no account.
pub fn say(sentence: &str, values: &[(char, String)]) -> String {
    let mut pieces = t(sentence).split('$');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let mut rest = piece.chars();
        let letter = rest.next();
        let value = values.iter().find(|(name, _)| Some(*name) == letter);
        text += value.map_or("", |(_, value)| value);
        text += rest.as_str();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_their_values() {
        let values = [('s', "2".to_owned()), ('r', "7".to_owned())];
        assert_eq!(say("Server $s lets request $r through, $s.", &values), "Server 2 lets request 7 through, 2.");
        assert_eq!(say("No value.", &[]), "No value.");
    }

    #[test]
    fn one_has_a_phrase_of_its_own() {
        let steps = [1, 2, 1200].map(|number| some(number, "1 step", "{} steps"));
        assert_eq!(steps, ["1 step", "2 steps", "1,200 steps"]);
    }
}
