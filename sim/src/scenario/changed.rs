//! Links from before that mean something else now. A link keeps its meaning; where a version can't leave it so, it says so
//! here, and whoever opens such a link is told.

use super::{Link, Parameter, Problem, Why};
use crate::phrase::Phrase;

/// Something that links say and that has another meaning since a version.
#[derive(Debug)]
pub struct Change {
    /// The parameter whose meaning it is.
    pub(super) name: &'static str,
    /// Whether a link of before says something else now.
    pub(super) concerns: fn(&Link) -> bool,
    /// What is different, as a sentence without its point.
    pub(super) note: fn() -> Phrase,
}

impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Change {}

/// All such changes in their order. Each makes a new version of the text form: the first makes version 2, from when on links
/// name theirs (`v=2`).
pub(super) const CHANGED: &[Change] = &[];

/// The version of the text form. Links without `v` are of version 1.
pub(super) const VERSION: u64 = 1 + CHANGED.len() as u64;

/// What a link of an older version says otherwise than it did.
#[inline]
pub(super) fn since(version: u64, changed: &'static [Change], link: &Link) -> Vec<Problem> {
    let later = changed.iter().skip(version.saturating_sub(1) as usize);
    let told = |one: &'static Change| {
        let given = Parameter::ALL.iter().find(|parameter| parameter.name == one.name)?.print(link);
        Some(Problem { name: one.name.to_owned(), given: given.unwrap_or_default(), why: Why::Changed(one) })
    };
    later.filter(|one| (one.concerns)(link)).filter_map(told).collect()
}

/// The version that a text form names.
#[inline]
pub(super) fn named(text: &str) -> u64 {
    let text = text.strip_prefix('?').unwrap_or(text);
    let version = form_urlencoded::parse(text.as_bytes()).find(|(name, _)| name == "v");
    version.and_then(|(_, given)| given.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrase::phrase;
    use crate::scenario::Jitter;

    /// Made up: versions 2 and 3.
    const CHANGED: &[Change] = &[
        Change {
            name: "jitter",
            concerns: |link| link.scenario.jitter == Jitter::Exponential,
            note: || phrase("round trips vary less", vec![]),
        },
        Change {
            name: "phase",
            concerns: |link| link.scenario.servers > 4,
            note: || phrase("windows begin later", vec![]),
        },
    ];

    fn told(text: &str) -> Vec<String> {
        let link = Link::read(text).0;
        since(named(text), CHANGED, &link).iter().map(Problem::to_string).collect()
    }

    const JITTER: &str = "jitter=exponential means something else since this link was made: round trips vary less";
    const PHASE: &str = "phase=0ms means something else since this link was made: windows begin later";

    #[test]
    fn a_link_from_before_a_change_that_concerns_it_is_told() {
        assert_eq!(told("jitter=exponential&servers=8"), [JITTER, PHASE]);
        assert_eq!(told("?v=1&jitter=exponential"), [JITTER]);
        assert_eq!(told("v=2&jitter=exponential&servers=8"), [PHASE], "of the version between the two");
    }

    #[test]
    fn a_link_that_no_change_concerns_or_that_is_newer_is_not_told() {
        assert_eq!(told("strategy=incr"), [""; 0]);
        assert_eq!(told("v=3&jitter=exponential&servers=8"), [""; 0]);
    }

    #[test]
    fn each_change_names_a_parameter() {
        for Change { name, .. } in super::CHANGED.iter().chain(CHANGED) {
            assert!(Parameter::ALL.iter().any(|one| one.name == *name), "{name}");
        }
    }

    #[test]
    fn links_name_their_version_once_there_is_more_than_one() {
        let named = Link::default().to_string().contains("v=");
        assert_eq!(named, VERSION > 1);
        assert_eq!(Link::read(&format!("v={VERSION}")).1, []);
        assert_eq!(Link::read(&format!("v={}", VERSION + 1)).1.len(), 1, "a version that is still to come");
    }
}
