//! The tab: numbers to set, what they come to, and how long calls wait.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::cost::{Bill, Usage};
use limit_sim::scenario::{Calls, Choice, Costs, Strategy, Tab};
use limit_sim::time::Span;
use maud::{Markup, html};

use super::curve::curve;
use super::points::table;
use super::waiting::Measuring;
use super::{inputs, said};
use crate::details::open_tab;
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::size::use_width;
use crate::words::number::trimmed;
use crate::{n, say};

/// The lessons' claims, each with what it is called.
const CLAIMS: [(&str, &str, Costs); 5] = [
    ("peak", n!("A dinner peak"), LESSON),
    ("endpoint", n!("50,000 requests a second"), Costs { rate: 50_000, checks: 10, ..LESSON }),
    ("key", n!("20,000 a second to one key"), Costs { service: Span::from_micros(8), ..ONE_KEY }),
    ("script", n!("\u{2026} by a script"), Costs { service: Span::from_micros(20), ..ONE_KEY }),
    ("slow", n!("\u{2026} on a slow Redis"), Costs { service: Span::from_micros(60), ..ONE_KEY }),
];

const LESSON: Costs = Costs::LESSON;
const ONE_KEY: Costs = Costs { rate: 20_000, hot: 20_000, checks: 10, ..LESSON };

/// What is told.
struct Told {
    costs: Costs,
    usage: Usage,
    bill: Bill,
}

impl Told {
    fn of(costs: Costs, usage: Usage) -> Self {
        Self { costs, usage, bill: Bill::of(&costs, &usage) }
    }
}

/// The tab's panel.
pub fn cost_panel() -> Part {
    let lab = use_lab();
    let panel = Part::new(html! {
        div.cost {
            div.claims.row role="group" aria-label=(t("The lessons\u{2019} claims")) {}
            div.answer {}
            div.inputs { (inputs::told()) }
            div.bill {}
            div.waiting {
                h3 { (t("How long calls wait at Redis")) }
                div.curve {}
                p.aside { (t("Line: the formula. Crosses: the simulation, with two standard errors either way. Disc: here.")) }
                div.words {}
                details { summary { (t("The points as a table")) } div.points {} }
            }
            p.unseen role="status" {}
        }
    });
    asked(&panel, lab);
    inputs::keep(&panel, lab);
    let nothing = Usage { calls: 0, requests: 1, service: None };
    let told = Rc::new(RefCell::new(Told::of(Costs::default(), nothing)));
    // What is told, and what was measured for it: that they are others shows in numbers that grow.
    let (turns, points) = (RwSignal::new(0usize), RwSignal::new(0usize));
    let measuring = Measuring::new(points);
    let (own, wanting) = (told.clone(), measuring.clone());
    live::effect(move || {
        if lab.tab() == Tab::Cost {
            let new = Told::of(lab.open().costs, Usage::of(&lab.run().trace));
            wanting.want(new.bill.fullest);
            *own.borrow_mut() = new;
            live::more(turns);
        }
    });
    let keep = |selector, tell: Box<dyn Fn(&Told) -> Markup>| {
        let own = told.clone();
        live::markup(&panel.find(selector), move || {
            turns.track();
            if lab.tab() == Tab::Cost { tell(&own.borrow()) } else { Markup::default() }
        });
    };
    keep(".claims", Box::new(|told| claims(&told.costs)));
    keep(".answer", Box::new(|told| html! { h3 { (said::answer(&told.bill)) } (said::beside(&told.bill)) }));
    keep(".bill", Box::new(|told| said::numbers(&told.bill, &told.costs)));
    keep(".own", Box::new(own_service));
    let size = use_width(&panel.find(".waiting"));
    let own = measuring.clone();
    keep(
        ".curve",
        Box::new(move |told| {
            points.track();
            curve(&told.bill, &told.costs, &own.all(), size.get().0)
        }),
    );
    let own = measuring.clone();
    keep(
        ".words",
        Box::new(move |told| {
            points.track();
            said::waiting(&told.bill, &told.costs, own.here())
        }),
    );
    let own = measuring.clone();
    keep(
        ".points",
        Box::new(move |told| {
            points.track();
            table(&told.costs, &own.all())
        }),
    );
    // Heard once the hand is still, not at every step of a slider.
    let own = told.clone();
    live::text(&panel.find(".unseen"), move || {
        points.track();
        untrack(|| if lab.tab() == Tab::Cost { said::answer(&own.borrow().bill) } else { String::new() })
    });
    live::hear(panel.root(), "click", move |event| {
        let Some(name) = live::pressed(&event, "data-do") else { return };
        match name.as_str() {
            "sync" => {
                let all = vec![Strategy::Incr, Strategy::SyncAll, Strategy::SyncShare, Strategy::Lease];
                lab.note(|open| open.compare = all);
                open_tab(lab, Tab::Compare);
            }
            "own" => {
                let service = told.borrow().usage.service;
                service.into_iter().for_each(|service| lab.reopen(|open| open.costs.service = service));
            }
            _ => {
                let claim = CLAIMS.iter().find(|(one, ..)| *one == name);
                claim.into_iter().for_each(|(_, _, costs)| lab.reopen(|open| open.costs = *costs));
            }
        }
    });
    panel
}

/// What a check asks of Redis.
fn asked(panel: &Part, lab: Lab) {
    live::replace(
        &panel.find(".asked"),
        &html! {
            div.setting { span { (t("Redis calls a check")) } (select::told("cost-calls", t("Redis calls a check"), "")) }
            div.own {}
        }
        .0,
    );
    let entries = move || {
        let run = trimmed(lab.run().verdict.redis_calls_per_request, 3);
        let told = [t("1, as the lessons count").to_owned(), say!("{}, as in the run above", run)];
        Calls::NAMES.iter().map(|name| (*name).to_owned()).zip(told).collect()
    };
    let value = move || lab.open().costs.calls.name().to_owned();
    let pick = move |name: &str| lab.reopen(|open| open.costs.calls = Calls::from_name(name).unwrap_or_default());
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&panel.named("cost-calls"), keep);
}

/// The offer to take the time that Redis is busy with a call from the run.
fn own_service(told: &Told) -> Markup {
    html! {
        @if let Some(service) = told.usage.service.filter(|service| *service != told.costs.service) {
            button.quiet type="button" data-do="own" data-key="own" { (say!("Take {} a call, as in the run above", said::micros(service.micros_f64()))) }
        }
    }
}

fn claims(costs: &Costs) -> Markup {
    html! {
        span.aside { (t("The lessons\u{2019} cases:")) }
        @for (name, label, claim) in &CLAIMS {
            button type="button" data-do=(name) data-key=(name) aria-pressed=(costs == claim) { (t(label)) }
        }
    }
}
