//! "All orders": every order of the small case, counted a slice at a time.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::explore::{Covered, Explorer, Orders};
use limit_sim::hand::Case;
use limit_sim::scenario::{Small, Tab};
use maud::{Markup, html};

use super::counting::grouped;
use super::{case, sizes};
use crate::lab::{Lab, use_lab};
use crate::live;
use crate::part::Part;
use crate::words::number::{count, fixed};
use crate::words::strategy;

/// How long a slice may take, in milliseconds: half a frame.
const SLICE_MS: f64 = 8.0;
/// How many states are gone through between looks at the clock.
const STATES: usize = 200;

/// The count under way.
struct Count {
    case: Case,
    explorer: Explorer,
    /// Whether it was told to stop.
    cancelled: bool,
    /// What goes on with it.
    next: Option<Timeout>,
}

type Counting = Rc<RefCell<Option<Count>>>;

/// The tab's panel.
#[component]
pub fn OrdersPanel() -> impl IntoView {
    let lab = use_lab();
    let counting = Counting::default();
    // Told anew with each slice.
    let slices = RwSignal::new(0usize);
    let own = counting.clone();
    live::effect(move || {
        if lab.tab() != Tab::Orders {
            return;
        }
        let case = case(&lab.scenario(), lab.open().small);
        if own.borrow().as_ref().is_none_or(|count| count.case != case) {
            *own.borrow_mut() = Some(Count { case, explorer: Explorer::new(&case), cancelled: false, next: None });
            go_on(&own, slices);
        }
    });
    let panel = Part::new(html! {
        div.orders {
            p.aside { "A small case of its own, apart from the run above. Time stands still; only the order of steps differs." }
            div.row {}
            div { span.counting {} " " span.stop {} }
            div.found role="status" {}
            div.chart {}
        }
    });
    // Each in a place of its own: a button that is told anew between press and release misses its click.
    let keep = |selector, tell: fn(&Count, Small) -> Markup| {
        let own = counting.clone();
        let tell = move || {
            slices.track();
            if lab.tab() != Tab::Orders {
                return Markup::default();
            }
            let small = lab.open().small;
            own.borrow().as_ref().map_or_else(Markup::default, |count| tell(count, small))
        };
        live::markup(&panel.find(selector), tell);
    };
    keep(".row", |_, small| sizes::sizes(small, *Small::REQUESTS.end()));
    keep(".counting", counted);
    keep(".stop", stop);
    keep(".found", found);
    keep(".chart", chart);
    live::hear(panel.root(), "click", move |event| {
        if let Some(name) = live::pressed(&event, "data-do") {
            act(lab, &counting, slices, &name);
        }
    });
    panel
}

/// Counts for a slice, and has the next one follow once the page has had its turn.
fn go_on(counting: &Counting, slices: RwSignal<usize>) {
    let own = counting.clone();
    if let Some(count) = counting.borrow_mut().as_mut().filter(|count| !count.cancelled) {
        let start = js_sys::Date::now();
        let mut more = true;
        while more && js_sys::Date::now() - start < SLICE_MS {
            more = !count.explorer.advance(STATES);
        }
        count.next = more.then(|| live::later(0, move || go_on(&own, slices)));
    }
    // The page may be gone by the time that the browser calls.
    let _ = slices.try_update(|slices| *slices = slices.wrapping_add(1));
}

fn act(lab: Lab, counting: &Counting, slices: RwSignal<usize>, name: &str) {
    match name {
        "cancel" => {
            if let Some(count) = counting.borrow_mut().as_mut() {
                (count.cancelled, count.next) = (true, None);
            }
            slices.update(|slices| *slices = slices.wrapping_add(1));
        }
        "go-on" => {
            if let Some(count) = counting.borrow_mut().as_mut() {
                count.cancelled = false;
            }
            go_on(counting, slices);
        }
        _ => match name.strip_prefix("example-") {
            Some(example) => {
                let order = example.split('.').filter_map(|choice| choice.parse().ok()).collect();
                lab.reorder(|open| {
                    (open.tab, open.order) = (Tab::Break, order);
                    open.undone.clear();
                });
            }
            None => sizes::act(lab, name, *Small::REQUESTS.end()),
        },
    }
}

