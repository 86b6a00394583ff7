//! What became of a request, in plain words.

use limit_sim::trace::Outcome;

use crate::language::t;

/// The outcome's words, and how it is marked in style sheets.
pub fn of(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Allowed => (t("let through"), "allowed"),
        Outcome::Over => (t("let through, over the limit"), "over"),
        Outcome::Refused => (t("refused (429)"), "refused"),
    }
}
