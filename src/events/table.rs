//! The table. Only the rows in sight are in the page, so that a run of many thousand events scrolls as lightly as a short
//! one.

use leptos::html::Div;
use leptos::prelude::*;
use limit_sim::trace::Event;
use wasm_bindgen::JsCast;
use web_sys::HtmlDivElement;

use super::filter::Filter;
use super::line::{self, Line};
use crate::lab::use_lab;
use crate::select::Select;
use crate::words::number::{count, stamp};

/// A row's height, in CSS pixels: the style sheet's.
const ROW: f64 = 30.0;
/// Rows that are kept ready above and below those in sight.
const SPARE: usize = 8;
/// The most rows in sight.
const IN_SIGHT: usize = 12;

/// The filters and the table.
///
/// The rows have no signals of their own: they are told anew from the run, the playhead and the scroll position, and what
/// has not changed stays in the page. Rows that came and went with subscriptions would leave them behind.
#[component]
pub fn EventTable() -> impl IntoView {
    let lab = use_lab();
    let wanted = RwSignal::new(Filter::default());
    let filter = move || wanted.get().within(&lab.scenario());
    let shown = Memo::new(move |_| filter().pick(lab.run().trace.events()));
    // Rows up to the playhead, among those shown.
    let past = Memo::new(move |_| {
        let by_now = lab.run().trace.events_by(lab.now());
        shown.read().partition_point(|nth| *nth < by_now)
    });
    let scroller = NodeRef::<Div>::new();
    let top = RwSignal::new(0usize);
    let scrolled = move |_| {
        if let Some(scroller) = scroller.get_untracked() {
            top.set((f64::from(scroller.scroll_top()) / ROW) as usize);
        }
    };
    // The row that has the focus, so that it keeps it when rows change places under it.
    let focused = StoredValue::new(None::<usize>);
    let refocus = move || {
        if let (Some(Some(scroller)), Some(Some(row))) = (scroller.try_get_untracked(), focused.try_get_value()) {
            // A row that has left the page leaves the focus to the table, not to the row that took its place.
            if !focus(&scroller, row, false) {
                let _ = scroller.focus();
            }
        }
    };
    let catch_up = move || {
        if let (Some(past), Some(Some(scroller))) = (past.try_get_untracked(), scroller.try_get_untracked()) {
            follow(&scroller, past);
        }
        refocus();
    };
    // Not before the rows are in the page: a table that is still short can't be scrolled far enough.
    Effect::new(move |_| {
        past.track();
        shown.track();
        scroller.track();
        request_animation_frame(catch_up);
    });
    Effect::new(move |_| {
        top.track();
        request_animation_frame(refocus);
    });
    let body = move || {
        let (shown, past, run) = (shown.read(), past.get(), lab.run());
        let first = top.get().saturating_sub(SPARE);
        let last = (top.get() + IN_SIGHT + SPARE).min(shown.len());
        let first = first.min(last);
        // One row at a time is in the tab order, the playhead's if it is there; arrow keys go to the others.
        let stop = past.saturating_sub(1).clamp(first, last.max(first + 1) - 1);
        let rows = (first..last).map(|row| one_row(row, &run.trace.events()[shown[row]], past, row == stop));
        view! {
            <tr class="space" aria-hidden="true" style=space(first)></tr>
            {rows.collect_view()}
            <tr class="space" aria-hidden="true" style=space(shown.len() - last)></tr>
        }
    };
    let pressed = move |event: leptos::ev::MouseEvent| {
        if let Some(row) = row_of(&event) {
            let (run, shown) = untrack(|| (lab.run(), shown.get()));
            let event = shown.get(row).and_then(|nth| run.trace.events().get(*nth));
            event.into_iter().for_each(|event| lab.seek(event.at));
        }
    };
    let walk = move |event: leptos::ev::KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            _ => return,
        };
        event.prevent_default();
        let Some(scroller) = scroller.get_untracked() else { return };
        let row = focused.get_value().map_or(top.get_untracked(), |row| row.saturating_add_signed(step));
        focus(&scroller, row, true);
    };
    view! {
        <Filters wanted filter=Signal::derive(filter) shown/>
        <div class="scroller" node_ref=scroller tabindex="-1" on:scroll=scrolled on:keydown=walk data-own-keys>
            <table aria-rowcount=move || (shown.read().len() + 1).to_string()>
                <caption class="unseen">"Everything that happened in this run, in order"</caption>
                <thead>
                    <tr aria-rowindex="1">
                        <th scope="col">"Time, ms"</th>
                        <th scope="col">"Request"</th>
                        <th scope="col">"Server"</th>
                        <th scope="col">"What"</th>
                        <th scope="col">"With"</th>
                    </tr>
                </thead>
                <tbody
                    on:click=pressed
                    on:focusin=move |event| focused.set_value(row_of(&event))
                    on:focusout=move |_| focused.set_value(None)
                >
                    {body}
                </tbody>
            </table>
        </div>
    }
}

