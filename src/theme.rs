//! Light, dark and projector themes: by the system's setting, or by choice.

use leptos::prelude::*;

use crate::language::t;
use crate::live;
use crate::n;
use crate::storage;

/// A theme that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Whatever the system says.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Black on white, with larger letters and thicker lines, for the back row.
    Projector,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::System, Self::Light, Self::Dark, Self::Projector];

    /// Its name, on the page's root element and in storage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Projector => "projector",
        }
    }

    /// What the page calls it.
    pub fn label(self) -> &'static str {
        t(match self {
            Self::System => n!("System"),
            Self::Light => n!("Light"),
            Self::Dark => n!("Dark"),
            Self::Projector => n!("Projector"),
        })
    }

    /// The one with this name; the system's if there is none.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|one| one.name() == name).unwrap_or(Self::System)
    }
}

const STORED: &str = "rate-limit-lab.theme";

/// The theme in force: the link's, else the one that was chosen before. Setting it shows and keeps it.
pub fn use_theme() -> RwSignal<Theme> {
    let root = document().document_element().expect("a page has a root");
    // The script in `index.html` has settled it.
    let theme = RwSignal::new(Theme::named(&root.get_attribute("data-theme").unwrap_or_default()));
    let mut chosen = false;
    live::effect(move || {
        let name = theme.get().name();
        live::set(&root, "data-theme", Some(name));
        // What holds on arrival is what was kept, or nobody's choice.
        if chosen {
            storage::save(STORED, name);
        }
        chosen = true;
    });
    theme
}
