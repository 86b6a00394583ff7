//! The list of keys.

use maud::html;

use super::KEYS;
use crate::language::t;
use crate::n;
use crate::part::Part;

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

/// Keys that others listen to.
const OTHERS: [(&str, &str); 4] = [
    ("?", n!("This list")),
    (n!("\u{2190} \u{2192}, Shift, Delete"), n!("On what goes wrong, below the bar: move it, stretch it, remove it")),
    (n!("1 to 9"), n!("In \u{201c}Break it\u{201d}: whose step comes next")),
    ("U, R, H", n!("In \u{201c}Break it\u{201d}: undo, redo, hint")),
];

/// All keys, each with what it does.
pub fn list_of_keys() -> Part {
    Part::new(html! {
        dl.keys {
            @for (shown, does) in TOLD.iter().chain(&OTHERS) {
                dt { kbd { (t(shown)) } }
                dd { (t(does)) }
            }
        }
    })
}
