//! What the reader's system prefers.

use leptos::prelude::*;

use crate::live;

/// Whether a media query holds, now and as it changes.
pub fn use_media(query: &str) -> ReadSignal<bool> {
    let (holds, set_holds) = signal(false);
    let Ok(Some(list)) = window().match_media(query) else { return holds };
    set_holds.set(list.matches());
    let watched = list.clone();
    live::hear(&list, "change", move |_| set_holds.set(watched.matches()));
    holds
}
