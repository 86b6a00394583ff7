//! What is heard: events, and what else the browser calls back for.

use gloo_timers::callback::Timeout;
use leptos::prelude::on_cleanup;
use send_wrapper::SendWrapper;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, EventTarget, HtmlInputElement, KeyboardEvent};

/// Does something when an event reaches the target, as long as the page's part that asks for it is there.
pub fn hear(target: &EventTarget, event: &'static str, act: impl FnMut(Event) + 'static) {
    listen(target.clone(), event, Box::new(act));
}

/// Does something when a key goes down, or up. What browsers and their helpers call so when they fill in a form tells no key, and is
/// not heard.
pub fn hear_keys(target: &EventTarget, event: &'static str, mut act: impl FnMut(KeyboardEvent) + 'static) {
    hear(target, event, move |event| {
        if let Ok(event) = event.dyn_into() {
            act(event);
        }
    });
}

fn listen(target: EventTarget, event: &'static str, act: Box<dyn FnMut(Event)>) {
    let closure = Closure::wrap(act);
    let _ = target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    finally(move || {
        let _ = target.remove_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
    });
}

/// The value of a `data-` attribute of what was pressed, or of what is around it.
pub fn pressed(event: &Event, attribute: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(&format!("[{attribute}]")).ok()??.get_attribute(attribute)
}

/// The value of the field, slider or list that an event is about.
pub fn value_of(event: &Event) -> String {
    // All of them have one; which of them this is does not matter.
    event.target().map_or_else(String::new, |target| target.unchecked_into::<HtmlInputElement>().value())
}

/// What the browser calls.
pub type Callback = Closure<dyn FnMut(JsValue)>;

/// Something that the browser calls, with what it has to say.
pub fn callback(act: impl FnMut(JsValue) + 'static) -> Callback {
    Closure::wrap(Box::new(act))
}

/// Does something later, in so many milliseconds, unless what is returned is dropped before.
pub fn later(millis: u32, act: impl FnOnce() + 'static) -> Timeout {
    let act: Box<dyn FnOnce()> = Box::new(act);
    Timeout::new(millis, act)
}

/// Does something when the page's part that asks for it goes. What that needs is kept until then.
pub fn finally(act: impl FnOnce() + 'static) {
    let act: Box<dyn FnOnce()> = Box::new(act);
    let act = SendWrapper::new(act);
    on_cleanup(move || act.take()());
}
