//! What an embedded page needs is loaded at once where the page is in a frame or something is locked, and else never.

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::style;
use crate::embed::{locks, speaker};
use crate::lab::use_lab;

/// With what it is for (`build.rs` makes it).
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/embed.css"));

/// Here the part of the program for embedded pages begins.
#[wasm_split(embed, fallible)]
pub fn fill(owner: Owner) -> Result<(), SplitLoaderError> {
    owner.with(|| {
        let lab = use_lab();
        super::make_room("embed");
        if lab.open_untracked(|open| open.waits) {
            style::wear(STYLE);
            locks::keep(lab);
        }
        if crate::address::is_framed() {
            speaker::speak(lab);
        }
    });
    Ok(())
}
