//! The panel.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Axis, Choice, Curves, Measure, Scenario, Strategy, Sweep, Tab, Traffic};
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, MouseEvent};

use super::asked::Asked;
use super::counting::{Counting, Stand};
use super::legend::legend;
use super::picture::{nearest, picture, scale};
use super::said::{finding, sure};
use super::table::{at, band, table};
use super::told::{Dot, Told};
use super::{fields, files, mark, names, real};
use crate::compare::lists;
use crate::export::{self, Export};
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::live::{self, more};
use crate::part::Part;
use crate::say;
use crate::share::copier;
use crate::size::use_width;
use crate::words::counting::grouped;
use crate::words::strategy;

/// The lists of strategies here.
const LISTS: &str = "sweep-compare";

/// What is told, and what tells that it is something new.
type Shown = Rc<RefCell<Option<Told>>>;

/// The tab's second half.
pub fn sweep_panel() -> Part {
    let lab = use_lab();
    let panel = Part::new(html! {
        div.sweep {
            h3 { (t("As one setting changes")) }
            (fields::told())
            div.row.lists { (lists::told(LISTS)) }
            div.finding {}
            p.unseen role="status" {}
            p.row.count { span.counting {} " " span.stop {} }
            div.plot {
                div.chart {}
                (mark::told())
                p.reading aria-hidden="true" {}
            }
            div.below {}
            details { summary { (t("The points as a table")) } div.numbers {} }
            (export::row())
            p.command {
                (t("The same numbers without a browser:")) " " code {} " " button type="button" data-do="copy" { (t("Copy")) } " "
                span.copied role="status" {}
            }
        }
    });
    fields::keep(&panel, lab);
    lists::keep(&panel, lab, LISTS);
    live::flag(&panel.find(".lists"), "hidden", move || lab.open().runs.curves == Curves::One);
    let counting = Counting::new();
    let own = counting.clone();
    live::effect(move || {
        if lab.tab() == Tab::Runs {
            own.want(Asked::of(&lab.scenario(), &lab.open()));
        } else {
            own.rest();
        }
    });
    let shown: Shown = Rc::default();
    let news = RwSignal::new(0usize);
    let (own, source) = (shown.clone(), counting.clone());
    live::effect(move || {
        source.turns.track();
        if lab.tab() == Tab::Runs {
            let present = lab.scenario().strategy;
            let told = source.told(lab.open().runs.measure, present);
            // The strategy may be another by now than those that were run.
            if let Some(told) = told.filter(|told| told.asked.strategies.contains(&present)) {
                *own.borrow_mut() = Some(told);
                more(news);
            }
        }
    });
    keep_pictures(&panel, lab, &shown, news);
    let (own, drawn) = (counting.clone(), shown.clone());
    let (root, plot) = (panel.root().clone(), panel.find(".plot"));
    live::effect(move || {
        own.turns.track();
        news.track();
        if lab.tab() != Tab::Runs {
            return;
        }
        let asked = Asked::of(&lab.scenario(), &lab.open());
        live::set(&root, "aria-busy", Some(if own.stands(&asked) { "false" } else { "true" }));
        // What is drawn may be of what was asked for before.
        let old = drawn.borrow().as_ref().is_some_and(|told| told.asked != asked);
        live::set(&plot, "data-old", old.then_some(""));
    });
    keep_progress(&panel, lab, &counting);
    let tell = |tell: fn(&Told) -> String| {
        let own = shown.clone();
        Box::new(move || own.borrow().as_ref().map_or_else(String::new, tell))
    };
    let export = Export {
        picture: {
            let chart = panel.find(".chart");
            Box::new(move || Some(chart.clone()))
        },
        over: Box::new(String::new),
        name: tell(files::name),
        title: tell(finding),
        csv: tell(files::csv),
        json: tell(files::json),
    };
    export::keep(panel.find(".export"), export);
    // While there are fewer runs than it has, it would not have the same numbers.
    let own = shown.clone();
    live::flag(&panel.find(".command"), "hidden", move || {
        news.track();
        !own.borrow().as_ref().is_some_and(|told| told.done)
    });
    let copy = copier(panel.find(".copied"));
    live::hear(panel.root(), "click", move |event| {
        if let Some(point) = live::pressed(&event, "data-point") {
            // By now another sweep may be asked for than the one that the value is of.
            let sweep = shown.borrow().as_ref().map(|told| told.asked.sweep);
            let point = point.split_once('-').map(|(strategy, value)| (strategy.parse::<usize>(), value.parse()));
            if let (Some(sweep), Some((Ok(strategy), Ok(value)))) = (sweep, point) {
                open_point(lab, sweep, Strategy::ALL[strategy], value);
            }
        }
        match live::pressed(&event, "data-do").as_deref() {
            Some("measured") => show_measured(lab),
            Some("copy") => copy(&shown.borrow().as_ref().map_or_else(String::new, files::command)),
            Some("cancel") => counting.cancel(true),
            Some("go-on") => counting.cancel(false),
            _ => {}
        }
    });
    panel
}

