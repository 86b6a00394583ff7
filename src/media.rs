//! What the reader's system prefers.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Whether a media query holds, now and as it changes.
pub fn use_media(query: &str) -> ReadSignal<bool> {
    let (holds, set_holds) = signal(false);
    let Ok(Some(list)) = window().match_media(query) else { return holds };
    set_holds.set(list.matches());
    let watched = list.clone();
    let callback = Closure::<dyn FnMut()>::new(move || {
        let _ = set_holds.try_set(watched.matches());
    });
    let _ = list.add_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
    let kept = StoredValue::new_local((list, callback));
    on_cleanup(move || {
        kept.try_with_value(|(list, callback)| {
            let _ = list.remove_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
        });
    });
    holds
}
