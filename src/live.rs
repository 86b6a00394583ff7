//! What keeps the page alive: what is shown is told anew when something that it depends on has changed, and what is done is
//! heard.
//!
//! Leptos is paid for by the distinct type: each closure in a view brings an effect, a listener and their machinery of its
//! own, 1 to 2 kB. Here they are boxed, so there is one type of effect and one type of listener for the whole page.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use maud::Markup;
use send_wrapper::SendWrapper;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, EventTarget, FocusOptions, HtmlElement, HtmlInputElement};

/// What of an element is kept up to date.
enum Slot {
    Text,
    Markup,
    Value,
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
    keep(element.clone(), Slot::Value, Box::new(tell));
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

/// What the browser calls.
pub type Callback = Closure<dyn FnMut(JsValue)>;

/// Something that the browser calls, with what it has to say.
pub fn callback(act: impl FnMut(JsValue) + 'static) -> Callback {
    Closure::wrap(Box::new(act))
}

/// Does something when the page's part that asks for it goes. What that needs is kept until then.
pub fn finally(act: impl FnOnce() + 'static) {
    clean_up(Box::new(act));
}

/// Does something later, in so many milliseconds, unless what is returned is dropped before.
pub fn later(millis: u32, act: impl FnOnce() + 'static) -> Timeout {
    wait(millis, Box::new(act))
}

fn wait(millis: u32, act: Box<dyn FnOnce()>) -> Timeout {
    Timeout::new(millis, act)
}

/// Does something at the end of this moment, and again whenever something that it reads has changed.
pub fn effect(act: impl FnMut() + 'static) {
    run(Box::new(act));
}

/// Does something when an event reaches the target, as long as the page's part that asks for it is there.
pub fn hear(target: &EventTarget, event: &'static str, act: impl FnMut(Event) + 'static) {
    listen(target.clone(), event, Box::new(act));
}

/// The value of a `data-` attribute of what was pressed, or of what is around it.
pub fn pressed(event: &Event, attribute: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(&format!("[{attribute}]")).ok()??.get_attribute(attribute)
}

/// The value of a field, slider or list.
pub fn set_value(element: &Element, value: &str) {
    // All of them have one; which of them this is does not matter.
    let _ = js_sys::Reflect::set(element, &"value".into(), &value.into());
}

/// Puts other markup in an element. What has the focus in it keeps the focus, if it has a `data-key`, and its successor the
/// same; if there is none, what is around it and can have the focus takes it.
pub fn replace(place: &Element, told: &str) {
    let focused = document().active_element().filter(|focused| place.contains(Some(focused)));
    let key = focused.map(|focused| focused.get_attribute("data-key").unwrap_or_default());
    place.set_inner_html(told);
    let Some(key) = key else { return };
    let successor = place.query_selector(&format!("[data-key='{key}']")).ok().flatten();
    let heir = successor.or_else(|| place.closest("[tabindex]").ok()?);
    if let Some(heir) = heir {
        focus(&heir, false);
    }
}

/// Gives an element the focus; the page scrolls there only on request.
pub fn focus(element: &Element, scrolling: bool) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(!scrolling);
    let _ = element.unchecked_ref::<HtmlElement>().focus_with_options(&options);
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
        Slot::Value => set_value(element, told),
        Slot::Attribute(name) => set(element, name, Some(told)),
        Slot::Flag(name) => set(element, name, (!told.is_empty()).then_some("")),
    }
}

fn run(act: Box<dyn FnMut()>) {
    Effect::new(act);
}

fn listen(target: EventTarget, event: &'static str, act: Box<dyn FnMut(Event)>) {
    let closure = Closure::wrap(act);
    let _ = target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    finally(move || {
        let _ = target.remove_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    });
}

fn clean_up(act: Box<dyn FnOnce()>) {
    let act = SendWrapper::new(act);
    on_cleanup(move || act.take()());
}

/// The number or text in the field or slider that an event is about.
pub fn value_of(event: &Event) -> String {
    event.target().map_or_else(String::new, |target| target.unchecked_into::<HtmlInputElement>().value())
}
