//! How what is loaded later looks: a style sheet of the document, because the page's policy takes no style elements but those
//! that it knows (xtask/src/policy.rs).

use js_sys::Object;
use leptos::prelude::{document, window};

use crate::export::by_name::{call, get};

/// The page looks like this, too, from now on.
pub fn wear(style: &str) {
    let window = window();
    // (A constructor has no name to call it by, and its arguments are none.)
    let sheet = call(&get(&window, "Reflect"), "construct", &[get(&window, "CSSStyleSheet"), Object::new().into()]);
    call(&sheet, "replaceSync", &[style.into()]);
    call(&get(&document(), "adoptedStyleSheets"), "push", &[sheet]);
}
