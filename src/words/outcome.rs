//! What became of a request, in plain words.

use limit_sim::trace::Outcome;

/// The outcome's words, and how it is marked in style sheets.
pub const fn of(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Allowed => ("let through", "allowed"),
        Outcome::Over => ("let through, over the limit", "over"),
        Outcome::Refused => ("refused (429)", "refused"),
    }
}
