//! The stage's size, as the page lays it out.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

/// The element's width and height in CSS pixels; zero until it is laid out.
pub fn use_size(element: NodeRef<Div>) -> ReadSignal<(f64, f64)> {
    let (size, set_size) = signal((0.0, 0.0));
    let kept = StoredValue::new_local(None);
    element.on_load(move |element| {
        let measured = element.clone();
        let measure = move || {
            let _ = set_size.try_set((f64::from(measured.client_width()), f64::from(measured.client_height())));
        };
        measure();
        let callback = Closure::<dyn FnMut()>::new(measure);
        if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
            observer.observe(&element);
            kept.set_value(Some((observer, callback)));
        }
    });
    on_cleanup(move || {
        kept.try_update_value(|kept| kept.take().into_iter().for_each(|(observer, _)| observer.disconnect()));
    });
    size
}
