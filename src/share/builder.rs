//! What makes links for other pages: the lab as it stands, with what is to be locked and left out, and how the page is set up.
//!
//! The form is all the state there is: whatever changes in it, all that is to be copied is told anew.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Link, Parameter, Tab};
use maud::{Markup, html};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::choices::{Chosen, GROUPS, Group, PARTS, SETTINGS};
use super::copier;
use super::preview::{self, Preview};
use super::snippets::{Frame, Kind};
use crate::address;
use crate::details;
use crate::export::by_name::{call, get, set, text};
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::say;
use crate::words::strategy;

/// The form, its preview, and what is to be copied.
pub fn builder() -> Part {
    let lab = use_lab();
    let part = Part::new(told(&untrack(|| lab.link())));
    let form = part.root().clone();
    let preview = Preview::of(&part);
    let renew = {
        let form = form.clone();
        move || {
            let now = untrack(|| lab.link());
            let embedding = chosen(&form).into_embedding(&now.embedding);
            let link = Link { embedding, ..now };
            tell(&form, &link);
            preview.show(address::of(&link));
        }
    };
    tick_groups(&form);
    renew();
    live::hear(&form, "change", {
        let (form, renew) = (form.clone(), renew.clone());
        move |event| {
            if let Some(all) = live::pressed(&event, "data-all") {
                tick_all(&form, &all);
            }
            tick_groups(&form);
            renew();
        }
    });
    // It is the lab as it stands whenever this is opened.
    let opens = document().query_selector("[data-opens=share]").ok().flatten();
    opens.into_iter().for_each(|button| {
        live::hear(&button, "click", {
            let renew = renew.clone();
            move |_| renew()
        })
    });
    for (nth, kind) in Kind::ALL.iter().enumerate() {
        let block = part.find(&format!("[data-snippet='{nth}']"));
        let find = |selector| block.query_selector(selector).ok().flatten();
        let (Some(said), Some(button), Some(area)) = (find(".said"), find("button"), find("textarea")) else {
            unreachable!("{kind:?} is told with all of them")
        };
        let copy = copier(said);
        live::hear(&button, "click", move |_| copy(&text(&get(&area, "value"))));
    }
    part
}

/// What a text to copy is called, and what to know of it.
fn label(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Link => (n!("Link"), ""),
        Kind::Frame => (n!("HTML: a frame"), n!("For every page. Its height stays as it is written.")),
        Kind::Element => (
            n!("HTML: an element"),
            n!(
                "Its height follows the lab, and scripts of the page can speak with it. It asks for embed.js beside the lab."
            ),
        ),
        Kind::MdBook => (n!("Markdown for mdBook"), n!("On a line of its own.")),
        Kind::Docusaurus => (n!("MDX for Docusaurus"), n!("On a line of its own.")),
        Kind::HugoShortcode => {
            (n!("Hugo: the shortcode, once"), n!("Save it as layouts/shortcodes/rate-limit-lab.html."))
        }
        Kind::Hugo => (
            n!("Hugo: in a page"),
            n!(
                "By that shortcode. HTML itself would need markup.goldmark.renderer.unsafe in the site\u{2019}s settings."
            ),
        ),
        Kind::Jupyter => (n!("Jupyter: a cell"), n!("For a code cell in Python.")),
    }
}

fn told(link: &Link) -> Markup {
    let embedding = &link.embedding;
    let picked = |name: &str| Parameter::ALL.iter().find(|one| one.name == name).and_then(|one| one.print(link));
    html! {
        div.build {
            p { (t("The lab as it stands, for a page of yours. Tick what readers are not to change or see.")) }
            (preview::told())
            fieldset {
                legend { (t("The page")) }
                div.picks {
                    @for (name, label, values) in SETTINGS {
                        label {
                            span { (t(label)) }
                            select data-set=(name) {
                                @for (value, label) in *values {
                                    option value=(value) selected[picked(name).as_deref() == Some(*value)] { (t(label)) }
                                }
                            }
                        }
                    }
                }
            }
            fieldset {
                legend { (t("Tabs that are there")) }
                div.ticks {
                    @for tab in Tab::ALL {
                        (tick("tab", tab.name(), details::title(*tab), embedding.tabs.is_empty() || embedding.tabs.contains(tab)))
                    }
                }
            }
            fieldset {
                legend { (t("Left out of the page")) }
                div.ticks {
                    @for (name, label) in PARTS { (tick("hide", name, label, embedding.hides(name))) }
                }
            }
            fieldset {
                legend { (t("Settings")) }
                label.tick { input type="checkbox" data-all="lock"; span { (t("Lock all of them")) } }
                @for (nth, group) in GROUPS.iter().enumerate() { (group_told(nth, group, link)) }
            }
            h3 { (t("Copy")) }
            @for (nth, kind) in Kind::ALL.iter().enumerate() { (snippet_told(nth, *kind)) }
        }
    }
}

/// A box to tick, with its label beside it.
fn tick(what: &str, name: &str, label: &str, on: bool) -> Markup {
    html! {
        label.tick {
            input type="checkbox" data-tick=(what) value=(name) checked[on];
            span { (t(label)) }
        }
    }
}

