//! The browser by the names of what it has: the script that the page loads at its start would have a line for each of them,
//! and all that is asked here is asked by few.

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A property.
pub fn get(of: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(of, &name.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}

/// A property that is a text; nothing where there is none.
pub fn text(of: &JsValue, name: &str) -> String {
    get(of, name).and_then(|value| value.as_string()).unwrap_or_default()
}

/// Sets a property.
pub fn set(of: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(of, &name.into(), value);
}

/// Calls a method; none if there is none, or it fails.
pub fn call(of: &JsValue, name: &str, given: &[JsValue]) -> Option<JsValue> {
    let method: Function = get(of, name)?.dyn_into().ok()?;
    // Like an array, which is enough; an array would be two more lines of the script.
    let all = Object::new();
    given.iter().zip(0..).for_each(|(one, nth): (_, u32)| set(&all, &nth.to_string(), one));
    set(&all, "length", &JsValue::from(given.len() as u32));
    Reflect::apply(&method, of, all.unchecked_ref()).ok()
}