/// What is seen of what is told.
fn keep_pictures(panel: &Part, lab: Lab, shown: &Shown, news: RwSignal<usize>) {
    let keep = |selector, tell: Box<dyn Fn(&Told) -> Markup>| {
        let own = shown.clone();
        live::markup(&panel.find(selector), move || {
            news.track();
            let told = own.borrow();
            told.as_ref().filter(|_| lab.tab() == Tab::Runs).map_or_else(Markup::default, &tell)
        });
    };
    let plot = panel.find(".plot");
    let size = use_width(&plot);
    // Whether they have come is told like everything that is open.
    let measured = move |told: &Told| match real::fits(told) {
        true => {
            lab.open();
            real::points(told, lab)
        }
        false => Vec::new(),
    };
    keep(".command code", Box::new(|told| html! { (files::command(told)) }));
    keep(".finding", Box::new(|told| html! { p { (finding(told)) } }));
    keep(".chart", Box::new(move |told| picture(told, &measured(told), size.get().0)));
    keep(
        ".below",
        Box::new(move |told| {
            let points = !measured(told).is_empty();
            html! {
                div.legend { (legend(told, points, size.get().0)) }
                div.notes { (notes(told, &lab.scenario())) }
            }
        }),
    );
    let own = shown.clone();
    live::text(&panel.find(".unseen"), move || {
        news.track();
        own.borrow().as_ref().filter(|told| told.done).map_or_else(String::new, finding)
    });
    let own = shown.clone();
    mark::keep(panel, lab, move || {
        news.track();
        let told = own.borrow();
        let told = told.as_ref().filter(|_| lab.tab() == Tab::Runs)?;
        let scale = scale(told, &measured(told), size.get().0);
        Some((told.asked.sweep, scale.right(), scale.foot()))
    });
    let (folded, open) = (panel.find("details"), RwSignal::new(0usize));
    live::hear(&folded, "toggle", move |_| more(open));
    keep(
        ".numbers",
        Box::new(move |told| {
            open.track();
            if folded.has_attribute("open") { table(told) } else { Markup::default() }
        }),
    );
    // Where a point is depends on all that; so it is found when it is wanted.
    let (own, chart) = (shown.clone(), panel.find(".chart"));
    let point = Rc::new(move |event: &Event| {
        let told = own.borrow();
        let told = told.as_ref()?;
        let scale = untrack(|| scale(told, &measured(told), size.get().0));
        nearest(told, &scale, place(&chart, event))
            .map(|(strategy, dot)| (told.asked.sweep, told.measure, strategy, dot))
    });
    let pointed = point.clone();
    live::hear(&panel.find(".chart"), "click", move |event| {
        if let Some((sweep, _, strategy, dot)) = pointed(&event) {
            open_point(lab, sweep, strategy, dot.value);
        }
    });
    let (reading, chart) = (panel.find(".reading"), panel.find(".chart"));
    let say = Rc::new(move |read: Option<String>| {
        live::set(&chart, "data-near", read.as_ref().map(|_| ""));
        reading.set_text_content(read.as_deref());
    });
    for kind in ["pointermove", "pointerleave"] {
        let (point, say) = (point.clone(), say.clone());
        live::hear(&panel.find(".chart"), kind, move |event| {
            let near = if kind == "pointerleave" { None } else { point(&event) };
            say(near.map(|(sweep, measure, strategy, dot)| read(sweep, measure, strategy, &dot)));
        });
    }
    // What was read is no longer so, or no longer there.
    live::effect(move || {
        news.track();
        say(None);
    });
}

