//! "Share": the link to the lab as it stands, and what puts that into other pages.

mod builder;
mod choices;
mod preview;
mod snippets;

use leptos::prelude::*;
use maud::html;
use wasm_bindgen::JsCast;
use web_sys::{Clipboard, Element, HtmlInputElement};

use crate::address;
use crate::dialog::Dialog;
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;

pub use builder::builder;

/// The button and its dialog.
pub const DIALOG: Dialog = Dialog { id: "share", button: n!("Share"), title: n!("Share this lab") };

/// What is in the dialog.
pub fn link() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        div {
            p { (t("This link opens the lab as it stands: settings, seed, playhead, and what is open below.")) }
            input type="text" name="link" aria-label=(t("Link")) readonly data-first;
            p.said role="status" {}
            p.buttons { button.main type="button" { (t("Copy link")) } }
        }
    });
    let link: HtmlInputElement = part.named("link").unchecked_into();
    let said = part.find(".said");
    let (shown, quiet) = (link.clone(), said.clone());
    let show = move || {
        live::set_value(&shown, &untrack(|| address::of(&lab.link())));
        quiet.set_text_content(None);
    };
    // It may be open already.
    show();
    let opens = document().query_selector("[data-opens=share]").ok().flatten();
    opens.into_iter().for_each(|button| {
        live::hear(&button, "click", {
            let show = show.clone();
            move |_| show()
        })
    });
    let copy = copier(said);
    live::hear(&part.find(".main"), "click", move |_| copy(&link.value()));
    part
}

/// What copies texts, and says beside them whether it did. Some browsers and frames don't let pages write to the clipboard.
pub fn copier(said: Element) -> Box<dyn Fn(&str)> {
    const REFUSED: &str = n!("This browser does not let the page copy. Select the text and copy it.");
    let say = |text: &'static str| {
        let said = said.clone();
        live::callback(move |_| said.set_text_content(Some(t(text))))
    };
    let (copied, not_copied) = (say(n!("Copied.")), say(REFUSED));
    Box::new(move |text| match clipboard() {
        Some(clipboard) => drop(clipboard.write_text(text).then2(&copied, &not_copied)),
        None => said.set_text_content(Some(t(REFUSED))),
    })
}

/// The clipboard; browsers have none for a page over plain http.
fn clipboard() -> Option<Clipboard> {
    let clipboard = window().navigator().clipboard();
    (!clipboard.is_undefined()).then_some(clipboard)
}
