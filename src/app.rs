//! The page, put together.

use std::cell::Cell;

use leptos::prelude::*;
use maud::html;

use crate::controls::{controls, rule_row, switcher};
use crate::details::details;
use crate::dialog;
use crate::embed;
use crate::lab::Lab;
use crate::language::T;
use crate::later;
use crate::lesson::lesson;
use crate::live;
use crate::part::Part;
use crate::playbar::play_bar;
use crate::size::use_width;
use crate::stage::stage;
use crate::strip::strip;
use crate::theme;
use crate::top::{notices, top, untranslated};
use crate::verdict::{cards, story};

/// The whole page. Its order is the reading order: what this is, the lesson, the play area, the verdict, the controls, the details.
/// `translated` says whether it is in the language that was asked for.
pub fn app(translated: bool) -> [Part; 4] {
    let lab = Lab::from_address();
    provide_context(lab);
    embed::set_up(&untrack(|| lab.open()).embedding);
    dialog::listen();
    let theme = theme::use_theme();
    let [go_wrong, strip] = strip();
    let (top, notices, switcher, rule_row) = (top(theme), notices(), switcher(), rule_row());
    let (stage, [happening, bar]) = (stage(theme), play_bar());
    let play = Part::new(html! { section.play aria-label=(T("The run")) {} }).with([stage, go_wrong, happening, bar]);
    let outcome = Part::new(html! { section.outcome aria-label=(T("Verdict")) {} }).with([cards(), story()]);
    let main = Part::new(html! { main.lab {} });
    let controls = controls(use_width(main.root()));
    let bench = Part::new(html! { div.bench {} }).with([play, strip, outcome, controls]);
    let main = main.with([notices, untranslated(translated), switcher, rule_row, bench, details()]);
    later::embed(lab);
    [top, lesson(), main, announcer()]
}

/// Reads the verdict out once a change has settled, and not while a slider still moves.
fn announcer() -> Part {
    const SETTLED_MS: u32 = 700;
    let lab = crate::lab::use_lab();
    let part = Part::new(html! { p.unseen role="status" {} });
    let (said, waiting) = (part.root().clone(), Cell::new(None));
    let mut arrived = false;
    live::effect(move || {
        let run = lab.run();
        // Not on arrival: the page is read from its top then.
        if !std::mem::replace(&mut arrived, true) {
            return;
        }
        // What is left out for those who see is left out for those who hear.
        if lab.open().embedding.hides("cards") {
            return;
        }
        let said = said.clone();
        let say = move || said.set_text_content(Some(&crate::verdict::summary(&run)));
        waiting.set(Some(live::later(SETTLED_MS, say)));
    });
    part
}
