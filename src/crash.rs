//! A panic is the end of the program; the reader is told, not left with a dead page.

use std::panic;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The script in `index.html`: shows the panel there, tells whoever embeds the page, and lets nothing into the program any more.
    fn broke(why: &str);
}

/// Says so when the program panics.
pub fn show_when_it_happens() {
    panic::set_hook(Box::new(|info| broke(&info.to_string())));
}
