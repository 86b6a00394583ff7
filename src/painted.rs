//! Parts of the page that are told as a whole: pictures and tables.
//!
//! Their text is made anew whenever something that it depends on has changed, and put into the page if it differs. What is
//! pressed in them is heard where they stand, by the `data-` attributes of what was pressed. So nothing in them has signals
//! or closures of its own, which would outlive it and weigh more than the picture.

use leptos::html::Div;
use leptos::prelude::*;
use maud::Markup;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// What a painted part shows.
pub type Tell = Box<dyn Fn() -> Markup>;

/// A painted part. What has the focus in it keeps the focus, if it has a `data-key`, and its successor the same.
#[component]
pub fn Painted(
    /// How it looks, in style sheets.
    class: &'static str,
    /// What it shows.
    tell: Tell,
    /// Whether changes are read out.
    #[prop(default = false)]
    live: bool,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    Effect::new(move |before: Option<String>| {
        let told = tell().into_string();
        if let Some(place) = place.get().filter(|_| before.as_ref() != Some(&told)) {
            replace(&place, &told);
        }
        told
    });
    view! { <div class=class role=live.then_some("status") node_ref=place></div> }
}

fn replace(place: &Element, told: &str) {
    let focused = document().active_element().filter(|focused| place.contains(Some(focused)));
    let key = focused.and_then(|focused| focused.get_attribute("data-key"));
    place.set_inner_html(told);
    let again = key.and_then(|key| place.query_selector(&format!("[data-key='{key}']")).ok()?);
    if let Some(again) = again.and_then(|again| again.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = again.focus_with_options(&options);
    }
}

/// The value of a `data-` attribute of what was pressed, or of what is around it.
pub fn pressed(event: &web_sys::Event, attribute: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(&format!("[{attribute}]")).ok()??.get_attribute(attribute)
}
