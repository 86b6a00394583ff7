//! A dialog behind a button. The browser keeps the focus in it, closes it on Escape and gives the focus back. What is in it is
//! loaded when it is opened (`later.rs`).

use leptos::prelude::document;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::language::T;
use crate::live;

/// A button and the dialog that it opens.
#[derive(Clone, Copy)]
pub struct Dialog {
    /// The dialog's id.
    pub id: &'static str,
    /// What the button says, in English.
    pub button: &'static str,
    /// The dialog's title, in English.
    pub title: &'static str,
}

impl Dialog {
    /// Their markup, with a place for what is in the dialog.
    pub fn told(&self) -> Markup {
        let Self { id, button, title } = self;
        html! {
            button.quiet type="button" data-opens=(id) data-load="later" { (T(button)) }
            dialog id=(id) aria-label=(T(title)) {
                h2 { (T(title)) }
                div.later tabindex="-1" {}
                // It has the focus where nothing before it asks for that.
                p.buttons { button type="button" data-close data-first { (T("Close")) } }
            }
        }
    }
}

/// Opens and closes all dialogs, by what is pressed.
pub fn listen() {
    live::hear(&document(), "click", move |event| {
        if let Some(id) = live::pressed(&event, "data-opens") {
            // Opening one that is open already is an error to the browser, and no matter.
            dialog(&format!("#{id}")).iter().for_each(show);
        }
        if live::pressed(&event, "data-close").is_some() {
            close();
        }
    });
}

/// Closes the dialog that is open.
pub fn close() {
    dialog(OPEN).into_iter().for_each(|dialog| dialog.close());
}

/// Opens the dialog that is open anew: the browser gives the focus to what should have it, now that it is there.
pub fn reopen() {
    if let Some(dialog) = dialog(OPEN) {
        dialog.close();
        show(&dialog);
    }
}

/// Opens a dialog, and has the browser give the focus to what is first in it. That is marked only for now: pages of other
/// sites' frames are not given the focus, and say so in the console, as soon as they have something in them that asks for it.
fn show(dialog: &HtmlDialogElement) {
    let first = dialog.query_selector("[data-first]").ok().flatten();
    let mark = |value| first.iter().for_each(|first| live::set(first, "autofocus", value));
    mark(Some(""));
    let _ = dialog.show_modal();
    mark(None);
}

const OPEN: &str = "dialog[open]";

fn dialog(selector: &str) -> Option<HtmlDialogElement> {
    document().query_selector(selector).ok().flatten().map(JsCast::unchecked_into)
}