/// How far the count is, while it goes on.
fn counted(count: &Count, _: Small) -> Markup {
    let progress = count.explorer.progress();
    html! {
        @if !count.explorer.finished() {
            "Counting: orders followed to " (progress.choices) " of at most " (progress.at_most) " steps, "
            (grouped(progress.states.into())) " situations. "
            progress value=(progress.choices) max=(progress.at_most) aria-label="Progress" {}
        }
    }
}

/// The button that stops the count, or has it go on.
fn stop(count: &Count, _: Small) -> Markup {
    html! {
        @if count.explorer.finished() {}
        @else if count.cancelled { button type="button" data-do="go-on" data-key="stop" { "Go on" } }
        @else { button type="button" data-do="cancel" data-key="stop" { "Cancel" } }
    }
}

fn found(count: &Count, _: Small) -> Markup {
    html! {
        @if count.explorer.finished() { p.finding { (finding(&count.case, &count.explorer.orders())) } }
    }
}

/// What came of all orders, in a sentence or two.
fn finding(case: &Case, orders: &Orders) -> String {
    let limit = case.scenario().limit;
    let strategy = case.scenario().strategy;
    let name = strategy::name(strategy);
    let all = grouped(orders.orders);
    let window = if case.events().window_ends { " in one window" } else { "" };
    let most = orders.most_allowed;
    let covered = match orders.covered {
        Covered::All => String::new(),
        Covered::Choices(choices) if orders.orders == 0 => {
            let broken = orders.shortest.as_ref().map_or_else(
                || "so this says nothing of them".to_owned(),
                |shortest| format!("but the limit can be broken in {}", steps(shortest.len())),
            );
            return format!(
                "{name}: too many to count here. No order is complete within {}, {broken}. Choose fewer requests.",
                steps(choices as usize)
            );
        }
        Covered::Choices(choices) => {
            format!(" There are too many to count them all: these are those of up to {}.", steps(choices as usize))
        }
    };
    match &orders.shortest {
        None => format!(
            "{name}: none of the {all} orders lets more than {limit} through{window}. {}{covered}",
            strategy::why_it_holds(strategy)
        ),
        Some(shortest) => {
            let over = match orders.over_orders {
                over if over == orders.orders => format!("all {all} orders"),
                over => format!("{} of the {all} orders", grouped(over)),
            };
            format!(
                "{name}: {over} let more than {limit} through{window}. The most is {most}. The shortest way to break it takes \
                 {}.{covered}",
                steps(shortest.len())
            )
        }
    }
}

fn steps(number: usize) -> String {
    count(number as u32, "step", "steps")
}

/// How many orders let how many through, and what the counts don't say.
fn chart(count: &Count, _: Small) -> Markup {
    let orders = count.explorer.orders();
    html! {
        @if orders.orders > 0 {
            (bars(&orders))
            p.aside {
                "Counted, not weighed: in practice some orders are likelier than others. "
                (grouped(orders.states.into())) " different situations can arise."
            }
        }
    }
}

/// How many orders let how many through. Each bar opens an example.
fn bars(orders: &Orders) -> Markup {
    let most = orders.histogram.iter().map(|bar| bar.orders).max().unwrap_or(1) as f64;
    let width = |orders: u128| format!("width:{}%", fixed(100.0 * orders as f64 / most, 2));
    html! {
        ul.bars aria-label="Orders by how many requests they let through" {
            @for bar in &orders.histogram {
                @let example: Vec<_> = bar.example.iter().map(u8::to_string).collect();
                li {
                    button type="button" data-do={ "example-" (example.join(".")) } data-key={ "bar-" (bar.allowed) } {
                        span { (bar.allowed) " let through" @if bar.over_orders == bar.orders { ", over" } }
                        span.bar {
                            @if bar.orders > bar.over_orders { i style=(width(bar.orders - bar.over_orders)) {} }
                            @if bar.over_orders > 0 { i.over style=(width(bar.over_orders)) {} }
                        }
                        span {
                            (grouped(bar.orders)) @if bar.orders == 1 { " order" } @else { " orders" }
                            " (" (share(bar.orders, orders.orders)) ")"
                        }
                        span.see { "See one \u{203a}" }
                    }
                }
            }
        }
    }
}

/// A part of all orders, in per cent.
fn share(part: u128, all: u128) -> String {
    match 100.0 * part as f64 / all as f64 {
        little if little < 0.1 => "<0.1%".to_owned(),
        percent => fixed(percent, 1) + "%",
    }
}
