//! What may wait until the reader's hand is still.

use std::cell::Cell;

use leptos::prelude::*;

use super::Lab;
use crate::live;

/// How long a run must have been the last one for what takes long to be told of it, in milliseconds: while a slider moves, the
/// verdict comes first.
const CALM_MS: u32 = 60;

/// Keeps the number of the last run that stood for so long.
pub fn keep_calm(lab: Lab) -> RwSignal<usize> {
    let calm = RwSignal::new(0usize);
    let waiting = Cell::new(None);
    live::effect(move || {
        let number = lab.run().number as usize;
        waiting.set(Some(live::later(CALM_MS, move || {
            // The page may be gone by then.
            let _ = calm.try_set(number);
        })));
    });
    calm
}
