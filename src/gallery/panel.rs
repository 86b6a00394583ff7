//! What is in the dialog.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::Link;
use maud::{Markup, html};
use web_sys::Element;

use super::DIALOG;
use super::presets::GROUPS;
use crate::failure::lines_of_claims;
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::slices::Slices;
use crate::texts::Text;
use crate::{dialog, follow, seen};

/// What the entries' runs come to, in the order of the entries: the links, and the words for those that have been run.
#[derive(Default)]
struct Entries {
    links: Vec<String>,
    told: Vec<String>,
}

/// The groups, each entry a link with what its run comes to.
pub fn gallery() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        div.gallery data-own-keys {
            // It begins at its top, where the focus is.
            p.first tabindex="-1" data-first { (t("Each opens in the lab. Beside it is what its run comes to.")) }
            div.entries {}
        }
    });
    let (list, entries, slices) = (part.find(".entries"), Rc::<RefCell<Entries>>::default(), Slices::default());
    // How often it was opened, and whether it is worth telling at all.
    let opened = RwSignal::new(usize::from(is_open()));
    let (own, place) = (entries.clone(), list.clone());
    live::markup(&list, move || {
        if opened.get() == 0 {
            return Markup::default();
        }
        tell(lab, &mut own.borrow_mut())
    });
    live::effect(move || {
        if opened.get() > 0 {
            let _ = claims(lab);
            count(&entries, &slices, &place);
        }
    });
    let button = document().query_selector("[data-opens=gallery]").ok().flatten();
    button.into_iter().for_each(|button| live::hear(&button, "click", move |_| live::more(opened)));
    live::hear(part.root(), "click", move |event| {
        if follow::pressed(lab, &event) {
            dialog::close();
            follow::show_stage();
        }
    });
    part
}

/// Whether someone looks at it.
fn is_open() -> bool {
    let selector = format!("#{}[open]", DIALOG.id);
    document().query_selector(&selector).is_ok_and(|dialog| dialog.is_some())
}

/// The lessons' claims.
fn claims(lab: Lab) -> Text {
    let text = lines_of_claims(lab);
    if text == Text::Coming {
        // That they have come is told like everything that is open; once they are there nothing in here depends on it.
        lab.open();
    }
    text
}

/// The list, with the entries noted in their order. Links keep how the page is set up.
fn tell(lab: Lab, entries: &mut Entries) -> Markup {
    let text = claims(lab);
    let claims = match text {
        // The table is README.md's, too, where apostrophes are typed.
        Text::Here(text) => text.replace('\'', "\u{2019}"),
        _ => String::new(),
    };
    let mut links = Vec::new();
    let told = html! {
        @for (title, presets) in GROUPS {
            section {
                h3 { (t(title)) }
                ul {
                    @for preset in *presets {
                        (entry(lab, entries, &mut links, preset.link, html! { b { (t(preset.name)) } " " small { (t(preset.line)) } }))
                    }
                }
            }
        }
        @for group in claims.split("# ").filter(|group| !group.is_empty()) {
            @let (title, lines) = group.split_once('\n').unwrap_or((group, ""));
            section {
                h3 { (title) }
                ul {
                    @for line in lines.lines() {
                        @let mut columns = line.split(" | ");
                        @if let (Some(claim), Some(link)) = (columns.next(), columns.nth(1)) {
                            (entry(lab, entries, &mut links, link, html! { (claim) }))
                        }
                    }
                }
            }
        }
        @if text == Text::Missing { p.aside role="alert" { (t("What the lessons say could not be loaded.")) } }
    };
    entries.links = links;
    told
}

fn entry(lab: Lab, entries: &Entries, links: &mut Vec<String>, link: &str, told: Markup) -> Markup {
    let nth = links.len();
    links.push(link.to_owned());
    html! {
        li {
            a href=(follow::href(lab, link)) data-link=(link) data-key={ "preset-" (nth) } { (told) }
            span.comes data-nth=(nth) { (entries.told.get(nth).map_or("\u{2026}", String::as_str)) }
        }
    }
}

/// Runs what has not been run, a slice at a time, while someone looks.
fn count(entries: &Rc<RefCell<Entries>>, slices: &Slices, list: &Element) {
    let (own, list, busy) = (entries.clone(), list.clone(), list.clone());
    let after = move |done: bool| live::set(&busy, "aria-busy", (!done).then_some("true"));
    let step = move || {
        let next = {
            let entries = own.borrow();
            entries.links.get(entries.told.len()).cloned()
        };
        let Some(link) = next.filter(|_| is_open()) else { return true };
        let words = seen::Seen::of(&Link::read(&link).0).verdict_in_words();
        let mut entries = own.borrow_mut();
        let place = list.query_selector(&format!("[data-nth='{}']", entries.told.len()));
        place.ok().flatten().into_iter().for_each(|place| place.set_text_content(Some(&words)));
        entries.told.push(words);
        false
    };
    slices.begin(step, after);
}
