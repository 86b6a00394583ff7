//! An element's size, as the page lays it out.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, ResizeObserver};

use crate::live;

/// The element's width and height in CSS pixels; zero until it is laid out.
pub fn use_size(element: &Element) -> RwSignal<(f64, f64)> {
    watch(element, |element| (f64::from(element.client_width()), f64::from(element.client_height())))
}

/// The element's width in CSS pixels, likewise, for what makes its own height; with zero for that.
pub fn use_width(element: &Element) -> RwSignal<(f64, f64)> {
    watch(element, |element| (f64::from(element.client_width()), 0.0))
}

fn watch(element: &Element, measured: fn(&Element) -> (f64, f64)) -> RwSignal<(f64, f64)> {
    let size = RwSignal::new((0.0, 0.0));
    let own = element.clone();
    let measure = move || {
        let new = measured(&own);
        if size.try_get_untracked().is_some_and(|before| before != new) {
            size.set(new);
        }
    };
    // Once it is in the page, and whenever its size has changed.
    live::effect(measure.clone());
    let callback = live::callback(move |_| measure());
    if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
        live::finally(move || {
            observer.disconnect();
            drop(callback);
        });
    }
    size
}
