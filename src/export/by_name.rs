//! The browser by the names of what it has: the script that the page loads at its start would have a line for each of them,
//! and all that is asked here is asked by few.

//!
//! What is not there, or fails, is undefined, and so is what is asked of that: whoever asks looks at the end of it all.

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A property.
pub fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or_default()
}

/// Sets a property.
pub fn set(of: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(of, &name.into(), value);
}

/// What a method returns.
pub fn call(of: &JsValue, name: &str, given: &[JsValue]) -> JsValue {
    // Like an array, which is enough; an array would be two more lines of the script.
    let all = Object::new();
    given.iter().zip(0..).for_each(|(one, nth): (_, u32)| set(&all, &nth.to_string(), one));
    set(&all, "length", &JsValue::from(given.len() as u32));
    let method: Function = get(of, name).unchecked_into();
    Reflect::apply(&method, of, all.unchecked_ref()).unwrap_or_default()
}

/// A value that is a text; nothing where it is none.
pub fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}
