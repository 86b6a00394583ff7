//! "Make something go wrong": a strip under the stage with all that can. Its button is there at the start; what it unfolds is
//! loaded then (`later.rs`).

mod answers;
mod offers;
mod panel;
mod rows;

use maud::html;

use crate::lab::use_lab;
use crate::language::T;
use crate::live;
use crate::part::Part;

pub use panel::strip_panel;

/// The button that unfolds the strip, and the strip's place.
pub fn strip() -> [Part; 2] {
    let lab = use_lab();
    let button = Part::new(html! {
        button.go-wrong data-part="strip" type="button" aria-controls="strip" { (T("Make something go wrong")) }
    });
    let place = Part::new(
        html! { section.strip.later data-part="strip" id="strip" aria-label=(T("Make something go wrong")) tabindex="-1" {} },
    );
    live::attribute(button.root(), "aria-expanded", move || lab.strip().to_string());
    live::flag(place.root(), "hidden", move || !lab.strip());
    let below = place.root().clone();
    live::hear(button.root(), "click", move |_| {
        let open = !leptos::prelude::untrack(|| lab.strip());
        lab.note(|of| of.strip = Some(open));
        if open {
            crate::details::bring_up_from_below(below.clone());
        }
    });
    [button, place]
}
