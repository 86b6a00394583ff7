//! A row of buttons at a panel's end: its diagram and its tables as files.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Tab};
use maud::html;

use super::files::{self, Rows};
use super::settings;
use crate::export::{self, Export};
use crate::lab::use_lab;
use crate::part::Part;

/// A panel, where its picture stands, and what it offers.
const PANELS: [(Tab, &str, &[&str]); 7] = [
    (Tab::Race, ".race-picture", &["csv", "json", "svg", "png"]),
    (Tab::Break, ".board-drawn", &["svg", "png"]),
    (Tab::Orders, "", &["csv", "json"]),
    (Tab::Compare, "", &["csv", "json", "svg", "png"]),
    (Tab::Cost, ".curve", &["csv", "json", "svg", "png"]),
    (Tab::Failure, "", &["csv", "json", "svg", "png"]),
    (Tab::Events, "", &["csv", "json"]),
];

/// The row of a panel, by its tab; none where there is nothing to save, or it has one.
pub fn row_of(tab: Tab) -> Option<Part> {
    let lab = use_lab();
    let (_, picture, kinds) = PANELS.into_iter().find(|(one, ..)| *one == tab)?;
    let panel = document().get_element_by_id(&format!("panel-{}", tab.name()))?;
    let part = Part::new(html! { div.take-away { (export::row_for(kinds)) } });
    let around = panel.clone();
    let rows = move || -> Rows {
        match tab {
            Tab::Events => files::events(lab, None),
            Tab::Race => files::events(lab, Some(&untrack(|| lab.race()).shown)),
            _ => files::tables(&around),
        }
    };
    let again = rows.clone();
    let export = Export {
        picture: Box::new(
            move || if picture.is_empty() { Some(panel.clone()) } else { panel.query_selector(picture).ok()? },
        ),
        over: Box::new(String::new),
        name: Box::new(move || format!("{}-{}", tab.name(), untrack(|| lab.scenario()).strategy.name())),
        title: Box::new(move || settings::in_words(&untrack(|| lab.scenario()))),
        csv: Box::new(move || files::csv(&rows())),
        json: Box::new(move || files::json(lab, &again())),
    };
    export::keep(part.find(".export"), export);
    Some(part)
}
