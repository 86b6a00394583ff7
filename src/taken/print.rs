//! The page on paper: before it is printed, what only paper needs is put above the run: settings, link, and the stage as a
//! picture that fits any width.

use leptos::prelude::*;
use maud::{Markup, PreEscaped, html};
use web_sys::Element;

use super::settings::{in_words, settings};
use crate::address;
use crate::export::by_name::{call, get};
use crate::export::standing_alone;
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::live;
use crate::media::{tell, use_media};
use crate::part::Part;
use crate::stage::saved;

/// The part that is empty on the screen.
pub fn on_paper() -> Part {
    let lab = use_lab();
    let part = Part::new(html! { div.on-paper {} });
    let printing = use_media("print");
    for (event, now) in [("beforeprint", true), ("afterprint", false)] {
        // Before the styles for paper hold, where the stage has its size; they are heard of, too, and then it is told already.
        live::hear(&window(), event, move |_| tell(printing, now));
    }
    live::markup(part.root(), move || if printing.get() { told(lab) } else { Markup::default() });
    part
}

fn told(lab: Lab) -> Markup {
    let scenario = lab.scenario();
    let link = untrack(|| address::of(&lab.link()));
    // Diagrams have the window's width: paper has another.
    let all = call(&document(), "querySelectorAll", &["svg.sequence".into()]);
    for nth in (0..).map(|nth: u32| nth.to_string()) {
        let Some(diagram) = Some(get(&all, &nth)).filter(|one| !one.is_undefined()) else { break };
        let diagram: Element = wasm_bindgen::JsCast::unchecked_into(diagram);
        let [width, height] = ["width", "height"].map(|side| diagram.get_attribute(side).unwrap_or_default());
        live::set(&diagram, "viewBox", Some(&format!("0 0 {width} {height}")));
    }
    let stage = saved::scene().and_then(|scene| scene.query_selector("svg").ok().flatten());
    let stage = stage.map(|svg| standing_alone(&svg, &in_words(&scenario), "", &saved::dots(lab).into_string()));
    html! {
        table {
            tbody { @for (name, value) in settings(&scenario) { tr { th scope="row" { (name) } td { (value) } } } }
        }
        p.link { (t("This run:")) " " a href=(link) { (link) } }
        (PreEscaped(stage.unwrap_or_default()))
    }
}
