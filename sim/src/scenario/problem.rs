//! What of a scenario's text form was not taken, and what is allowed instead.

use std::fmt;

use super::changed::Change;
use super::{Choice, Misfit, Parameter, Rule, Scenario, Strategy, Traffic, WindowStart};
use crate::phrase::{Phrase, phrase, text};
use crate::time::Span;

/// Something in a link that was not taken: the parameter has its default instead. Or that means something else than it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The parameter, or the unknown name.
    pub name: String,
    /// The value that was given.
    pub given: String,
    /// Why it was not taken.
    pub why: Why,
}

/// Why something in a link was not taken. What is allowed instead is only told when someone asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The name is not known.
    Unknown,
    /// The name was given before.
    Again,
    /// The value is none of the parameter's.
    Value,
    /// The strategy can't count so.
    Misfit(Strategy, Misfit),
    /// With this rate too many or too few requests come.
    Requests(u32),
    /// With so many servers and users for so long there would be too many syncs; so rare they may be.
    Syncs(Span),
    /// With so many requests there would be too many tries; so many retries there may be.
    Retries(u32, u32),
    /// There are no more requests than these.
    Beyond(Traffic, u32),
    /// It was taken, but means something else since the link was made.
    Changed(&'static Change),
}

impl Problem {
    pub(super) fn new(name: &str, given: &str, why: Why) -> Self {
        Self { name: name.to_owned(), given: given.to_owned(), why }
    }

    /// What is allowed.
    #[inline]
    pub fn allowed(&self) -> Phrase {
        self.why.allowed(&self.name)
    }
}

impl Why {
    /// What is allowed instead, of a parameter; of what has changed, how.
    #[inline]
    pub fn allowed(&self, name: &str) -> Phrase {
        match *self {
            Self::Changed(change) => (change.note)(),
            Self::Unknown => names(),
            Self::Again => phrase("each name once", vec![]),
            Self::Value => Parameter::ALL.iter().find(|one| one.name == name).map_or_else(names, Parameter::allowed),
            Self::Misfit(strategy, misfit) => {
                let wanted = if name == "rule" { Rule::default().name() } else { WindowStart::Clock.name() };
                let [strategy, nearest] = [strategy, misfit.nearest()].map(|one| text(&one.name()));
                phrase(
                    "{} with strategy={}, {}; strategy={} takes it",
                    vec![text(&wanted), strategy, misfit.reason(), nearest],
                )
            }
            Self::Requests(rate) => {
                phrase("with rate={} what comes to 1 to {} requests", vec![text(&rate), text(Scenario::REQUESTS.end())])
            }
            Self::Syncs(least) => phrase("with so many servers and users for so long, {} or more", vec![text(&least)]),
            Self::Retries(requests, most) => phrase("with {} requests, 0 to {}", vec![text(&requests), text(&most)]),
            Self::Beyond(Traffic::Burst, most) => {
                phrase("a whole number from 1 to {}, the requests of this burst", vec![text(&most)])
            }
            Self::Beyond(Traffic::Steady, most) => {
                phrase("a whole number from 1 to {}, the requests of this stream", vec![text(&most)])
            }
        }
    }
}

impl fmt::Display for Problem {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, given, why } = self;
        let beside = match why {
            Why::Changed(_) => "means something else since this link was made:",
            _ => "was not taken; allowed:",
        };
        write!(f, "{name}={given} {beside} {}", self.allowed())
    }
}

impl std::error::Error for Problem {}

/// The known names, in words.
fn names() -> Phrase {
    let names: Vec<_> = Parameter::ALL.iter().map(|one| one.name.to_owned()).collect();
    phrase("the names {}", vec![text(&names.join(", "))])
}
