//! How far the student is in the lesson, as one text (`lesson/` knows what is in it): kept on the device where there is
//! storage, else as long as the page; given to whoever embeds the page, and taken from there.

use std::cell::RefCell;

use crate::storage;

const STORED: &str = "rate-limit-lab.progress";

type Restored = Box<dyn Fn(&str)>;

thread_local! {
    static TEXT: RefCell<Option<String>> = const { RefCell::new(None) };
    static RESTORED: RefCell<Option<Restored>> = const { RefCell::new(None) };
}

/// The progress; empty at the beginning.
pub fn text() -> String {
    TEXT.with_borrow(Clone::clone).or_else(|| storage::load(STORED)).unwrap_or_default()
}

/// The student has come further, or begins anew.
pub fn keep(text: &str) {
    TEXT.set(Some(text.to_owned()));
    storage::save(STORED, text);
}

/// Someone who embeds the page brings it back to where the student was.
pub fn restore(text: &str) {
    keep(text);
    RESTORED.with_borrow(|restored| restored.iter().for_each(|hear| hear(text)));
}

/// Hears of it when someone does. There is one who hears.
pub fn when_restored(hear: impl Fn(&str) + 'static) {
    RESTORED.set(Some(Box::new(hear)));
}
