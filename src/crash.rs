//! A panic stops the whole page; the reader is told, not left with a dead one.

use std::panic;

use leptos::prelude::document;

/// Shows the panel of index.html when the program panics, and writes the details to the console.
pub fn show_when_it_happens() {
    panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        if let Some(panel) = document().get_element_by_id("broken") {
            let _ = panel.remove_attribute("hidden");
        }
    }));
}
