//! Links into the lab that are followed without loading the page anew: what embeds the page, and what it locks, stays.

use leptos::prelude::*;
use limit_sim::scenario::Link;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use crate::lab::Lab;
use crate::live;

/// The address for a link's `href`, which has the same link as its `data-link`: its scenario, with what is locked as it is, in a
/// page that is set up as this one.
pub fn href(lab: Lab, query: &str) -> String {
    format!("?{}", untrack(|| lab.link()).holding(Link::read(query).0))
}

/// Follows the link that was pressed, unless it is to open elsewhere. Answers whether it did.
pub fn pressed(lab: Lab, event: &Event) -> bool {
    let Some(query) = live::pressed(event, "data-link") else { return false };
    // Mouse events tell of keys as those of the keyboard do, and this type is there already.
    let held = event.unchecked_ref::<KeyboardEvent>();
    if held.ctrl_key() || held.meta_key() || held.shift_key() {
        return false;
    }
    event.prevent_default();
    lab.follow(Link::read(&query).0);
    true
}

/// Brings the stage into sight, where it is out of it. Only this window: a page that the lab is embedded in stays where it is.
pub fn show_stage() {
    const MARGIN: f64 = 8.0;
    let height = document().document_element().map_or(0, |root| root.client_height());
    if let Ok(Some(stage)) = document().query_selector(".play") {
        let top = stage.get_bounding_client_rect().y();
        if !(0.0..f64::from(height) / 2.0).contains(&top) {
            window().scroll_by_with_x_and_y(0.0, top - MARGIN);
        }
    }
}
