//! The page, put together.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

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
    let play = Part::new(html! { section.play aria-labelledby="run" { h2.unseen id="run" { (T("The run")) } } })
        .with([stage, go_wrong, happening, bar]);
    let outcome =
        Part::new(html! { section.outcome aria-labelledby="verdict" { h2.unseen id="verdict" { (T("Verdict")) } } })
            .with([cards(), story()]);
    let main = Part::new(html! { main.lab {} });
    let controls = controls(use_width(main.root()));
    let bench = Part::new(html! { div.bench {} }).with([play, strip, outcome, controls]);
    let main = main.with([notices, untranslated(translated), switcher, rule_row, bench, details()]);
    later::embed(lab);
    [top, lesson(), main, announcer()]
}

/// Reads the verdict out once a change has settled, and else the step that the playhead has come to: one place with the last
/// word alone, so that nothing out of date waits to be read, and nothing is read while a slider moves or the run plays.
fn announcer() -> Part {
    const SETTLED_MS: u32 = 700;
    let lab = crate::lab::use_lab();
    let part = Part::new(html! { p.unseen role="status" {} });
    let (said, waiting) = (part.root().clone(), Cell::new(None));
    // Not on arrival: the page is read from its top then.
    let (told, step) = (Rc::new(Cell::new(None)), Rc::new(RefCell::new(String::new())));
    live::effect(move || {
        let (run, playing) = (lab.run(), lab.playing());
        lab.now();
        let arrives = told.get().is_none();
        if arrives {
            told.set(Some(run.number));
        }
        if playing || arrives {
            waiting.set(None);
            return;
        }
        let another = told.get() != Some(run.number);
        let (said, told, step) = (said.clone(), told.clone(), step.clone());
        let say = move || {
            told.set(Some(run.number));
            // What is left out for those who see is left out for those who hear.
            let hides = |part| lab.open_untracked(|open| open.embedding.hides(part));
            let words = match another {
                true if hides("cards") => return,
                true => crate::verdict::summary(&run),
                false => {
                    let text = |place, part| {
                        let found = document().query_selector(place).ok().flatten().filter(|_| !hides(part));
                        found.and_then(|found| found.text_content()).unwrap_or_default()
                    };
                    // Between the race's steps what happens is of others.
                    let race = text(".race-step", "tabs");
                    let new = !race.is_empty() && step.replace(race.clone()) != race;
                    if new { race } else { text(".happening", "playbar") }
                }
            };
            said.set_text_content(Some(&words));
        };
        waiting.set(Some(live::later(if another { SETTLED_MS } else { live::STILL_MS }, say)));
    });
    part
}
