//! The list of keys.

use leptos::prelude::document;
use maud::html;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::{KEYS, SINGLE, are_heard};
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::storage;

/// How the lab's keys are shown, and what they do, in the order of [`KEYS`].
const TOLD: [(&str, &str); KEYS.len()] = [
    (n!("Space"), n!("Play or pause")),
    ("\u{2192}", n!("Next event")),
    ("\u{2190}", n!("Previous event")),
    (n!("Home"), n!("To the start")),
    (n!("End"), n!("To the end")),
    ("O", n!("Next request over the limit")),
    (n!("Shift + O"), n!("Previous request over the limit")),
];

/// Where it stays on this device whether keys of one character are the lab's.
const KEPT: &str = "rate-limit-lab.single";

/// Keys that others listen to.
const OTHERS: [(&str, &str); 4] = [
    ("?", n!("This list")),
    (n!("\u{2190} \u{2192}, Shift, Delete"), n!("On what goes wrong, below the bar: move it, stretch it, remove it")),
    (n!("1 to 9"), n!("In \u{201c}Break it\u{201d}: whose step comes next")),
    ("U, R, H", n!("In \u{201c}Break it\u{201d}: undo, redo, hint")),
];

/// All keys, each with what it does, and the box that has those of one character rest.
pub fn list_of_keys() -> Part {
    let part = Part::new(html! {
        div {
            dl.keys {
                @for (shown, does) in TOLD.iter().chain(&OTHERS) {
                    dt { kbd { (t(shown)) } }
                    dd { (t(does)) }
                }
            }
            label.single {
                input type="checkbox" name="single" checked[are_heard()];
                span { (t("Letters, digits and \u{201c}?\u{201d} are keys of the lab")) }
            }
            p.aside { (t("Switched off, they can\u{2019}t be pressed by mistake, or by voice control. This device keeps the choice.")) }
        }
    });
    let own: HtmlInputElement = part.named("single").unchecked_into();
    live::hear(part.root(), "change", move |_| {
        let heard = if own.checked() { "on" } else { "off" };
        document().document_element().into_iter().for_each(|root| live::set(&root, SINGLE, Some(heard)));
        storage::save(KEPT, heard);
    });
    part
}
