//! "Share": the link to the lab as it stands.

use leptos::prelude::*;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Clipboard, HtmlInputElement};

use crate::address;
use crate::dialog::Dialog;
use crate::lab::use_lab;
use crate::live;
use crate::part::Part;

const DIALOG: Dialog = Dialog { id: "share", button: "Share", title: "Share this lab" };

/// The markup of the button and its dialog.
pub fn told() -> Markup {
    DIALOG.told(&html! {
        p { "This link opens the lab as it stands: settings, seed, playhead, and what is open below." }
        input type="text" name="link" aria-label="Link" readonly;
        p.said role="status" {}
        p.buttons { button.main type="button" { "Copy link" } }
    })
}

/// Keeps what was told in this part.
pub fn keep(part: &Part) {
    let lab = use_lab();
    let link: HtmlInputElement = part.named("link").unchecked_into();
    let said = part.find("#share .said");
    let say = move |text: &str| said.set_text_content(Some(text));
    let (shown, quiet) = (link.clone(), say.clone());
    DIALOG.keep(part, move || {
        live::set_value(&shown, &untrack(|| address::of(&lab.link())));
        quiet("");
    });
    // Some browsers and frames don't let pages write to the clipboard.
    let refused =
        move |say: &dyn Fn(&str)| say("This browser does not let the page copy. Select the link and copy it.");
    let (copied, not_copied, none) = (say.clone(), say.clone(), say);
    let copied = live::callback(move |_| copied("Copied."));
    let not_copied = live::callback(move |_| refused(&not_copied));
    live::hear(&part.find("#share .main"), "click", move |_| match clipboard() {
        Some(clipboard) => drop(clipboard.write_text(&link.value()).then2(&copied, &not_copied)),
        None => refused(&none),
    });
}

/// The clipboard; browsers have none for a page over plain http.
pub fn clipboard() -> Option<Clipboard> {
    let clipboard = window().navigator().clipboard();
    (!clipboard.is_undefined()).then_some(clipboard)
}
