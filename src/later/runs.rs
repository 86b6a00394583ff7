//! "Many runs" is loaded when its tab is opened: few go there, and it is as large as all the others' third.

use leptos::prelude::*;
use limit_sim::scenario::Tab;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::{Later, make_room, places, style};
use crate::lab::Lab;
use crate::live;
use crate::runs::runs_panel;
use crate::sweep::sweep_panel;

/// The class of the place.
const PLACE: &str = "many";

/// With what it is for (`build.rs` makes it).
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/runs.css"));

/// Loads it once its tab is on.
pub fn keep(lab: Lab) {
    let later = Later::new(PLACE, |owner| Box::pin(fill(owner)));
    live::effect(move || {
        if lab.tab() == Tab::Runs {
            later.load();
        }
    });
}

/// Fills the place. Here the third part of the program begins.
#[wasm_split(runs, fallible)]
fn fill(owner: Owner) -> Result<(), SplitLoaderError> {
    owner.with(|| {
        make_room(PLACE);
        let Some(place) = places(PLACE).next() else { return };
        style::wear(STYLE);
        for part in [runs_panel(), sweep_panel()] {
            let _ = place.append_child(part.root());
        }
    });
    Ok(())
}
