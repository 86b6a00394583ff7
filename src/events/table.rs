//! The table. Only the rows in sight are in the page, so that a run of many thousand events scrolls as lightly as a short
//! one.

use leptos::prelude::*;
use limit_sim::scenario::Tab;
use limit_sim::trace::{Event, Kind, Trace};
use maud::{Markup, html};
use web_sys::Element;

use super::filter::Filter;
use super::filters;
use super::line::{self, Line};
use crate::lab::{Lab, Spot, use_lab};
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::words::number::stamp;

/// A row's height, in CSS pixels, under a mouse and under fingers: the style sheet's.
const HEIGHTS: [i32; 2] = [30, 46];
/// Rows that are kept ready above and below those in sight.
const SPARE: usize = 8;
/// The most rows in sight.
const IN_SIGHT: usize = 12;

/// What the table shows.
#[derive(Clone, Copy)]
pub struct View {
    lab: Lab,
    /// The numbers of the events that are shown.
    pub shown: Memo<Vec<usize>>,
    /// The first row in sight.
    top: RwSignal<usize>,
}

impl View {
    fn new(lab: Lab) -> Self {
        let shown = Memo::new(move |_| filter(lab).pick(lab.run().trace.events()));
        Self { lab, shown, top: RwSignal::new(0) }
    }

    /// How many of the rows are up to the playhead.
    fn past(self) -> usize {
        let by_now = self.lab.run().trace.events_by(self.lab.now());
        self.shown.read().partition_point(|nth| *nth < by_now)
    }

    /// The rows that are in the page.
    fn rows(self) -> std::ops::Range<usize> {
        let (top, all) = (self.top.get(), self.shown.read().len());
        top.saturating_sub(SPARE).min(all)..(top + IN_SIGHT + SPARE).min(all)
    }

    /// The rows' markup: all that does not depend on the playhead.
    fn told(self) -> Markup {
        let (run, shown, rows) = (self.lab.run(), self.shown.read(), self.rows());
        html! {
            (space(rows.start))
            @for row in rows.clone() { (one_row(row, &run.trace, &run.trace.events()[shown[row]])) }
            (space(shown.len() - rows.end))
        }
    }

    /// Moves the playhead to a row's event, and chooses its request for the race.
    fn seek(self, row: usize) {
        let (run, shown) = untrack(|| (self.lab.run(), self.shown.get()));
        let event = shown.get(row).and_then(|nth| run.trace.events().get(*nth));
        event.into_iter().for_each(|event| self.lab.choose(Spot { at: event.at, request: event.request.number }));
    }
}

/// The filter that holds: as it was set, without what the scenario does not have.
pub fn filter(lab: Lab) -> Filter {
    lab.open().filter.within(&lab.scenario())
}

/// The filters and the table.
pub fn event_table() -> (Part, Part) {
    let view = View::new(use_lab());
    let part = Part::new(told());
    let (scroller, body) = (part.root().clone(), part.find("tbody"));
    live::attribute(&part.find("table"), "aria-rowcount", move || (view.shown.read().len() + 1).to_string());
    keep_rows(&body, view);
    keep_in_sight(&scroller, view);
    live::hear(&body, "click", move |event| {
        if let Some(row) = row_of(&event) {
            view.seek(row);
        }
    });
    let scrolled = scroller.clone();
    live::hear(part.root(), "scroll", move |_| view.top.set((scrolled.scroll_top() / height()) as usize));
    live::hear_keys(part.root(), "keydown", move |event| walk(&scroller, &event, view));
    (filters::filters(view), part)
}

fn told() -> Markup {
    html! {
        div.scroller tabindex="-1" data-own-keys {
            table {
                caption.unseen { (t("Everything that happened in this run, in order")) }
                thead {
                    tr aria-rowindex="1" {
                        @for heading in [n!("Time, ms"), n!("Request"), n!("Server"), n!("What"), n!("With")] {
                            th scope="col" { (t(heading)) }
                        }
                    }
                }
                tbody {}
            }
        }
    }
}

