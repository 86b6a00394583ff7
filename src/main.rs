//! Rate Limit Lab: the page.
//!
//! A function of a scenario and a playhead. It computes no result itself: it asks `limit_sim`, and shows the answers.

mod address;
mod app;
mod code;
mod compare;
mod controls;
mod cost;
mod crash;
mod details;
mod dialog;
mod embed;
mod events;
mod export;
mod failure;
mod follow;
mod gallery;
mod lab;
mod language;
mod later;
mod lesson;
mod live;
mod media;
mod outside;
mod part;
mod playbar;
mod progress;
mod race;
mod runs;
mod seed;
mod seen;
mod select;
mod share;
mod size;
mod slices;
mod small;
mod stage;
mod storage;
mod strip;
mod svg;
mod sweep;
mod taken;
mod texts;
mod theme;
mod top;
mod verdict;
mod visible;
mod words;

use language::{Language, t};
use leptos::mount::mount_to;
use leptos::prelude::document;
use wasm_bindgen::JsCast;

/// Smaller than the standard library's.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    crash::show_when_it_happens();
    let language = Language::wanted();
    match language.table() {
        None => mount(true),
        Some(table) => table.get(move |text| {
            text.into_iter().for_each(|text| language::use_table(language, text));
            mount(text.is_some());
        }),
    }
}

/// Puts the page up, in the language that there is a table of; `translated` says whether that is the one that was asked for.
fn mount(translated: bool) {
    let root = document().document_element();
    root.into_iter().for_each(|root| live::set(&root, "lang", Some(Language::present().tag())));
    document().set_title(t(n!("Rate Limit Lab")));
    let place = document().get_element_by_id("lab").expect("index.html has the place for the lab");
    // What stood there while the lab was loading.
    place.set_inner_html("");
    mount_to(place.unchecked_into(), move || app::app(translated)).forget();
}
