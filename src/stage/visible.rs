//! Whether the stage is in sight: what nobody sees is not drawn.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

/// True while any part of the element is on the screen.
pub fn use_visible(element: &Element) -> ReadSignal<bool> {
    let (visible, set_visible) = signal(true);
    let callback = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
        if let Some(entry) = entries.iter().last() {
            let _ = set_visible.try_set(entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
        }
    });
    if let Ok(observer) = IntersectionObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
        let kept = StoredValue::new_local((observer, callback));
        on_cleanup(move || {
            kept.try_with_value(|(observer, _)| observer.disconnect());
        });
    }
    visible
}
