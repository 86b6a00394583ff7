//! What makes links for other pages is loaded when it is unfolded: a visitor has no use for it.

use leptos::prelude::*;
use maud::html;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::{Later, make_room, places, style};
use crate::language::t;
use crate::part::Part;
use crate::share;

/// The class of the place.
const PLACE: &str = "builder";

/// With what it is for (`build.rs` makes it).
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/builder.css"));

/// What is unfolded, and the place in it.
pub fn place() -> Part {
    Part::new(html! {
        details.into-page {
            summary data-load=(PLACE) { (t("Put it into a page")) }
            div.builder.later tabindex="-1" {}
        }
    })
}

/// Loads it once it is unfolded.
pub fn keep() {
    Later::new(PLACE, |owner| Box::pin(fill(owner)));
}

/// Fills the place. Here this part of the program begins.
#[wasm_split(builder, fallible)]
fn fill(owner: Owner) -> Result<(), SplitLoaderError> {
    owner.with(|| {
        make_room(PLACE);
        let Some(place) = places(PLACE).next() else { return };
        style::wear(STYLE);
        let _ = place.append_child(share::builder().root());
    });
    Ok(())
}
