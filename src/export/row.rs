//! The row of buttons below a picture.

use std::rc::Rc;

use leptos::prelude::*;
use maud::{Markup, html};
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::by_name::{call, get, set, text};
use super::picture::{alone, in_file};
use crate::language::t;
use crate::live;
use crate::say;

/// What can be taken away: its ending, and what comes before it in an address.
const KINDS: [(&str, &str); 4] = [
    ("csv", "data:text/csv;charset=utf-8,"),
    ("json", "data:application/json;charset=utf-8,"),
    ("svg", "data:image/svg+xml;charset=utf-8,"),
    // It is drawn from the SVG.
    ("png", "data:image/svg+xml;charset=utf-8,"),
];

/// A PNG has so many pixels for each of the picture's.
const SCALE: f64 = 2.0;

/// Something told when it is asked for.
pub type Tell = Box<dyn Fn() -> String>;

/// What a row offers.
pub struct Export {
    /// Where the picture stands, if it is there: the first `svg` in it.
    pub picture: Box<dyn Fn() -> Option<Element>>,
    /// What is seen over the picture and is not in it, as SVG.
    pub over: Tell,
    /// The files' name, without its ending; empty as long as there is nothing to save.
    pub name: Tell,
    /// The picture in words.
    pub title: Tell,
    /// The numbers.
    pub csv: Tell,
    /// The numbers with all that they come from.
    pub json: Tell,
}

/// The row's markup, with all kinds of files.
pub fn row() -> Markup {
    row_for(&KINDS.map(|(kind, _)| kind))
}

/// The row's markup, with these kinds of files. Its link keeps the last file.
pub fn row_for(kinds: &[&str]) -> Markup {
    html! {
        div.export role="group" aria-label=(t("Save")) {
            span aria-hidden="true" { (t("Save")) }
            // What is heard here does not hear of the link's own click.
            span.kinds { @for kind in kinds { button type="button" data-save=(kind) { (kind.to_ascii_uppercase()) } } }
            a hidden {}
            span.saved role="status" {}
        }
    }
}

/// A row that is kept.
struct Kept {
    row: Element,
    export: Export,
}

/// Keeps a row.
pub fn keep(row: Element, export: Export) {
    let kept = Rc::new(Kept { row: row.clone(), export });
    let Ok(image) = document().create_element("img") else { return };
    let (own, drawn) = (kept.clone(), image.clone());
    let loaded = live::callback(move |_| own.save("png", &png(&drawn)));
    let own = kept.clone();
    let failed = live::callback(move |_| own.save("png", ""));
    let Ok(Some(kinds)) = row.query_selector(".kinds") else { return };
    live::hear(&kinds, "click", move |event| {
        let Some(name) = live::pressed(&event, "data-save") else { return };
        let Some((kind, head)) = KINDS.iter().find(|(kind, _)| *kind == name) else { return };
        if (kept.export.name)().is_empty() {
            return kept.say(t("There is nothing to save yet."));
        }
        let told = match *kind {
            "csv" => (kept.export.csv)(),
            "json" => (kept.export.json)(),
            _ => kept.drawn(),
        };
        // A tab without its picture or its numbers yet.
        if told.is_empty() {
            return kept.say(t("There is nothing to save yet."));
        }
        let told = text(&call(&window(), "encodeURIComponent", &[told.into()]));
        let address = if told.is_empty() { told } else { format!("{head}{told}") };
        if *kind != "png" {
            return kept.save(kind, &address);
        }
        set(&image, "onload", loaded.as_ref());
        set(&image, "onerror", failed.as_ref());
        set(&image, "src", &address.into());
    });
}

impl Kept {
    /// The picture, standing alone.
    fn drawn(&self) -> String {
        let svg = (self.export.picture)().and_then(|picture| picture.query_selector("svg").ok().flatten());
        let Some(svg) = svg else { return String::new() };
        // The address is the link to it.
        let address = text(&get(&get(&window(), "location"), "href"));
        in_file(&alone(&svg, &(self.export.title)(), &format!("Rate Limit Lab: {address}"), &(self.export.over)()))
    }

    /// Hands a file to the browser; there is none where it has no address.
    fn save(&self, kind: &str, address: &str) {
        if address.is_empty() {
            return self.say(t("This browser could not make the file. CSV and JSON have the numbers."));
        }
        let name = format!("{}.{kind}", (self.export.name)());
        if let Ok(Some(link)) = self.row.query_selector("a") {
            live::set(&link, "href", Some(address));
            live::set(&link, "download", Some(&name));
            call(&link, "click", &[]);
        }
        self.say(&say!("{} is given to the browser.", name));
    }

    fn say(&self, text: &str) {
        let said = self.row.query_selector(".saved").ok().flatten();
        said.into_iter().for_each(|said| said.set_text_content(Some(text)));
    }
}

/// What an image shows, as the address of a PNG.
fn png(image: &Element) -> String {
    let Ok(canvas) = document().create_element("canvas") else { return String::new() };
    let sides = ["width", "height"].map(|side| {
        let twice = JsValue::from(get(image, side).as_f64().unwrap_or_default() * SCALE);
        set(&canvas, side, &twice);
        twice
    });
    let context = call(&canvas, "getContext", &["2d".into()]);
    let [width, height] = sides;
    call(&context, "drawImage", &[image.into(), 0.into(), 0.into(), width, height]);
    text(&call(&canvas, "toDataURL", &[]))
}