fn group_told(nth: usize, (heading, settings): &Group, link: &Link) -> Markup {
    let embedding = &link.embedding;
    let heading = t(heading);
    html! {
        details.group data-group=(nth) {
            summary { (heading) " " span.count {} }
            table {
                thead { tr { th scope="col" { (t("Setting")) } th scope="col" { (t("Lock")) } th scope="col" { (t("Hide")) } } }
                tbody {
                    tr {
                        th scope="row" { (t("All of these")) }
                        td { input type="checkbox" data-all={ "lock-" (nth) } aria-label=(say!("Lock: all of \u{201c}{}\u{201d}", heading)); }
                        td { input type="checkbox" data-all={ "hide-" (nth) } aria-label=(say!("Hide: all of \u{201c}{}\u{201d}", heading)); }
                    }
                    @for (name, label) in *settings {
                        tr {
                            th scope="row" { (t(label)) " " code { (name) } }
                            td {
                                input type="checkbox" data-tick="lock" value=(name) checked[embedding.locks(name)]
                                    aria-label=(say!("Lock: {}", t(label)));
                            }
                            td {
                                input type="checkbox" data-tick="hide" value=(name) checked[embedding.hides(name)]
                                    aria-label=(say!("Hide: {}", t(label)));
                            }
                        }
                    }
                }
            }
        }
    }
}

fn snippet_told(nth: usize, kind: Kind) -> Markup {
    let (label, note) = label(kind);
    let label = t(label);
    html! {
        div.snippet data-snippet=(nth) {
            h4 { (label) }
            @if !note.is_empty() { p.aside { (t(note)) } }
            textarea readonly rows="3" spellcheck="false" aria-label=(label) {}
            p.buttons {
                button type="button" aria-label=(say!("Copy: {}", label)) { (t("Copy")) }
                span.said role="status" {}
            }
        }
    }
}

/// All that a selector finds.
fn all(within: &Element, selector: &str) -> Vec<Element> {
    let found = call(within, "querySelectorAll", &[selector.into()]);
    let count = get(&found, "length").as_f64().unwrap_or_default() as u32;
    (0..count).map(|nth| get(&found, &nth.to_string()).unchecked_into()).collect()
}

fn is_ticked(input: &Element) -> bool {
    get(input, "checked").is_truthy()
}

/// What is ticked and picked.
fn chosen(form: &Element) -> Chosen {
    let value = |one: &Element| text(&get(one, "value"));
    let ticked = |what: &str| all(form, &format!("[data-tick={what}]:checked")).iter().map(value).collect();
    let setting = |one: &Element| (one.get_attribute("data-set").unwrap_or_default(), value(one));
    Chosen {
        lock: ticked("lock"),
        hide: ticked("hide"),
        tabs: ticked("tab"),
        settings: all(form, "[data-set]").iter().map(setting).collect(),
    }
}

/// The boxes that a box for several is for: `lock`, or `lock-2` for those of a group.
fn boxes(form: &Element, of: &str) -> Vec<Element> {
    let (what, group) =
        of.split_once('-').map_or((of, String::new()), |(what, nth)| (what, format!("[data-group='{nth}'] ")));
    all(form, &format!("{group}[data-tick={what}][aria-label]"))
}

/// Ticks all that a box is for, or none of it, as the box is.
fn tick_all(form: &Element, of: &str) {
    let on = all(form, &format!("[data-all={of}]")).iter().any(is_ticked);
    boxes(form, of).iter().for_each(|one| set(one, "checked", &JsValue::from_bool(on)));
}

/// Boxes for several are ticked when all of these are, and say so when some are; and each group says how many are.
fn tick_groups(form: &Element) {
    for one in all(form, "[data-all]") {
        let boxes = boxes(form, &one.get_attribute("data-all").unwrap_or_default());
        let ticked = boxes.iter().filter(|one| is_ticked(one)).count();
        set(&one, "checked", &JsValue::from_bool(ticked == boxes.len()));
        set(&one, "indeterminate", &JsValue::from_bool(ticked > 0 && ticked < boxes.len()));
    }
    for group in all(form, "[data-group]") {
        let [locked, hidden] = ["lock", "hide"].map(|what| all(&group, &format!("[data-tick={what}]:checked")).len());
        let count = match (locked, hidden) {
            (0, 0) => String::new(),
            (_, 0) => say!("{} locked", locked),
            (0, _) => say!("{} hidden", hidden),
            _ => say!("{} locked, {} hidden", locked, hidden),
        };
        all(&group, ".count").iter().for_each(|place| place.set_text_content(Some(&count)));
    }
}

/// Tells all that is to be copied.
fn tell(form: &Element, link: &Link) {
    let title = say!("Rate Limit Lab: {}", strategy::name(link.scenario.strategy));
    let page = address::page();
    let frame = Frame { page: &page, link, title: &title };
    for (nth, kind) in Kind::ALL.iter().enumerate() {
        let areas = all(form, &format!("[data-snippet='{nth}'] textarea"));
        areas.iter().for_each(|area| live::set_value(area, &frame.snippet(*kind)));
    }
}
