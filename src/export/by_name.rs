//! The browser by the names of what it has: the script that the page loads at its start would have a line for each of them,
//! and all that is asked here is asked by few.

use js_sys::{Array, Function, Reflect};
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
    let all = Array::new();
    for one in given {
        all.push(one);
    }
    Reflect::apply(&method, of, &all).ok()
}
