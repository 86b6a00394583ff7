//! The tab: which strategies, their pictures side by side, and the numbers.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Link, Misfit, Tab};
use limit_sim::time::Time;
use maud::{Markup, html};

use super::lists;
use super::measured::measured;
use super::picture::picture;
use super::runs::{Compared, Runs};
use super::table::table;
use crate::lab::{keep_calm, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::say;
use crate::words::strategy;

/// The lists of strategies here.
const LISTS: &str = "compare";

/// The tab's panel.
pub fn compare_panel() -> Part {
    let lab = use_lab();
    let most = *Link::COMPARED.end();
    let panel = Part::new(html! {
        div.compare {
            h3 { (t("The same requests, several strategies")) }
            div.row.lists { (lists::told(LISTS)) }
            div.pictures {
                @for nth in 0..most { article data-nth=(nth) { div.head {} div.picture {} } }
            }
            div.numbers {}
            div.real {}
        }
    });
    lists::keep(&panel, lab, LISTS);
    let calm = keep_calm(lab);
    live::attribute(panel.root(), "aria-busy", move || (calm.get() != lab.run().number as usize).to_string());
    let runs = Rc::new(RefCell::new(Runs::of(&untrack(|| lab.scenario()), &[])));
    // What the runs are of: that they are others shows in a number that grows.
    let told = RwSignal::new(0usize);
    let own = runs.clone();
    live::effect(move || {
        if lab.tab() == Tab::Compare && calm.get() == lab.run().number as usize {
            *own.borrow_mut() = Runs::of(&lab.scenario(), &lab.open().compare);
            live::more(told);
        }
    });
    let own = runs.clone();
    live::style(&panel.find(".pictures"), move || {
        told.track();
        let end = own.borrow().end.nanos().max(1) as f64;
        let now = if lab.at_end() { 1.0 } else { (lab.now().nanos() as f64 / end).min(1.0) };
        format!("--now:{}", crate::words::number::fixed(now, 4))
    });
    for nth in 0..most {
        let place = panel.find(&format!("[data-nth='{nth}']"));
        let own = runs.clone();
        live::flag(&place, "hidden", move || {
            told.track();
            own.borrow().all.len() <= nth
        });
        let own = runs.clone();
        live::markup(&panel.find(&format!("[data-nth='{nth}'] .head")), move || {
            told.track();
            let now = if lab.at_end() { Time::from_nanos(u64::MAX) } else { lab.now() };
            own.borrow().all.get(nth).map_or_else(Markup::default, |one| head(one, now))
        });
        let own = runs.clone();
        live::markup(&panel.find(&format!("[data-nth='{nth}'] .picture")), move || {
            told.track();
            let runs = own.borrow();
            let ran = runs.all.get(nth).and_then(|one| one.run.as_ref().ok());
            ran.map_or_else(Markup::default, |ran| picture(&runs, ran))
        });
    }
    live::markup(&panel.find(".numbers"), move || {
        told.track();
        table(&runs.borrow())
    });
    live::markup(&panel.find(".real"), move || {
        if lab.tab() == Tab::Compare {
            // Whether it has come is told like everything that is open.
            lab.open();
            return measured(lab);
        }
        Markup::default()
    });
    panel
}

/// A strategy's name, and its numbers at an instant.
fn head(one: &Compared, now: Time) -> Markup {
    let name = t(strategy::name(one.strategy));
    let ran = match &one.run {
        Ok(ran) => ran,
        Err(misfit) => {
            return html! {
                h4 { (name) }
                p.aside { (unfit(*misfit)) }
            };
        }
    };
    let (through, over) = ran.by(now);
    let due = ran.verdict.due;
    html! {
        h4 { (name) }
        p.tally data-over=[(over > 0).then_some("")] {
            b { (through) }
            " " (say!("of {}", due))
            span { @if over > 0 { (say!("+{} over", over)) } @else { (short(one, now)) } }
        }
    }
}

/// Why a strategy has no run here.
fn unfit(misfit: Misfit) -> &'static str {
    match misfit {
        Misfit::Counter(_) => {
            t("It can\u{2019}t count by this rule: it is a strategy which is one counter that only goes up.")
        }
        Misfit::Sync(_) => {
            t("It can\u{2019}t count by this rule: it is a strategy in which servers tell each other counts.")
        }
        Misfit::Numbered(_) => t(
            "It can\u{2019}t count by this rule: it is a strategy whose key has its window\u{2019}s number in its name.",
        ),
    }
}

/// Who was refused for no reason, once all is decided.
fn short(one: &Compared, now: Time) -> String {
    let Ok(ran) = &one.run else { return String::new() };
    let done = ran.marks.last().is_none_or(|last| last.at <= now);
    match ran.verdict.falsely_refused {
        0 => String::new(),
        _ if !done => String::new(),
        short => say!("{} short", short),
    }
}
