//! Whether something is in sight: what nobody sees is not drawn, nor loaded.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

use crate::live;

/// True while any part of the element is on the screen, or no further from it than `around`, a length of CSS. What is true
/// `at_first` is so until the page is laid out.
pub fn use_visible(element: &Element, around: &str, at_first: bool) -> RwSignal<bool> {
    let visible = RwSignal::new(at_first);
    let callback = live::callback(move |entries| {
        if let Some(entry) = entries.unchecked_into::<js_sys::Array>().iter().last() {
            let _ = visible.try_set(entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(around);
    match IntersectionObserver::new_with_options(callback.as_ref().unchecked_ref(), &options) {
        Ok(observer) => {
            observer.observe(element);
            live::finally(move || {
                observer.disconnect();
                drop(callback);
            });
        }
        // A browser that can't tell: better too early than never.
        Err(_) => visible.set(true),
    }
    visible
}
