//! Keys that move the playhead, and the list of them.

mod list;

use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::dialog::Dialog;
use crate::lab::Lab;
use crate::live;
use crate::n;

pub use list::list_of_keys;

/// A key, by its event's name, and what it does.
type Key = (&'static str, fn(Lab));

/// The lab's keys.
const KEYS: [Key; 7] = [
    (" ", Lab::toggle),
    ("ArrowRight", Lab::next),
    ("ArrowLeft", Lab::previous),
    ("Home", Lab::first),
    ("End", Lab::last),
    ("o", Lab::next_over),
    ("O", Lab::previous_over),
];

/// The button and the dialog with the list of them.
pub const DIALOG: Dialog = Dialog { id: "keys", button: n!("Keys"), title: n!("Keys") };

/// The root element's attribute that says whether keys of one character are the lab's: `on` or `off`. At the start it is set
/// in `index.html`, as it stays on this device.
const SINGLE: &str = "data-single";

/// Whether keys of one character (letters, digits, signs) do something in the lab: whoever speaks to the computer, or presses
/// keys by mistake, can switch them off.
pub fn are_heard() -> bool {
    document().document_element().and_then(|root| root.get_attribute(SINGLE)).as_deref() != Some("off")
}

/// Whether the focused element has its own use for the key: then it is not the lab's.
fn uses_key_itself(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Some(target) = target else { return false };
    let within = |users: &str| matches!(target.closest(users), Ok(Some(_)));
    let own = match event.key().as_str() {
        " " => "button, a, summary, [type=radio]:not(:checked)",
        "ArrowLeft" | "ArrowRight" => "[type=radio], [type=range]:not(.scrub)",
        "Home" | "End" => "[type=range]:not(.scrub)",
        _ => "",
    };
    within("[type=text], select, dialog, [data-own-keys]") || (!own.is_empty() && within(own))
}

/// Lets the keys move the lab's playhead, and none of them scroll the page. `?` presses the button of their list.
pub fn listen(lab: Lab, list: HtmlElement) {
    live::hear_keys(&window(), "keydown", move |event| {
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        let single = event.key().len() == 1 && event.key() != " ";
        if modified || event.default_prevented() || uses_key_itself(&event) || single && !are_heard() {
            return;
        }
        let hides = |part| lab.open_untracked(|open| open.embedding.hides(part));
        if hides(if event.key() == "?" { "tools" } else { "playbar" }) || lab.open_untracked(|open| open.waits) {
            // What is left out, or not there yet, can't be got at by keys.
            return;
        }
        if event.key() == "?" {
            event.prevent_default();
            list.click();
        } else if let Some((key, action)) = KEYS.iter().find(|(key, _)| *key == event.key()) {
            event.prevent_default();
            // Holding the space bar down is one press.
            if *key != " " || !event.repeat() {
                action(lab);
            }
        }
    });
}
