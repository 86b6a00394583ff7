//! The page's address: the scenario and the playhead as its query string.
//!
//! While something is dragged the entry is replaced; what is done gets an entry of its own, so that Back goes to the state
//! before it. Browsers drop what is written too often, so replacing keeps to a rate limit of its own; what is over it waits,
//! and the last state is always written.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::scenario::{Link, Problem};
use wasm_bindgen::JsValue;
use web_sys::History;

use crate::live;

/// How long after a drag another one by the same control still counts as part of it, in milliseconds. Holding an arrow key
/// on a slider is one change, not thirty.
const SAME_DRAG_MS: f64 = 1000.0;

/// The token bucket for replacing: Chromium takes 200 writes in 10 seconds, so 50 at once and 10 a second after that.
const CAPACITY: f64 = 50.0;
const REFILL_PER_MS: f64 = 0.01;

/// How long what is over the limit waits, in milliseconds.
const WAIT_MS: u32 = 250;

/// Reads the address.
pub fn read() -> (Link, Vec<Problem>) {
    Link::read(&window().location().search().unwrap_or_default())
}

/// The whole address of a link to this page.
pub fn of(link: &Link) -> String {
    format!("{}?{link}", page())
}

/// The page's address without what it says of the lab. (Not from the origin: in some frames the page has none.)
pub fn page() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Whether the page is in another page's frame.
pub fn is_framed() -> bool {
    // index.html has looked.
    document().document_element().is_some_and(|root| root.get_attribute("data-framed").is_some())
}

/// Writes the address.
#[derive(Clone, Default)]
pub struct Address(Rc<Writer>);

#[derive(Default)]
struct Writer {
    /// The control that is or was last dragged, and until when another drag of it is the same: for ever while it goes on.
    drag: Cell<Option<(&'static str, f64)>>,
    /// What is still to be written, and what will write it.
    waiting: RefCell<Option<(Link, Timeout)>>,
    /// How many tokens were used up when one was last taken, and when that was.
    used: Cell<(f64, f64)>,
}

impl Writer {
    /// Takes a token, if there is one.
    fn may_write(&self) -> bool {
        let ((used, at), now) = (self.used.get(), js_sys::Date::now());
        let used = (used - (now - at) * REFILL_PER_MS).max(0.0);
        let may = used + 1.0 <= CAPACITY;
        self.used.set((used + f64::from(u8::from(may)), now));
        may
    }
}

impl Address {
    /// A control has changed something, once and for all: that is an entry of its own.
    pub fn change(&self, link: &Link) {
        self.0.drag.set(None);
        self.push(link);
    }

    /// A control is being dragged. The first of that makes a new entry, the rest replace it.
    pub fn drag(&self, link: &Link, control: &'static str) {
        let same = self.0.drag.get().is_some_and(|(by, until)| by == control && js_sys::Date::now() < until);
        self.0.drag.set(Some((control, f64::INFINITY)));
        if same { self.replace(link) } else { self.push(link) }
    }

    /// The drag is over, whether or not it changed anything in the end.
    pub fn settle(&self) {
        if let Some((control, _)) = self.0.drag.get() {
            self.0.drag.set(Some((control, js_sys::Date::now() + SAME_DRAG_MS)));
        }
        self.flush();
    }

    /// The state has changed within its entry. It is written at once, when what has changed is shown; if that happens too often, a
    /// little later, in its last form.
    pub fn replace(&self, link: &Link) {
        let mut waiting = self.0.waiting.borrow_mut();
        if let Some((newest, _)) = &mut *waiting {
            newest.clone_from(link);
            return;
        }
        let may = self.0.may_write();
        if may && is_framed() {
            // Messages come one upon the other, and each has its own state before it (index.html).
            write(link, History::replace_state_with_url);
        } else {
            // What is shown comes first: a browser takes a millisecond for its address.
            let (own, wait) = (self.clone(), if may { 0 } else { WAIT_MS });
            *waiting = Some((link.clone(), live::later(wait, move || own.flush())));
        }
    }

    /// Writes what is still to be written.
    pub fn flush(&self) {
        if let Some((link, _)) = self.0.waiting.take() {
            write(&link, History::replace_state_with_url);
        }
    }

    /// The reader went back or forward: what was to be written no longer belongs there.
    pub fn moved(&self) {
        self.0.drag.set(None);
        self.0.waiting.take();
    }

    fn push(&self, link: &Link) {
        if is_framed() {
            // The history is that of the page around this one, too.
            return self.replace(link);
        }
        // What still waited is the entry before this one.
        self.flush();
        write(link, History::push_state_with_url);
    }
}

type Write = fn(&History, &JsValue, &str, Option<&str>) -> Result<(), JsValue>;

fn write(link: &Link, how: Write) {
    // Refused in some frames; the page works without.
    if let Ok(history) = window().history() {
        let _ = how(&history, &JsValue::NULL, "", Some(&format!("?{link}")));
    }
}
