//! What is loaded later, and how it looks.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Problem, Tab, Why};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::Element;

use super::{builder, fingers, runs, style};
use crate::code::code_panel;
use crate::compare::compare_panel;
use crate::controls::{cards, groups, told_put_back, traffic};
use crate::cost::cost_panel;
use crate::dialog;
use crate::events::{event_table, line};
use crate::failure::failure_panel;
use crate::gallery::gallery;
use crate::lab::{Tell, use_lab};
use crate::language::t;
use crate::live;
use crate::playbar::{keep_blocks, list_of_keys};
use crate::race::race_panel;
use crate::say;
use crate::share;
use crate::small::{board_panel, orders_panel};
use crate::strip::strip_panel;
use crate::taken;
use crate::words::{story, strategy};

/// With what it is for, so that it is not loaded before (`build.rs` makes it).
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/later.css"));

/// Fills the places. Here the second part of the program begins.
#[wasm_split(later, fallible)]
pub fn fill(owner: Owner) -> Result<(), SplitLoaderError> {
    owner.with(|| {
        super::make_room("later");
        style::wear(STYLE);
        let (filters, events) = event_table();
        let parts = [
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
            (".traffic .later", traffic()),
            ("#about", cards()),
            ("#gallery .later", gallery()),
            ("#share .later", share::link()),
            ("#share .later", taken::row_of_stage()),
            ("#share .later", builder::place()),
            ("#keys .later", list_of_keys()),
            ("#strategies .later", groups()),
        ];
        for (place, part) in parts {
            let _ = find(place).map(|place| place.append_child(part.root()));
        }
        for tab in Tab::ALL {
            let (panel, row) = (find(&format!("#panel-{}", tab.name())), taken::row_of(*tab));
            let _ = panel.zip(row).map(|(panel, row)| panel.append_child(row.root()));
        }
        // Before the stage, whose place it takes.
        let _ = find(".play").map(|play| play.prepend_with_node_1(taken::on_paper().root()));
        // For whoever compares runs.
        let hash = || use_lab().run().trace.hash().to_string();
        find(".cards").into_iter().for_each(|cards| live::attribute(&cards, "data-trace-hash", hash));
        find(".lanes").into_iter().for_each(|lanes| keep_blocks(&lanes, use_lab()));
        let tell = Tell {
            what: strategy::what_else,
            story: story::beyond,
            line: line::of,
            allowed: |problem| problem.allowed().told(t),
            problem: told_problem,
            put_back: told_put_back,
        };
        use_lab().note(|open| {
            open.tell = Some(tell);
            open.tell_untold();
        });
        dialog::reopen();
        runs::keep(use_lab());
        builder::keep();
        fingers::keep();
    });
    Ok(())
}

/// A line of what in the address was not taken, or means something else than it did.
fn told_problem(problem: &Problem, given: String) -> String {
    let allowed = problem.allowed().told(t);
    match problem.why {
        Why::Changed(_) => say!("{}  Means something else since this link was made: {}.", given, allowed),
        _ => say!("{}  Allowed: {}.", given, allowed),
    }
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}
