//! The head of the page: its name, the link to share, the settings; and what in the address was not taken.

use leptos::prelude::*;
use limit_sim::scenario::Problem;
use maud::html;
use wasm_bindgen::JsCast;

use crate::lab::{Open, use_lab};
use crate::language::{Language, T, t};
use crate::live;
use crate::part::Part;
use crate::playbar::keys;
use crate::say;
use crate::select::{self, Keep};
use crate::theme::Theme;
use crate::{gallery, share, storage};

/// The head of the page.
pub fn top(theme: RwSignal<Theme>) -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        header.top {
            h1 data-part="title" { (T("Rate Limit Lab")) }
            p.tagline data-part="title" { (T("One user, a burst, many servers. How many get through?")) }
            nav.tools data-part="tools" aria-label=(T("Tools")) {
                @if !lab.open_untracked(|open| open.embedding.hides(gallery::DIALOG.id)) { (gallery::DIALOG.told()) }
                (share::DIALOG.told())
                (keys::DIALOG.told())
                (select::told("theme", t("Theme"), "quiet"))
                (select::told("language", t("Language"), "quiet"))
            }
        }
    });
    keys::listen(lab, part.find("[data-opens=keys]").unchecked_into());
    let entries = || Theme::ALL.map(|one| (one.name().to_owned(), one.label().to_owned())).into();
    let value = move || theme.get().name().to_owned();
    let pick = move |name: &str| theme.set(Theme::named(name));
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&part.named("theme"), keep);
    let entries = || Language::ALL.map(|one| (one.tag().to_owned(), one.name().to_owned())).into();
    let value = || Language::present().tag().to_owned();
    let pick = move |tag: &str| {
        // What is still to be written to the address.
        lab.settle();
        speak(tag);
    };
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&part.named("language"), keep);
    part
}

/// Keeps the language of this tag as the reader's, and loads the page anew in it, at the same address but for a language
/// that it may name. Where nothing can be kept the address names the new one.
fn speak(tag: &str) {
    const STORED: &str = "rate-limit-lab.lang";
    storage::save(STORED, tag);
    let search = window().location().search().unwrap_or_default();
    let rest = search.trim_start_matches('?').split('&').filter(|one| !one.starts_with("lang=") && !one.is_empty());
    let mut address = rest.map(str::to_owned).collect::<Vec<_>>();
    if storage::load(STORED).as_deref() != Some(tag) {
        address.push("lang=".to_owned() + tag);
    }
    // (By name, where it is set from a text; it loads the page also where that is the same address.)
    let address = "?".to_owned() + &address.join("&");
    let _ = js_sys::Reflect::set(&window().location(), &"href".into(), &address.into());
}

/// The most mistakes that are told one by one, and the most letters of each that are shown.
const TOLD: usize = 8;
const LETTERS: usize = 60;

/// That the page is not in the language that was asked for, unless it is.
pub fn untranslated(translated: bool) -> Part {
    Part::new(html! {
        div.notice role="alert" hidden[translated] {
            p { (T("This page could not be had in the language of your choice, so it is in English. Check the connection, then reload it.")) }
        }
    })
}

/// What in the address was not taken, and what would have been, a line each.
pub fn notices() -> Part {
    let lab = use_lab();
    let short = |text: &str| match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}\u{2026}", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    };
    let lines = move || {
        let Open { problems, tell, .. } = lab.open();
        let line = |one: &Problem| {
            let given = format!("{}={}", short(&one.name), short(&one.given));
            match tell {
                Some(tell) => (tell.problem)(one, given),
                None => given,
            }
        };
        let mut lines: Vec<_> = problems.iter().take(TOLD).map(line).collect();
        if problems.len() > TOLD {
            lines.push(say!("and {} more", problems.len() - TOLD));
        }
        lines.join("\n")
    };
    let part = Part::new(html! {
        div.notice data-part="notices" role="alert" hidden {
            div {
                p { (T("The lab does not start exactly as this link says. What it did not understand has its usual value.")) }
                p.problems {}
            }
            button type="button" { (T("Dismiss")) }
        }
    });
    live::flag(part.root(), "hidden", move || lab.open().problems.is_empty());
    live::text(&part.find(".problems"), lines);
    live::hear(&part.find("button"), "click", move |_| lab.reopen(|open| open.problems.clear()));
    part
}