/// Where in an element an event is.
fn place(element: &Element, event: &Event) -> [f64; 2] {
    let (event, frame) = (event.unchecked_ref::<MouseEvent>(), element.get_bounding_client_rect());
    [f64::from(event.client_x()) - frame.x(), f64::from(event.client_y()) - frame.y()]
}

/// A point's numbers.
fn read(sweep: Sweep, measure: Measure, strategy: Strategy, dot: &Dot) -> String {
    let (name, at) = (strategy::name(strategy), at(sweep, dot.value));
    say!("{} {}: {} on average; 5 to 95%: {}", name, at, names::figure(measure, dot.mean), band(measure, dot))
}

/// Takes the lab to a point.
fn open_point(lab: Lab, sweep: Sweep, strategy: Strategy, value: u64) {
    lab.change(|scenario| {
        scenario.strategy = strategy;
        mark::set(scenario, sweep, value);
    });
}

/// Takes the lab to what was measured.
fn show_measured(lab: Lab) {
    let mut link = untrack(|| lab.link());
    let strategy = match link.scenario.strategy {
        strategy @ (Strategy::GetIncr | Strategy::Incr | Strategy::Script) => strategy,
        _ => Strategy::GetSet,
    };
    link.scenario = Scenario { strategy, ..Scenario::default() };
    link.runs.measure = Measure::Allowed;
    if link.runs.sweep.axis != Axis::Rtt {
        link.runs.sweep = Sweep::of(Axis::Rtt);
    }
    lab.follow(link);
}

/// How far it is, and what can be done about it.
fn keep_progress(panel: &Part, lab: Lab, counting: &Counting) {
    let own = counting.clone();
    live::markup(&panel.find(".counting"), move || {
        own.steps.track();
        own.turns.track();
        let runs = grouped(lab.open().runs.at_each().into());
        let all = match lab.scenario().traffic {
            Traffic::Burst => say!("{} bursts at each point", runs),
            Traffic::Steady => say!("{} streams at each point", runs),
        };
        let Some(Stand { progress, cancelled }) = own.stand() else { return html! { (say!("{}.", all)) } };
        let [done, of] = [progress.done, progress.all].map(|runs| grouped(runs.into()));
        html! {
            @if cancelled { (say!("{}: {} of {}, stopped.", all, done, of)) } @else { (say!("{}: {} of {}.", all, done, of)) }
            " " progress value=(progress.done) max=(progress.all) aria-label=(t("Progress")) {}
        }
    });
    // In a place of its own: a button that is told anew between press and release misses its click.
    let own = counting.clone();
    live::markup(&panel.find(".stop"), move || {
        own.turns.track();
        html! {
            @match own.stand() {
                Some(Stand { cancelled: true, .. }) => button type="button" data-do="go-on" data-key="stop" { (t("Go on")) },
                Some(_) => button type="button" data-do="cancel" data-key="stop" { (t("Cancel")) },
                None => {}
            }
        }
    });
}

/// What is to be said besides.
fn notes(told: &Told, scenario: &Scenario) -> Markup {
    let beyond = mark::beyond(told, scenario);
    html! {
        @if !beyond.is_empty() { p.beyond { (beyond) } }
        @if let Some(idle) = told.asked.idle() { p { (idle) } }
        @for (strategy, misfit) in &told.misfits {
            p { (say!("{} can\u{2019}t count by this rule: it is a strategy {}.", strategy::name(*strategy), misfit.reason().told(t))) }
        }
        @match told.left_out {
            0 => {}
            1 => p { (t("1 value is left out: more than a run can bear.")) },
            some => p { (say!("{} values are left out: more than a run can bear.", some)) },
        }
        @if told.done {
            @if let Some(sure) = sure(told) {
                p { (say!("Each mean is sure to within {} either way, in 95 of 100 cases.", sure)) }
            }
        }
        @if !real::fits(told) {
            p.elsewhere {
                (t("A real Redis was measured with the lesson\u{2019}s burst, over the round trip.")) " "
                button type="button" data-do="measured" data-key="measured" { (t("Show that")) }
            }
        }
    }
}
