//! The list of keys.

use maud::html;

use super::KEYS;
use crate::part::Part;

/// How the lab's keys are shown, and what they do, in the order of [`KEYS`].
const TOLD: [(&str, &str); KEYS.len()] = [
    ("Space", "Play or pause"),
    ("\u{2192}", "Next event"),
    ("\u{2190}", "Previous event"),
    ("Home", "To the start"),
    ("End", "To the end"),
    ("O", "Next request over the limit"),
    ("Shift + O", "Previous request over the limit"),
];

/// Keys that others listen to.
const OTHERS: [(&str, &str); 4] = [
    ("?", "This list"),
    ("\u{2190} \u{2192}, Shift, Delete", "On what goes wrong, below the bar: move it, stretch it, remove it"),
    ("1 to 9", "In \u{201c}Break it\u{201d}: whose step comes next"),
    ("U, R, H", "In \u{201c}Break it\u{201d}: undo, redo, hint"),
];

/// All keys, each with what it does.
pub fn list_of_keys() -> Part {
    Part::new(html! {
        dl.keys {
            @for (shown, does) in TOLD.iter().chain(&OTHERS) {
                dt { kbd { (shown) } }
                dd { (does) }
            }
        }
    })
}
