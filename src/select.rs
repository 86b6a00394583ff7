//! A list to pick one value from.

use maud::{Markup, html};
use web_sys::Element;

use crate::live;

/// An entry: its value, and what the page calls it.
pub type Entry = (String, String);

/// The list's markup: its name in forms and tests, what it sets for those who don't see where it stands, and how it looks.
pub fn told(name: &str, label: &str, class: &str) -> Markup {
    html! { select name=(name) class=(class) aria-label=(label) {} }
}

/// How a list is kept.
pub struct Keep {
    /// Its entries.
    pub entries: Box<dyn Fn() -> Vec<Entry>>,
    /// Its present value.
    pub value: Box<dyn Fn() -> String>,
    /// What is done with a value that was picked.
    pub pick: Box<dyn Fn(&str)>,
}

/// Keeps a list.
pub fn keep(select: &Element, how: Keep) {
    let (list, Keep { entries, value, pick }) = (select.clone(), how);
    let mut before = String::new();
    live::effect(move || {
        let told = options(&entries()).into_string();
        if before != told {
            live::replace(&list, &told);
            before = told;
        }
        // As a property: once somebody has picked, the attribute counts no longer.
        live::set_value(&list, &value());
    });
    live::hear(select, "change", move |event| pick(&live::value_of(&event)));
}

fn options(entries: &[Entry]) -> Markup {
    html! { @for (value, text) in entries { option value=(value) { (text) } } }
}
