//! What is locked: its controls show what it is and can't be used, and say why; and what was not granted of a wish is said
//! beside what was pressed.
//!
//! Nothing is kept from being changed here: that is done in one place ([`crate::lab`]), whether a control is marked or not.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Embedding, Link};
use maud::html;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event};

use crate::export::by_name::{call, get, set};
use crate::lab::{Lab, Open, Wish};
use crate::language::t;
use crate::later::wear;
use crate::live;
use crate::part::Part;
use crate::say;

/// How long what was not granted is said, in milliseconds.
const SAID_MS: u32 = 8000;

/// The id of what says why a control can't be used.
const WHY: &str = "locked-why";

thread_local! {
    /// The link that the page began with.
    static START: RefCell<Link> = RefCell::default();
    /// What was last not granted.
    static REFUSED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    /// How often something was not granted.
    static REFUSALS: Cell<u32> = const { Cell::new(0) };
}

/// What was last not granted, and how often something was not.
pub fn refused() -> (Vec<&'static str>, u32) {
    (REFUSED.with_borrow(Clone::clone), REFUSALS.get())
}

/// Holds what is locked, from now on, marks it, leaves out what is hidden, and says what is not granted.
pub fn keep(lab: Lab) {
    START.set(untrack(|| lab.link()));
    lab.note(|open| {
        open.grant = Some(grant);
        open.waits = false;
    });
    let whole = document().get_element_by_id("lab");
    whole.into_iter().for_each(|whole| live::set(&whole, "inert", None));
    let why = Part::new(html! { p.unseen hidden id=(WHY) { (t("Locked by this page.")) } });
    let said = Part::new(html! { p.refusal role="status" {} });
    let Some(place) = document().get_element_by_id("lab") else { return };
    for part in [&why, &said] {
        let _ = place.append_child(part.root());
    }
    let embedding = untrack(|| lab.open()).embedding;
    wear(&super::hiding(&embedding));
    let controls = controls(&embedding);
    if !controls.is_empty() {
        keep_marked(place, controls);
    }
    keep_said(lab, said.root().clone());
}

/// Makes of a wish what is granted of it.
fn grant(lab: Lab, wish: Wish<'_>) {
    let now = untrack(|| lab.link());
    let granted = |wanted: Link| {
        let kept = START.with_borrow(|start| start.keep(&now, wanted));
        if !kept.refused.is_empty() {
            refuse(lab, kept.refused);
        }
        kept.link
    };
    match wish {
        Wish::Link(link) => *link = granted(link.clone()),
        Wish::Scenario(scenario) => *scenario = granted(Link { scenario: *scenario, ..now.clone() }).scenario,
        Wish::Playhead(playhead) => *playhead = granted(Link { playhead: *playhead, ..now.clone() }).playhead,
        Wish::Play(may) if now.embedding.locks("t") => {
            *may = false;
            refuse(lab, vec!["t"]);
        }
        Wish::Play(_) => {}
        Wish::Open(open) => {
            let Open { tab, request, small, order, compare, policies, costs, runs, .. } = open.clone();
            let wanted = Link { tab, request, small, order, compare, policies, costs, runs, ..now.clone() };
            // What links don't say is nobody's to lock; and a change of several things is one, granted or not.
            if wanted != now && granted(wanted.clone()) != wanted {
                *open = untrack(|| lab.open());
            }
        }
    }
}

/// Notes what was not granted.
fn refuse(lab: Lab, refused: Vec<&'static str>) {
    REFUSED.set(refused);
    REFUSALS.set(REFUSALS.get() + 1);
    // What was picked has to be shown as it is, so whoever shows it hears of this.
    lab.note(|_| ());
}

/// A selector for the controls of all that is locked.
fn controls(embedding: &Embedding) -> String {
    let one = |name: &&str| format!("[name={name}],#{name}-slider,[data-part~={name}],[data-part~={name}] *");
    embedding.lock.iter().map(one).collect::<Vec<_>>().join(",")
}

/// Marks them, and what is told anew of them.
fn keep_marked(place: Element, controls: String) {
    mark(&place, &controls);
    let own = place.clone();
    let told = live::callback(move |_| mark(&own, &controls));
    // The page has no other use for this, so it is asked for by name.
    let kind = get(&window(), "MutationObserver").unchecked_into::<js_sys::Function>();
    let arguments = js_sys::Array::of1(told.as_ref());
    let Ok(observer) = js_sys::Reflect::construct(&kind, &arguments) else { return };
    let what = js_sys::Object::new();
    for name in ["childList", "subtree"] {
        set(&what, name, &JsValue::TRUE);
    }
    call(&observer, "observe", &[place.into(), what.into()]);
    live::finally(move || {
        call(&observer, "disconnect", &[]);
        drop(told);
    });
}

fn mark(place: &Element, controls: &str) {
    let found = call(place, "querySelectorAll", &[controls.into()]);
    let count = get(&found, "length").as_f64().unwrap_or_default() as u32;
    let found = (0..count).map(|nth| get(&found, &nth.to_string()).unchecked_into::<Element>());
    found.filter(|one| one.get_attribute("data-locked").is_none()).for_each(|one| mark_one(&one));
}

/// A field can still be read and copied from; what else is pressed can't have the focus any more, and is described as it is read.
fn mark_one(control: &Element) {
    let is = |name: &str| control.get_attribute(name);
    let opens = is("data-opens").is_some() || is("data-close").is_some() || is("role").as_deref() == Some("tab");
    let (field, block) = (is("inputmode").is_some(), is("data-block").is_some());
    let kind = control.tag_name();
    if opens || !(block || matches!(kind.as_str(), "INPUT" | "SELECT" | "BUTTON")) {
        return;
    }
    let described = is("aria-describedby").map_or_else(|| WHY.to_owned(), |before| format!("{before} {WHY}"));
    live::set(control, "data-locked", Some(""));
    live::set(control, "aria-describedby", Some(&described));
    live::set(control, "aria-disabled", Some("true"));
    match () {
        () if field => live::set(control, "readonly", Some("")),
        () if block => {}
        () => live::set(control, "disabled", Some("")),
    }
}

/// Says what was not granted, where it was asked for.
fn keep_said(lab: Lab, said: Element) {
    let pressed: Rc<RefCell<Option<Element>>> = Rc::default();
    for what in ["pointerdown", "keydown"] {
        let pressed = pressed.clone();
        live::hear(&document(), what, move |event: Event| {
            *pressed.borrow_mut() = event.target().and_then(|target| target.dyn_into().ok());
        });
    }
    let (waiting, told) = (Cell::new(None), Cell::new(0));
    live::effect(move || {
        let _ = lab.open();
        let (refused, refusals) = refused();
        if told.replace(refusals) == refusals {
            return;
        }
        let top = pressed.borrow().as_ref().map_or(0.0, |one| one.get_bounding_client_rect().bottom());
        let from = said.parent_element().map_or(0.0, |place| place.get_bounding_client_rect().y());
        live::set_style(&said, &format!("top:{}px", (top - from).max(0.0) as i32 + 6));
        said.set_text_content(Some(&said_of(&refused)));
        let own = said.clone();
        waiting.set(Some(live::later(SAID_MS, move || own.set_text_content(None))));
    });
}

/// What is said of what was not granted.
pub fn said_of(refused: &[&str]) -> String {
    say!("Locked here: {}.", refused.join(", "))
}
