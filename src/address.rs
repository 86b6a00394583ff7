//! The page's address: the scenario and the playhead as its query string.
//!
//! While something is dragged the entry is replaced; what is done gets an entry of its own, so that Back goes to the state
//! before it.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Link, Problem};
use wasm_bindgen::JsValue;

/// How long after a change another one by the same control still counts as part of it, in milliseconds. Holding an arrow
/// key is one change, not thirty.
const SAME_CHANGE_MS: f64 = 1000.0;

/// Reads the address.
pub fn read() -> (Link, Vec<Problem>) {
    Link::read(&window().location().search().unwrap_or_default())
}

/// The whole address of a link to this page.
pub fn of(link: &Link) -> String {
    let location = window().location();
    let page = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    format!("{page}?{link}")
}

/// Writes the address.
#[derive(Clone, Default)]
pub struct Address {
    /// The control that made the newest entry, and when it last changed it.
    last: Rc<Cell<Option<(&'static str, f64)>>>,
}

impl Address {
    /// A control has changed something. Its first change makes a new entry, those that follow closely replace that.
    pub fn change(&self, link: &Link, control: &'static str, still_dragging: bool) {
        let now = js_sys::Date::now();
        let same = self.last.get().is_some_and(|(by, at)| by == control && now - at < SAME_CHANGE_MS);
        // A drag may pause for as long as it likes.
        let at = if still_dragging { f64::INFINITY } else { now };
        self.last.set(Some((control, at)));
        if same { self.replace(link) } else { write(link, History::push_state_with_url) }
    }

    /// The state has changed without anyone changing a setting: the playhead came to rest.
    pub fn replace(&self, link: &Link) {
        write(link, History::replace_state_with_url);
    }

    /// The reader went back or forward: what comes next is a change of its own.
    pub fn moved(&self) {
        self.last.set(None);
    }
}

use web_sys::History;

type Write = fn(&History, &JsValue, &str, Option<&str>) -> Result<(), JsValue>;

fn write(link: &Link, how: Write) {
    // Refused in some frames, and by browsers that find it too often; the page works without.
    if let Ok(history) = window().history() {
        let _ = how(&history, &JsValue::NULL, "", Some(&format!("?{link}")));
    }
}
