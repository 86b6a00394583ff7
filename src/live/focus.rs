//! Where the focus is, and where it goes when what has it is replaced.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

use super::tell;

/// Puts other markup in an element. What has the focus in it keeps the focus, if it has a `data-key`, and its successor the
/// same; if there is none, what is around it and can have the focus takes it, at last the tab's panel.
pub fn replace(place: &Element, told: &str) {
    let focused = document().active_element().filter(|focused| place.contains(Some(focused)));
    let key = focused.map(|focused| focused.get_attribute("data-key").unwrap_or_default());
    tell(place, told);
    let Some(key) = key else { return };
    let successor = place.query_selector(&format!("[data-key='{key}']")).ok().flatten();
    let heir = successor.or_else(|| place.closest("[tabindex]").ok()?);
    if let Some(heir) = heir {
        focus(&heir, false);
    }
}

/// Gives an element the focus; the page scrolls there only on request.
pub fn focus(element: &Element, scrolling: bool) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(!scrolling);
    let _ = element.unchecked_ref::<HtmlElement>().focus_with_options(&options);
}
