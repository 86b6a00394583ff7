//! The lesson's place in the page, and whether it is open. What it holds is loaded once somebody begins, or had begun.

use leptos::prelude::*;
use limit_sim::scenario::{Embed, Lesson, Task};
use maud::html;
use web_sys::Element;

use crate::lab::use_lab;
use crate::language::{T, t};
use crate::later;
use crate::live;
use crate::part::Part;
use crate::progress;
use crate::storage;

/// The root element's attribute that says whether the lesson is open, closed, or none.
const OPEN: &str = "data-lesson";

/// Where the device keeps that the student has closed it.
const STORED: &str = "rate-limit-lab.lesson";
const CLOSED: &str = "closed";

/// The place: a heading, what it is, and the button that begins.
pub fn lesson() -> Part {
    let embedding = untrack(|| use_lab().open().embedding);
    let begun = !progress::text().is_empty();
    let part = Part::new(html! {
        aside.lesson data-part="lesson" aria-labelledby="lesson-title" hidden[embedding.hides("lesson")] {
            div.lesson-head {
                h2 id="lesson-title" { (T("Lesson")) }
                button.quiet.fold type="button" aria-controls="guide" {}
            }
            div.guide id="guide" tabindex="-1" {
                p.intro { (T("Eleven short tasks")) }
                button.main type="button" data-load="guide" { (if begun { t("Continue") } else { t("Begin") }) }
            }
        }
    });
    let asked = embedding.task != Task::None;
    let open = match embedding.lesson {
        Lesson::Open => true,
        Lesson::Closed => false,
        Lesson::Auto => asked || embedding.embed == Embed::No && storage::load(STORED).as_deref() != Some(CLOSED),
    };
    let later = later::lesson();
    let fold = part.find(".fold");
    set_open(&fold, open);
    if embedding.hides("lesson") {
        live::set(&root(), OPEN, Some("none"));
    }
    if is_open() && (begun || asked) {
        later.load();
    }
    let restored = later.clone();
    progress::when_restored(move |_| {
        if is_open() {
            restored.load();
        }
    });
    let own = fold.clone();
    live::hear(&fold, "click", move |_| {
        set_open(&own, !is_open());
        storage::save(STORED, if is_open() { "" } else { CLOSED });
        if is_open() {
            later.load();
        }
    });
    part
}

/// Whether it is open.
pub fn is_open() -> bool {
    root().get_attribute(OPEN).as_deref() == Some("open")
}

fn root() -> Element {
    document().document_element().expect("a page has a root")
}

fn set_open(fold: &Element, open: bool) {
    live::set(&root(), OPEN, Some(if open { "open" } else { "closed" }));
    live::set(fold, "aria-expanded", Some(if open { "true" } else { "false" }));
    fold.set_text_content(Some(if open { t("Close") } else { t("Open") }));
}
