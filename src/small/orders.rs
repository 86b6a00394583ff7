//! "All orders": every order of the small case, counted a slice at a time.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::explore::Explorer;
use limit_sim::hand::{Case, replay};
use limit_sim::scenario::Tab;
use maud::{Markup, html};

use super::drawn::drawn;
use super::found::{chart, finding};
use super::{case, sizes};
use crate::details::open_tab;
use crate::lab::{Lab, Open, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::say;
use crate::size::use_width;
use crate::slices::Slices;
use crate::words::counting::grouped;

/// How many states are gone through between looks at the clock.
const STATES: usize = 200;

/// A count.
struct Count {
    case: Case,
    explorer: Explorer,
    /// Whether it was told to stop.
    cancelled: bool,
}

/// The count, and what goes on with it.
#[derive(Clone, Default)]
struct Counting {
    count: Rc<RefCell<Option<Count>>>,
    slices: Slices,
}

/// What tells that there is something new: numbers that grow.
#[derive(Clone, Copy)]
struct Told {
    slices: RwSignal<usize>,
    turns: RwSignal<usize>,
}

/// The tab's panel.
pub fn orders_panel() -> Part {
    let lab = use_lab();
    let counting = Counting::default();
    // How far it is, told anew with each slice; and all else, told anew when the count begins, stops or ends.
    let told = Told { slices: RwSignal::new(0), turns: RwSignal::new(0) };
    let own = counting.clone();
    live::effect(move || {
        if lab.tab() != Tab::Orders {
            // It waits until somebody looks again.
            own.slices.stop();
            return;
        }
        let case = case(&lab.scenario(), lab.open().small);
        let known = own.count.borrow().as_ref().is_some_and(|count| count.case == case);
        if !known {
            own.slices.stop();
            *own.count.borrow_mut() = Some(Count { case, explorer: Explorer::new(&case), cancelled: false });
            live::more(told.turns);
        }
        let waits = own.count.borrow().as_ref().is_some_and(|count| !count.cancelled && !count.explorer.finished());
        if waits && !own.slices.are_under_way() {
            go_on(&own, told);
        }
    });
    let panel = Part::new(html! {
        div.orders {
            p.aside {
                (t("A small case of its own, apart from the run above. Time stands still; only the order of steps differs."))
            }
            div.row {}
            div { span.counting {} " " span.stop {} }
            div.found role="status" {}
            div.chart {}
            div.example {}
        }
    });
    let size = use_width(panel.root());
    // Each in a place of its own: a button that is told anew between press and release misses its click.
    let keep = |selector, on: RwSignal<usize>, tell: fn(&Count, &Open, f64) -> Markup| {
        let own = counting.clone();
        let tell = move || {
            on.track();
            if lab.tab() != Tab::Orders {
                return Markup::default();
            }
            let (open, width) = (lab.open(), size.get().0);
            own.count.borrow().as_ref().map_or_else(Markup::default, |count| tell(count, &open, width))
        };
        live::markup(&panel.find(selector), tell);
    };
    keep(".row", told.turns, |_, open, _| sizes::sizes(open.small));
    keep(".counting", told.slices, counted);
    keep(".stop", told.turns, stop);
    keep(".found", told.turns, found);
    keep(".chart", told.turns, bars);
    keep(".example", told.turns, example);
    live::hear(panel.root(), "click", move |event| {
        if let Some(name) = live::pressed(&event, "data-do") {
            act(lab, &counting, told, &name);
        }
    });
    panel
}

/// Counts on.
fn go_on(counting: &Counting, told: Told) {
    let count = counting.count.clone();
    let step = move || count.borrow_mut().as_mut().is_none_or(|count| count.explorer.advance(STATES));
    let after = move |done| {
        live::more(told.slices);
        if done {
            live::more(told.turns);
        }
    };
    counting.slices.begin(step, after);
}

fn act(lab: Lab, counting: &Counting, told: Told, name: &str) {
    match name {
        "cancel" => {
            counting.slices.stop();
            counting.count.borrow_mut().iter_mut().for_each(|count| count.cancelled = true);
            live::more(told.turns);
        }
        "go-on" => {
            counting.count.borrow_mut().iter_mut().for_each(|count| count.cancelled = false);
            live::more(told.turns);
            go_on(counting, told);
        }
        "by-hand" => open_tab(lab, Tab::Break),
        _ => match name.strip_prefix("example-") {
            Some(example) => {
                let order = example.split('.').filter_map(|choice| choice.parse().ok()).collect();
                lab.reorder(|open| {
                    open.order = order;
                    open.undone.clear();
                });
            }
            None => sizes::act(lab, name),
        },
    }
}

/// How far the count is, while it goes on.
fn counted(count: &Count, _: &Open, _: f64) -> Markup {
    let progress = count.explorer.progress();
    html! {
        @if !count.explorer.finished() {
            (say!(
                "Counting: orders followed to {} of at most {} steps, {} situations.",
                progress.choices,
                progress.at_most,
                grouped(progress.states.into())
            ))
            " "
            progress value=(progress.choices) max=(progress.at_most) aria-label=(t("Progress")) {}
        }
    }
}

/// The button that stops the count, or has it go on.
fn stop(count: &Count, _: &Open, _: f64) -> Markup {
    html! {
        @if count.explorer.finished() {}
        @else if count.cancelled { button type="button" data-do="go-on" data-key="stop" { (t("Go on")) } }
        @else { button type="button" data-do="cancel" data-key="stop" { (t("Cancel")) } }
    }
}

fn found(count: &Count, _: &Open, _: f64) -> Markup {
    html! {
        @if count.explorer.finished() { p.finding { (finding(&count.case, &count.explorer.orders())) } }
    }
}

/// The bars. Not while the count goes on: they would change under the reader's hand.
fn bars(count: &Count, _: &Open, _: f64) -> Markup {
    if count.cancelled || count.explorer.finished() { chart(&count.explorer.orders()) } else { Markup::default() }
}

/// The order that was picked, from the bars or by a link.
fn example(count: &Count, open: &Open, width: f64) -> Markup {
    let replay = replay(&count.case, &open.order);
    if replay.happened.is_empty() {
        return Markup::default();
    }
    let taken = &open.order[..replay.happened.len()];
    let numbers: Vec<_> = taken.iter().map(u8::to_string).collect();
    html! {
        div.row {
            p.finding { (say!("Order {}: {} let through", numbers.join(" "), replay.position.allowed())) }
            button type="button" data-do="by-hand" data-key="by-hand" { (t("Play it by hand")) }
        }
        (drawn(&open.order, &replay, width))
    }
}
