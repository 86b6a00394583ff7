//! The table. Only the rows in sight are in the page, so that a run of many thousand events scrolls as lightly as a short
//! one.

use leptos::html::Div;
use leptos::prelude::*;
use limit_sim::time::Time;
use wasm_bindgen::JsCast;

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
#[component]
pub fn EventTable() -> impl IntoView {
    let lab = use_lab();
    let filter = RwSignal::new(Filter::default());
    let shown = Memo::new(move |_| filter.get().pick(lab.run().trace.events()));
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
    // The playhead's row stays in sight as it moves, and as other rows are shown.
    let follow = move || {
        let (Some(past), Some(scroller)) = (past.try_get_untracked(), scroller.try_get_untracked().flatten()) else {
            return;
        };
        let (first, height) = (scroller.scroll_top(), scroller.client_height());
        let row = past.saturating_sub(1) as i32 * ROW as i32;
        if row < first || row + 2 * ROW as i32 > first + height {
            scroller.set_scroll_top((row - height / 2).max(0));
        }
    };
    // Not before the rows are in the page: a table that is still short can't be scrolled far enough.
    Effect::new(move |_| {
        (past.track(), shown.track(), scroller.track());
        request_animation_frame(follow);
    });
    let rows = move || {
        let (shown, first) = (shown.read(), top.get().saturating_sub(SPARE));
        let last = (top.get() + IN_SIGHT + SPARE).min(shown.len());
        (first.min(last)..last).map(|row| (row, shown[row])).collect::<Vec<_>>()
    };
    let space = |rows: usize| format!("{}px", rows * ROW as usize);
    let above = move || space(rows().first().map_or(0, |(row, _)| *row));
    let below = move || space(shown.read().len() - rows().last().map_or(0, |(row, _)| row + 1));
    view! {
        <Filters filter shown/>
        <div class="scroller" node_ref=scroller on:scroll=scrolled data-own-keys>
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
                <tbody on:keydown=move |event| walk(&event, scroller)>
                    <tr class="space" aria-hidden="true" style:height=above></tr>
                    <For each=rows key=move |item| (*item, lab.run().number) let:item>
                        <Row row=item.0 nth=item.1 past/>
                    </For>
                    <tr class="space" aria-hidden="true" style:height=below></tr>
                </tbody>
            </table>
        </div>
    }
}

/// One event.
#[component]
fn Row(row: usize, nth: usize, past: Memo<usize>) -> impl IntoView {
    let lab = use_lab();
    let event = untrack(|| lab.run()).trace.events().get(nth).cloned();
    event.map(|event| {
        let at: Time = event.at;
        let Line { what, detail, mark } = line::of(&event);
        let state = move || match past.get() {
            past if row + 1 == past => "now",
            past if row < past => "past",
            _ => "to-come",
        };
        // One row at a time is in the tab order; arrow keys go to the others.
        let tab = move || if row + 1 == past.get().max(1) { "0" } else { "-1" };
        view! {
            <tr
                aria-rowindex=(row + 2).to_string()
                data-state=state
                data-mark=mark
                aria-current=move || (state() == "now").then_some("true")
                on:click=move |_| lab.seek(at)
            >
                <td><button type="button" tabindex=tab data-row=row.to_string()>{stamp(at)}</button></td>
                <td>{(event.request.number + 1).to_string()}</td>
                <td>{(event.request.server + 1).to_string()}</td>
                <td class="what">{what}</td>
                <td class="detail">{detail}</td>
            </tr>
        }
    })
}

/// Arrow keys go from row to row; Enter and Space press the row's button, as they do everywhere.
fn walk(event: &leptos::ev::KeyboardEvent, scroller: NodeRef<Div>) {
    let step = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    event.prevent_default();
    let button = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok());
    let row = button.and_then(|button| button.get_attribute("data-row")?.parse::<i64>().ok());
    let (Some(row), Some(scroller)) = (row, scroller.get_untracked()) else { return };
    if let Ok(Some(next)) = scroller.query_selector(&format!("[data-row='{}']", row + step)) {
        let _ = next.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// The two filters, and how much they leave.
#[component]
fn Filters(filter: RwSignal<Filter>, shown: Memo<Vec<usize>>) -> impl IntoView {
    let lab = use_lab();
    let servers = Signal::derive(move || {
        let all = std::iter::once((String::new(), "all".to_owned()));
        all.chain((1..=lab.scenario().servers).map(|one| (one.to_string(), one.to_string()))).collect::<Vec<_>>()
    });
    let server = Signal::derive(move || shown_number(filter.get().server));
    let pick = move |value: String| filter.update(|filter| filter.server = number(&value));
    let request = move || shown_number(filter.get().request);
    let type_request = move |event| {
        let typed = event_target_value(&event);
        filter.update(|filter| filter.request = number(&typed));
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
            <span role="status">{move || count(shown.read().len() as u32, "event", "events")}</span>
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
