//! The strip unfolded: a button for each fault, and a row for each that there is.

use leptos::prelude::*;
use limit_sim::scenario::{Fault, Faults, Scenario, Strategy, What};
use limit_sim::time::Span;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::answers::answers;
use super::offers::{OFFERS, placed};
use super::rows::{self, set, span};
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::say;
use crate::words::number::exact;

/// By how much clocks are off once they differ.
const SKEW: Span = Span::from_millis(5);

/// The strip's content.
pub fn strip_panel() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        div {
            div.offers {}
            p.aside.full role="status" {}
            ul.faults {}
            p.row.ways-out {}
        }
    });
    let _ = part.root().append_child(answers().root());
    live::markup(&part.find(".offers"), move || offers(&lab.scenario()));
    live::text(&part.find(".full"), move || {
        if is_full(&lab.scenario()) {
            say!("More than {} faults in one run are too many.", Faults::MOST)
        } else {
            String::new()
        }
    });
    live::markup(&part.find(".faults"), move || rows::told(&lab.scenario()));
    live::markup(&part.find(".ways-out"), move || ways_out(lab));
    live::hear(part.root(), "click", move |event| {
        let pressed = |what| live::pressed(&event, what);
        // What the reader has opened stays open when nothing goes wrong any more.
        if pressed("data-fault").or_else(|| pressed("data-remove")).or_else(|| pressed("data-do")).is_some() {
            lab.note(|open| open.strip = Some(true));
        }
        if let Some(name) = pressed("data-fault") {
            add(lab, &name);
        } else if let Some(nth) = pressed("data-remove") {
            lab.change(|scenario| remove(scenario, &nth));
        } else if let Some(way) = pressed("data-do") {
            go(lab, &way);
        }
    });
    live::hear(part.root(), "change", move |event| {
        // What is done about failures has fields that see to themselves.
        let field = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(target) = field.filter(|field| field.has_attribute("data-nth")) {
            typed(lab, &target, &live::value_of(&event));
        }
    });
    part
}

fn is_full(scenario: &Scenario) -> bool {
    scenario.faults.len() == Faults::MOST
}

fn offers(scenario: &Scenario) -> Markup {
    let full = is_full(scenario);
    let offer = |name: &str, words: &str, family: &str| {
        html! { button type="button" data-fault=(name) data-part=(family) data-key=(name) aria-disabled=[full.then_some("true")] { (t(words)) } }
    };
    html! {
        @for (of, offers) in &OFFERS {
            div role="group" aria-label=(t(of)) {
                span { (t(of)) }
                @for (words, what) in *offers { (offer(words, words, what.family().name())) }
            }
        }
        div role="group" aria-label=(t("Clocks")) {
            span { (t("Clocks")) }
            button type="button" data-fault="skew" data-part="skew" data-key="skew" aria-pressed=(scenario.skew > Span::ZERO) { (t("differ")) }
        }
    }
}

fn add(lab: Lab, name: &str) {
    if name == "skew" {
        return lab.change(|scenario| scenario.skew = if scenario.skew == Span::ZERO { SKEW } else { Span::ZERO });
    }
    let (run, now, moment) = untrack(|| (lab.run(), lab.now(), lab.moment()));
    let offered = OFFERS.iter().flat_map(|(_, offers)| *offers).find(|(words, _)| *words == name);
    let Some((_, what)) = offered else { return };
    let fault = placed(*what, &run, (now < run.trace.end()).then_some(now), &moment);
    with(lab, fault);
}

/// Adds a fault, if there is room for one more.
fn with(lab: Lab, fault: Fault) {
    lab.change(|scenario| scenario.faults = scenario.faults.with(fault).unwrap_or(scenario.faults));
}

fn remove(scenario: &mut Scenario, nth: &str) {
    match nth.parse() {
        Ok(nth) => scenario.faults = scenario.faults.without(nth),
        Err(_) => scenario.skew = Span::ZERO,
    }
}

/// What helps, and what takes all away.
fn ways_out(lab: Lab) -> Markup {
    let Scenario { faults, skew, .. } = lab.scenario();
    // A key that is numbered by its window is in nobody's way.
    let stuck = lab.run().trace.stuck_key().filter(|stuck| !stuck.is_numbered());
    let way = |name: &str, words: &str| html! { button type="button" data-do=(name) data-key=(name) { (words) } };
    html! {
        @if stuck.is_some_and(|stuck| stuck.removed.is_none() && stuck.is_first_users()) { (way("delete", t("Delete the key by hand"))) }
        @if stuck.is_some() { (way("fix", t("The fix: one transaction"))) }
        @if !faults.is_empty() || skew > Span::ZERO { (way("none", t("Remove all"))) }
    }
}

fn go(lab: Lab, way: &str) {
    match way {
        "delete" => {
            let (run, now) = untrack(|| (lab.run(), lab.now()));
            let Some(stuck) = run.trace.stuck_key() else { return };
            let end = run.trace.end();
            // At the playhead, where that is between the key's beginning and the last request.
            let at = if now > stuck.at && now < end {
                now
            } else {
                stuck.at + Span::from_nanos((end - stuck.at).nanos() / 2)
            };
            with(lab, Fault { from: at, until: at, what: What::Delete });
        }
        "fix" => lab.change(|scenario| scenario.strategy = Strategy::MultiExec),
        _ => lab.change(|scenario| (scenario.faults, scenario.skew) = (Faults::default(), Span::ZERO)),
    }
}

/// A number was typed into a row. What can't be taken is told beside it, and nothing changes.
fn typed(lab: Lab, field: &Element, given: &str) {
    let of = |name| field.get_attribute(name).unwrap_or_default();
    let (nth, letter, text) = (of("data-nth"), of("data-letter"), given.replace(' ', ""));
    let mut scenario = untrack(|| lab.scenario());
    let fault = nth.parse().ok().and_then(|nth| Some((nth, scenario.faults.iter().nth(nth)?)));
    let taken = match fault {
        Some((nth, fault)) => set(fault, &letter, &text).map(|fault| {
            scenario.faults = scenario.faults.without(nth).with(fault).unwrap_or(scenario.faults);
        }),
        None => match span(&text).filter(|skew| Scenario::SKEW.contains(skew)) {
            Some(skew) => {
                scenario.skew = skew;
                Ok(())
            }
            None => Err(say!("{} to {}", exact(*Scenario::SKEW.start()), exact(*Scenario::SKEW.end()))),
        },
    };
    let told = document().get_element_by_id(&format!("fault-{nth}-problem"));
    let problem = match &taken {
        Ok(()) => String::new(),
        Err(allowed) => say!("\u{201c}{}\u{201d} was not taken. Allowed: {}.", given, allowed),
    };
    live::set(field, "aria-invalid", taken.is_err().then_some("true"));
    told.into_iter().for_each(|told| told.set_text_content(Some(&problem)));
    if taken.is_ok() {
        lab.note(|open| open.strip = Some(true));
        lab.change(|now| *now = scenario);
        // Also where that is what it was: what was typed is shown as the lab has it.
        let shown = field.get_attribute("value").unwrap_or_default();
        live::set_value(field, &shown);
    }
}
