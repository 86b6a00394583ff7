//! Keys that move the playhead, and the list of them.

use leptos::prelude::window;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::dialog::{self, Dialog};
use crate::lab::{Lab, use_lab};
use crate::live;
use crate::part::Part;

/// A key of the lab's.
struct Key {
    /// The event's key.
    key: &'static str,
    /// How it is shown.
    shown: &'static str,
    /// What it does.
    does: &'static str,
    action: fn(Lab),
}

const KEYS: [Key; 7] = [
    Key { key: " ", shown: "Space", does: "Play or pause", action: Lab::toggle },
    Key { key: "ArrowRight", shown: "\u{2192}", does: "Next event", action: Lab::next },
    Key { key: "ArrowLeft", shown: "\u{2190}", does: "Previous event", action: Lab::previous },
    Key { key: "Home", shown: "Home", does: "To the start", action: Lab::first },
    Key { key: "End", shown: "End", does: "To the end", action: Lab::last },
    Key { key: "o", shown: "O", does: "Next request over the limit", action: Lab::next_over },
    Key { key: "O", shown: "Shift + O", does: "Previous request over the limit", action: Lab::previous_over },
];

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

/// Lets the keys move the lab's playhead, and none of them scroll the page.
fn listen(lab: Lab, help: impl Fn() + 'static) {
    live::hear(&window(), "keydown", move |event| {
        let event: KeyboardEvent = event.unchecked_into();
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if modified || event.default_prevented() || uses_key_itself(&event) {
            return;
        }
        if event.key() == "?" {
            event.prevent_default();
            help();
        } else if let Some(key) = KEYS.iter().find(|key| key.key == event.key()) {
            event.prevent_default();
            // Holding the space bar down is one press.
            if key.key != " " || !event.repeat() {
                (key.action)(lab);
            }
        }
    });
}

/// Keys that others listen to.
const OTHERS: [(&str, &str); 4] = [
    ("?", "This list"),
    ("\u{2190} \u{2192}, Shift, Delete", "On what goes wrong, below the bar: move it, stretch it, remove it"),
    ("1 to 9", "In \u{201c}Break it\u{201d}: whose step comes next"),
    ("U, R, H", "In \u{201c}Break it\u{201d}: undo, redo, hint"),
];

const DIALOG: Dialog = Dialog { id: "keys", button: "Keys", title: "Keys" };

/// The markup of the list of keys, behind a button and `?`.
pub fn told() -> Markup {
    let rows = KEYS.iter().map(|key| (key.shown, key.does)).chain(OTHERS);
    DIALOG.told(&html! {
        dl.keys {
            @for (shown, does) in rows {
                dt { kbd { (shown) } }
                dd { (does) }
            }
        }
    })
}

/// Listens to the keys, and keeps the list that was told in this part.
pub fn keep(part: &Part) {
    let dialog = DIALOG.keep(part, || ());
    listen(use_lab(), move || dialog::open(&dialog));
}