/// Keeps the rows. While it plays only their states change, most of the time: a row that is told anew between press and release
/// misses its click.
fn keep_rows(body: &Element, view: View) {
    let (body, rows) = (body.clone(), body.children());
    let mut before = None;
    live::effect(move || {
        // What nobody sees is not told.
        if view.lab.tab() != Tab::Events {
            return;
        }
        let (past, shown) = (view.past(), view.rows());
        // The markup follows from these.
        let what = Some((view.lab.run().number, filter(view.lab), shown.clone()));
        if before != what {
            live::replace(&body, &view.told().into_string());
            before = what;
        }
        // One row at a time is in the tab order, the playhead's if it is there; arrow keys go to the others.
        let stop = past.saturating_sub(1).clamp(shown.start, shown.end.max(shown.start + 1) - 1);
        // Before the first row there is the space for those above.
        for (row, place) in shown.zip(1..) {
            if let Some(element) = rows.item(place) {
                mark(&element, row, past, row == stop);
            }
        }
    });
}

/// Shows how a row stands to the playhead.
fn mark(element: &Element, row: usize, past: usize, stop: bool) {
    let now = row + 1 == past;
    let state = match row < past {
        _ if now => "now",
        true => "past",
        false => "to-come",
    };
    live::set(element, "data-state", Some(state));
    live::set(element, "aria-current", now.then_some("true"));
    if let Ok(Some(button)) = element.query_selector("button") {
        live::set(&button, "tabindex", Some(if stop { "0" } else { "-1" }));
    }
}

/// A row's height here.
fn height() -> i32 {
    let fingers = window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|list| list.matches());
    HEIGHTS[usize::from(fingers)]
}

/// The height of rows that are not in the page.
fn space(rows: usize) -> Markup {
    html! { tr.space aria-hidden="true" data-css={ "height:" (rows * height() as usize) "px" } {} }
}

/// One event.
fn one_row(row: usize, trace: &Trace, event: &Event) -> Markup {
    let Line { what, detail, mark } = line::of(trace, event);
    let of_nobody = matches!(event.kind, Kind::Fault(..) | Kind::Server(_));
    html! {
        tr aria-rowindex=(row + 2) data-row=(row) data-mark=(mark) {
            td { button type="button" data-key=(row) { (stamp(event.at)) } }
            td {
                @if trace.is_request(event.request) { (event.request.number + 1) } @else if !of_nobody { (t("sync")) }
            }
            td { @if !of_nobody { (event.request.server + 1) } }
            td.what { (what) }
            td.detail { (detail) }
        }
    }
}

/// Keeps the playhead's row in sight as it moves, and as other rows are shown.
fn keep_in_sight(scroller: &Element, view: View) {
    let scroller = scroller.clone();
    live::effect(move || {
        // Under another tab it can't be scrolled.
        if view.lab.tab() != Tab::Events {
            return;
        }
        let (past, scroller) = (view.past(), scroller.clone());
        view.shown.track();
        // Not before the rows are in the page: a table that is still short can't be scrolled far enough.
        request_animation_frame(move || {
            follow(&scroller, past);
            // What was scrolled last before another tab was opened may not have been heard.
            let top = (scroller.scroll_top() / height()) as usize;
            if scroller.client_height() > 0 && view.top.get_untracked() != top {
                view.top.set(top);
            }
        });
    });
}

fn follow(scroller: &Element, past: usize) {
    let (first, sight) = (scroller.scroll_top(), scroller.client_height());
    let row = past.saturating_sub(1) as i32 * height();
    if row < first || row + 2 * height() > first + sight {
        scroller.set_scroll_top((row - sight / 2).max(0));
    }
}

/// Moves the focus up or down a row, and scrolls there.
fn walk(scroller: &Element, event: &web_sys::KeyboardEvent, view: View) {
    let step = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    event.prevent_default();
    let row = row_of(event).map_or(view.top.get_untracked(), |row| row.saturating_add_signed(step));
    if let Ok(Some(button)) = scroller.query_selector(&format!("[data-key='{row}']")) {
        live::focus(&button, true);
        // The next key may come before the scrolling is heard of, and wants a row to go to.
        view.top.set((scroller.scroll_top() / height()) as usize);
    }
}

/// The row that an event happened in.
fn row_of(event: &web_sys::Event) -> Option<usize> {
    live::pressed(event, "data-row")?.parse().ok()
}
