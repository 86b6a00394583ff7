//! What is loaded later, and how it looks.

use leptos::prelude::*;
use maud::{PreEscaped, html};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::Element;

use super::{builder, runs};
use crate::code::code_panel;
use crate::compare::compare_panel;
use crate::controls::{cards, groups};
use crate::cost::cost_panel;
use crate::dialog;
use crate::events::event_table;
use crate::failure::failure_panel;
use crate::lab::{TellTrouble, use_lab};
use crate::part::Part;
use crate::playbar::{keep_blocks, list_of_keys};
use crate::race::race_panel;
use crate::share;
use crate::small::{board_panel, orders_panel};
use crate::strip::strip_panel;
use crate::words::{mishaps, trouble};

/// With what it is for, so that it is not loaded before (`build.rs` makes it).
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/later.css"));

/// Fills the places. Here the second part of the program begins.
#[wasm_split(later, fallible)]
pub fn fill(owner: Owner) -> Result<(), SplitLoaderError> {
    owner.with(|| {
        super::make_room("later");
        let style = Part::new(html! { style { (PreEscaped(STYLE)) } });
        let (filters, events) = event_table();
        let parts = [
            ("#panel-race", style),
            ("#panel-race", race_panel()),
            ("#panel-break", board_panel()),
            ("#panel-orders", orders_panel()),
            ("#panel-compare", compare_panel()),
            ("#panel-failure", failure_panel()),
            ("#panel-cost", cost_panel()),
            ("#panel-code", code_panel()),
            ("#panel-events", filters),
            ("#panel-events", events),
            ("#strip", strip_panel()),
            ("#about", cards()),
            ("#share .later", share::link()),
            ("#share .later", builder::place()),
            ("#keys .later", list_of_keys()),
            ("#strategies .later", groups()),
        ];
        for (place, part) in parts {
            let _ = find(place).map(|place| place.append_child(part.root()));
        }
        find(".lanes").into_iter().for_each(|lanes| keep_blocks(&lanes, use_lab()));
        let tell = TellTrouble { run: mishaps::of, event: trouble::event };
        use_lab().note(|open| open.tell_trouble = Some(tell));
        dialog::reopen();
        runs::keep(use_lab());
        builder::keep();
    });
    Ok(())
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}
