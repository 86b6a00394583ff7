//! What keeps the page alive: what is shown is told anew when something that it depends on has changed, and what is done is
//! heard.
//!
//! Leptos is paid for by the distinct type: each closure in a view brings an effect, a listener and their machinery of its
//! own, 1 to 2 kB. Here they are boxed, so there is one type of effect and one type of listener for the whole page.

mod focus;
mod hear;
mod markup;
mod pieces;

use leptos::prelude::{Effect, RwSignal, Update};
use maud::Markup;
use web_sys::Element;

pub use focus::{focus, replace};
pub use hear::{Callback, callback, finally, hear, hear_keys, later, pressed, value_of};
pub use markup::{CSS, tell};
pub use pieces::pieces;

/// How long nothing may have changed before what takes longer is worked out, in milliseconds: the reader's hand is still.
pub const STILL_MS: u32 = 150;

const STYLE: &str = "style";

/// What of an element is kept up to date.
enum Slot {
    Text,
    Markup,
    Property(&'static str),
    Attribute(&'static str),
    Flag(&'static str),
}

/// Keeps an element's text.
pub fn text(element: &Element, tell: impl Fn() -> String + 'static) {
    keep(element.clone(), Slot::Text, Box::new(tell));
}

/// Keeps what is in an element: a picture, a table, a list. What has the focus in it keeps it, see [`replace`].
pub fn markup(element: &Element, tell: impl Fn() -> Markup + 'static) {
    keep(element.clone(), Slot::Markup, Box::new(move || tell().into_string()));
}

/// Keeps the value of a field or a slider. What is typed stays until another value is told.
pub fn value(element: &Element, tell: impl Fn() -> String + 'static) {
    keep(element.clone(), Slot::Property("value"), Box::new(tell));
}

/// Keeps what an element's own style says, as `height:5px`.
pub fn style(element: &Element, tell: impl Fn() -> String + 'static) {
    keep(element.clone(), Slot::Property(STYLE), Box::new(tell));
}

/// Keeps an attribute.
pub fn attribute(element: &Element, name: &'static str, tell: impl Fn() -> String + 'static) {
    keep(element.clone(), Slot::Attribute(name), Box::new(tell));
}

/// Keeps an attribute that is there or not.
pub fn flag(element: &Element, name: &'static str, tell: impl Fn() -> bool + 'static) {
    // Any text is a yes.
    keep(element.clone(), Slot::Flag(name), Box::new(move || if tell() { name.to_owned() } else { String::new() }));
}

/// Does something at the end of this moment, and again whenever something that it reads has changed.
pub fn effect(act: impl FnMut() + 'static) {
    let act: Box<dyn FnMut()> = Box::new(act);
    Effect::new(act);
}

/// Tells whoever reads this number that there is something new: it grows.
pub fn more(number: RwSignal<usize>) {
    // The page may be gone by the time that the browser calls.
    let _ = number.try_update(|number| *number = number.wrapping_add(1));
}

fn keep(element: Element, slot: Slot, tell: Box<dyn Fn() -> String>) {
    let mut before = None;
    effect(move || {
        let told = tell();
        if before.as_ref() != Some(&told) {
            put(&element, &slot, &told);
            before = Some(told);
        }
    });
}

fn put(element: &Element, slot: &Slot, told: &str) {
    match slot {
        Slot::Text => element.set_text_content(Some(told)),
        Slot::Markup => replace(element, told),
        Slot::Property(name) => set_property(element, name, told),
        Slot::Attribute(name) => set(element, name, Some(told)),
        Slot::Flag(name) => set(element, name, (!told.is_empty()).then_some("")),
    }
}

/// Sets the value of a field, slider or list.
pub fn set_value(element: &Element, value: &str) {
    set_property(element, "value", value);
}

/// Sets what an element's own style says. (As an attribute the page's policy forbids it.)
pub fn set_style(element: &Element, style: &str) {
    set_property(element, STYLE, style);
}

fn set_property(element: &Element, name: &str, value: &str) {
    // Whatever has it; which element this is does not matter.
    let _ = js_sys::Reflect::set(element, &name.into(), &value.into());
}

/// Sets an attribute, or takes it away, unless it is so already.
pub fn set(element: &Element, name: &str, value: Option<&str>) {
    if element.get_attribute(name).as_deref() == value {
        return;
    }
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}
