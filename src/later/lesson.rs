//! What the lesson holds is loaded when somebody begins it, or goes on with it.

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::{Later, make_room, places, style};
use crate::lesson::{check_yourself, key_points, lesson_panel};
use crate::live;

/// The class of the place.
const PLACE: &str = "guide";

/// With what it is for (`build.rs` makes it).
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/lesson.css"));

/// What loads it.
pub fn lesson() -> Later {
    Later::new(PLACE, |owner| {
        set_stage("asked");
        Box::pin(fill(owner))
    })
}

/// Says for style sheets how far it is. (To look whether an element has another in it costs them more with each that changes.)
fn set_stage(stage: &str) {
    if let Some(root) = document().document_element() {
        live::set(&root, "data-course", Some(stage));
    }
}

/// Fills the place. Here this part of the program begins.
#[wasm_split(lesson, fallible)]
fn fill(owner: Owner) -> Result<(), SplitLoaderError> {
    owner.with(|| {
        let Some(place) = places(PLACE).next() else { return };
        // Whoever pressed the button goes on from the first task's title.
        let pressed = document().active_element().is_some_and(|focused| place.contains(Some(&focused)));
        make_room(PLACE);
        style::wear(STYLE);
        let panel = lesson_panel();
        let title = panel.find("h3");
        let after = panel.find(".after");
        [check_yourself(), key_points()].iter().for_each(|part| drop(after.append_child(part.root())));
        let _ = place.append_child(panel.root());
        set_stage("there");
        if pressed {
            live::focus(&title, true);
        }
    });
    Ok(())
}
