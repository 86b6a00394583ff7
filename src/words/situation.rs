//! What kind of ending a run has: the verdict's colour, heading and sentence follow from it.

use limit_sim::verdict::Verdict;

/// How a run ended, seen from the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// More passed than the limit allows.
    Leaked,
    /// Some were refused although their user was under the limit.
    Unfair,
    /// Everyone passed, and the limit allows as many.
    Fits,
    /// Exactly the limit passed.
    Exact,
}

impl Situation {
    /// The verdict's.
    pub fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict { over: 1.., .. } => Self::Leaked,
            Verdict { falsely_refused: 1.., .. } => Self::Unfair,
            Verdict { refused: 0, .. } => Self::Fits,
            _ => Self::Exact,
        }
    }

    /// Its name in style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leaked => "leaked",
            Self::Unfair => "unfair",
            Self::Fits => "fits",
            Self::Exact => "exact",
        }
    }
}
