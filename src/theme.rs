//! Light, dark and projector themes: by the system's setting, or by choice.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Theme as Wanted};

use crate::live;
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

    /// The one with this name; the system's if there is none.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|one| one.name() == name).unwrap_or(Self::System)
    }
}

const STORED: &str = "rate-limit-lab.theme";

/// The theme in force. Setting it shows and keeps it.
pub fn use_theme() -> RwSignal<Theme> {
    // A link's choice comes before the reader's last one, and is not kept.
    let wanted = untrack(|| crate::lab::use_lab().open()).embedding.theme;
    let named = if wanted == Wanted::Reader { storage::load(STORED) } else { Some(wanted.name().to_owned()) };
    let theme = RwSignal::new(Theme::named(&named.unwrap_or_default()));
    let mut chosen = false;
    live::effect(move || {
        let name = theme.get().name();
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", name);
        }
        // What holds on arrival is what was kept, or nobody's choice.
        if chosen {
            storage::save(STORED, name);
        }
        chosen = true;
    });
    theme
}
