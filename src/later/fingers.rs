//! Fingers that scroll the page from a slider. Browsers have it follow before they know where the finger is going.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlInputElement};

use crate::export::by_name::call;
use crate::live;

/// A slider that a finger was put on, and what it was set to.
type Held = Option<(HtmlInputElement, String)>;

/// Puts a slider back to what it was when the page took the finger to scroll.
pub fn keep() {
    let held: Rc<RefCell<Held>> = Rc::default();
    let taken = held.clone();
    live::hear(&document(), "pointerdown", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let slider = target.and_then(|target| target.closest("[type=range]").ok()?);
        let slider = slider.map(JsCast::unchecked_into::<HtmlInputElement>);
        *taken.borrow_mut() = slider.map(|slider| (slider.clone(), slider.value()));
    });
    live::hear(&document(), "pointercancel", move |_| {
        let Some((slider, was)) = held.take().filter(|(slider, was)| slider.value() != *was) else { return };
        live::set_value(&slider, &was);
        // Whoever listens hears it as any other change.
        for name in ["input", "change"] {
            let event = call(&document(), "createEvent", &["Event".into()]);
            call(&event, "initEvent", &[name.into(), JsValue::TRUE, JsValue::FALSE]);
            call(&slider, "dispatchEvent", &[event]);
        }
    });
}
