//! Whether the stage is in sight: what nobody sees is not drawn.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

use crate::live;

/// True while any part of the element is on the screen.
pub fn use_visible(element: &Element) -> RwSignal<bool> {
    let visible = RwSignal::new(true);
    let callback = live::callback(move |entries| {
        if let Some(entry) = entries.unchecked_into::<js_sys::Array>().iter().last() {
            let _ = visible.try_set(entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
        }
    });
    if let Ok(observer) = IntersectionObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
        live::finally(move || {
            observer.disconnect();
            drop(callback);
        });
    }
    visible
}
