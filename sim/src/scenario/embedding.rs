//! How the page is set up by whoever embeds it.

use super::{Answers, Embed, Lang, Lesson, Parameter, Tab, Task, Theme};

/// How the page is set up by whoever embeds it. Nothing of it changes a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embedding {
    /// Whether it is in a frame.
    pub embed: Embed,
    /// The parameters that can't be changed, by name, in the order of [`Parameter::ALL`].
    pub lock: Vec<&'static str>,
    /// What is not shown: parameters' controls and the page's parts ([`Self::PARTS`]), by name.
    pub hide: Vec<&'static str>,
    /// The tabs that are there; none: all of them.
    pub tabs: Vec<Tab>,
    /// How the page looks.
    pub theme: Theme,
    /// The language that it speaks.
    pub lang: Lang,
    /// Whether the lesson is open.
    pub lesson: Lesson,
    /// The task that the lesson begins with.
    pub task: Task,
    /// Whether the lesson says what is right.
    pub answers: Answers,
    /// The one origin that messages are taken from and sent to; none: whoever embeds the page.
    pub origin: Option<String>,
}

impl Embedding {
    /// The page's parts that can be left out, beside the controls of parameters.
    pub const PARTS: &[&str] = &[
        "title",
        "tools",
        "notices",
        "strategies",
        "about",
        "stage",
        "playbar",
        "controls",
        "strip",
        "cards",
        "story",
        "tabs",
        "lesson",
        "gallery",
    ];

    /// Whether a parameter can't be changed.
    pub fn locks(&self, name: &str) -> bool {
        self.lock.contains(&name)
    }

    /// Whether a parameter's control or a part of the page is left out.
    pub fn hides(&self, name: &str) -> bool {
        self.hide.contains(&name)
    }

    /// The names that can be locked: of all that a run depends on, and of what is open below the verdict.
    pub fn lockable() -> impl Iterator<Item = &'static str> {
        Parameter::ALL.iter().filter(|one| one.is_lockable()).map(|one| one.name)
    }

    /// The names whose controls or parts can be left out.
    pub fn hideable() -> impl Iterator<Item = &'static str> {
        Self::lockable().chain(Self::PARTS.iter().copied())
    }
}

/// Names with commas between them, each once, in the order of the known ones. None when one is not among them.
pub(super) fn names(text: &str, known: impl Iterator<Item = &'static str>) -> Option<Vec<&'static str>> {
    let wanted: Vec<&str> = text.split(',').collect();
    let taken: Vec<_> = known.filter(|one| wanted.contains(one)).collect();
    (taken.len() == wanted.len()).then_some(taken)
}

/// An origin: a scheme, a host, and perhaps a port; what stands in the Origin header of a request.
pub(super) fn is_origin(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let host = rest.strip_prefix("//").unwrap_or_default();
    let name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | ':' | '[' | ']');
    matches!(scheme, "http" | "https") && !host.is_empty() && host.chars().all(name)
}
