//! What the reader's system prefers.

use leptos::prelude::*;

use crate::live;

/// Whether a media query holds, now and as it changes.
pub fn use_media(query: &str) -> RwSignal<bool> {
    let holds = RwSignal::new(false);
    let Ok(Some(list)) = window().match_media(query) else { return holds };
    holds.set(list.matches());
    let watched = list.clone();
    live::hear(&list, "change", move |_| tell(holds, watched.matches()));
    holds
}

/// Tells whether it holds, unless that is known: whoever listens does its work once.
pub fn tell(holds: RwSignal<bool>, now: bool) {
    if holds.get_untracked() != now {
        holds.set(now);
    }
}
