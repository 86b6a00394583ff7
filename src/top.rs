//! The head of the page: its name, the link to share, the settings; and what in the address was not taken.

use leptos::prelude::*;
use limit_sim::scenario::Problem;
use maud::html;
use wasm_bindgen::JsCast;

use crate::lab::use_lab;
use crate::live;
use crate::part::Part;
use crate::playbar::keys;
use crate::select::{self, Keep};
use crate::share;
use crate::theme::Theme;

/// The head of the page.
pub fn top(theme: RwSignal<Theme>) -> Part {
    let part = Part::new(html! {
        header.top {
            h1 data-part="title" { "Rate Limit Lab" }
            p.tagline data-part="title" { "One user, a burst, many servers. How many get through?" }
            nav.tools data-part="tools" aria-label="Tools" {
                (share::DIALOG.told())
                (keys::DIALOG.told())
                (select::told("theme", "Theme", "quiet"))
            }
        }
    });
    keys::listen(use_lab(), part.find("[data-opens=keys]").unchecked_into());
    let entries = || Theme::ALL.map(|one| (one.name().to_owned(), label(one).to_owned())).into();
    let value = move || theme.get().name().to_owned();
    let pick = move |name: &str| theme.set(Theme::named(name));
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&part.named("theme"), keep);
    part
}

const fn label(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "System",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Projector => "Projector",
    }
}

/// The most mistakes that are told one by one, and the most letters of each that are shown.
const TOLD: usize = 8;
const LETTERS: usize = 60;

/// What in the address was not taken, and what would have been, a line each.
pub fn notices() -> Part {
    let lab = use_lab();
    let short = |text: &str| match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}\u{2026}", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    };
    let lines = move || {
        let problems = lab.open().problems;
        let line = |one: &Problem| format!("{}={}  Allowed: {}.", short(&one.name), short(&one.given), one.allowed);
        let mut lines: Vec<_> = problems.iter().take(TOLD).map(line).collect();
        if problems.len() > TOLD {
            lines.push(format!("and {} more", problems.len() - TOLD));
        }
        lines.join("\n")
    };
    let part = Part::new(html! {
        div.notice data-part="notices" role="alert" hidden {
            div {
                p { "Part of this link was not understood. The lab starts with the usual values there." }
                p.problems {}
            }
            button type="button" { "Dismiss" }
        }
    });
    live::flag(part.root(), "hidden", move || lab.open().problems.is_empty());
    live::text(&part.find(".problems"), lines);
    live::hear(&part.find("button"), "click", move |_| lab.reopen(|open| open.problems.clear()));
    part
}