/// The height of rows that are not in the page.
fn space(rows: usize) -> String {
    format!("height:{}px", rows * ROW as usize)
}

/// One event.
fn one_row(row: usize, event: &Event, past: usize, stop: bool) -> impl IntoView + use<> {
    let Line { what, detail, mark } = line::of(event);
    let now = row + 1 == past;
    let state = match row < past {
        _ if now => "now",
        true => "past",
        false => "to-come",
    };
    view! {
        <tr
            aria-rowindex=(row + 2).to_string()
            data-row=row.to_string()
            data-state=state
            data-mark=mark
            aria-current=now.then_some("true")
        >
            <td><button type="button" tabindex=if stop { "0" } else { "-1" }>{stamp(event.at)}</button></td>
            <td>{(event.request.number + 1).to_string()}</td>
            <td>{(event.request.server + 1).to_string()}</td>
            <td class="what">{what}</td>
            <td class="detail">{detail}</td>
        </tr>
    }
}

/// Keeps the playhead's row in sight as it moves, and as other rows are shown.
fn follow(scroller: &HtmlDivElement, past: usize) {
    let (first, height) = (scroller.scroll_top(), scroller.client_height());
    let row = past.saturating_sub(1) as i32 * ROW as i32;
    if row < first || row + 2 * ROW as i32 > first + height {
        scroller.set_scroll_top((row - height / 2).max(0));
    }
}

/// Focuses a row's button, if the row is in the page, and says whether it is; scrolls there only on request.
fn focus(scroller: &HtmlDivElement, row: usize, scrolling: bool) -> bool {
    let Ok(Some(button)) = scroller.query_selector(&format!("[data-row='{row}'] button")) else { return false };
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(!scrolling);
    button.unchecked_into::<web_sys::HtmlElement>().focus_with_options(&options).is_ok()
}

/// The row that an event happened in.
fn row_of(event: &web_sys::Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    target.closest("[data-row]").ok()??.get_attribute("data-row")?.parse().ok()
}

/// The two filters, and how much they leave.
#[component]
fn Filters(wanted: RwSignal<Filter>, filter: Signal<Filter>, shown: Memo<Vec<usize>>) -> impl IntoView {
    let lab = use_lab();
    let servers = Signal::derive(move || {
        let all = std::iter::once((String::new(), "all".to_owned()));
        all.chain((1..=lab.scenario().servers).map(|one| (one.to_string(), one.to_string()))).collect::<Vec<_>>()
    });
    let server = Signal::derive(move || shown_number(filter.get().server));
    let pick = move |value: String| wanted.update(|filter| filter.server = number(&value));
    let request = move || shown_number(filter.get().request);
    let type_request = move |event| {
        let typed = event_target_value(&event);
        wanted.update(|filter| filter.request = number(&typed));
    };
    view! {
        <p class="filters">
            <span>"Server " <Select name="filter-server" label="Server" entries=servers value=server pick/></span>
            <span>
                "Request "
                <input
                    type="text"
                    inputmode="numeric"
                    name="filter-request"
                    aria-label="Request"
                    placeholder="all"
                    autocomplete="off"
                    prop:value=request
                    on:change=type_request
                />
            </span>
            <span>{move || count(shown.read().len() as u32, "event", "events")}</span>
        </p>
    }
}

/// A number from 1, as the page counts, to one from 0; none for all.
fn number(text: &str) -> Option<u32> {
    text.trim().parse::<u32>().ok()?.checked_sub(1)
}

/// The other way round.
fn shown_number(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| (number + 1).to_string())
}
