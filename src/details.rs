//! What lies below the verdict: tabs with the run in detail.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Tab};
use maud::html;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::code::CodePanel;
use crate::events::EventTable;
use crate::lab::{Lab, Spot, use_lab};
use crate::live;
use crate::part::Part;
use crate::race::RacePanel;
use crate::small::{BoardPanel, OrdersPanel};

const fn title(tab: Tab) -> &'static str {
    match tab {
        Tab::Race => "The race",
        Tab::Break => "Break it",
        Tab::Orders => "All orders",
        Tab::Code => "Code",
        Tab::Events => "Every event",
    }
}

/// The tabs.
///
/// All panels stay in the page (what comes and goes would leave its subscriptions behind); the style sheet shows the one that
/// is on.
#[component]
pub fn Details() -> impl IntoView {
    let lab = use_lab();
    let list = Part::new(html! { div.tabs role="tablist" aria-label="The run in detail" data-own-keys {} });
    live::markup(list.root(), move || {
        html! {
            @for tab in Tab::ALL {
                button type="button" role="tab" id={ "tab-" (tab.name()) } data-key=(tab.name()) data-tab=(tab.name())
                    aria-controls={ "panel-" (tab.name()) } aria-selected=(*tab == lab.tab())
                    tabindex=(if *tab == lab.tab() { "0" } else { "-1" }) { (title(*tab)) }
            }
        }
    });
    live::hear(list.root(), "click", move |event| {
        let tab = live::pressed(&event, "data-tab").and_then(|name| Tab::from_name(&name));
        tab.into_iter().for_each(|tab| lab.reopen(|open| open.tab = tab));
    });
    live::hear(list.root(), "keydown", move |event| walk(lab, event.unchecked_ref()));
    live::effect(move || {
        live::set(&document().document_element().expect("a page has a root"), "data-tab", Some(lab.tab().name()))
    });
    view! {
        <section class="details" aria-label="Details">
            {list}
            <div class="panel" role="tabpanel" id="panel-race" aria-labelledby="tab-race"><RacePanel/></div>
            <div class="panel" role="tabpanel" id="panel-break" aria-labelledby="tab-break"><BoardPanel/></div>
            <div class="panel" role="tabpanel" id="panel-orders" aria-labelledby="tab-orders"><OrdersPanel/></div>
            <div class="panel" role="tabpanel" id="panel-code" aria-labelledby="tab-code"><CodePanel/></div>
            <div class="panel" role="tabpanel" id="panel-events" aria-labelledby="tab-events"><EventTable/></div>
        </section>
    }
}

/// Shows how a request came to be let through or refused, and brings that into sight.
pub fn show_race(lab: Lab, decided: Spot) {
    lab.reopen(|open| open.tab = Tab::Race);
    lab.choose(decided);
    let panel = document().get_element_by_id("panel-race");
    // Not before it is shown and told: a frame after it is shown its width is known, and only then is the diagram there.
    let scroll = move || panel.into_iter().for_each(|panel| panel.scroll_into_view_with_bool(true));
    request_animation_frame(move || request_animation_frame(scroll));
}

/// Arrow keys go from tab to tab.
fn walk(lab: Lab, event: &KeyboardEvent) {
    let all = Tab::ALL;
    let now = all.iter().position(|tab| *tab == untrack(|| lab.tab())).unwrap_or(0);
    let to = match event.key().as_str() {
        "ArrowRight" => (now + 1) % all.len(),
        "ArrowLeft" => (now + all.len() - 1) % all.len(),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    lab.reopen(|open| open.tab = all[to]);
    // All tabs are in the page at all times; only which of them is on changes.
    let tab = document().get_element_by_id(&format!("tab-{}", all[to].name()));
    tab.into_iter().for_each(|tab| live::focus(&tab, true));
}
