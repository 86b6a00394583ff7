//! What lies below the verdict: tabs with the run in detail.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Tab};
use maud::html;
use web_sys::{Element, KeyboardEvent};

use crate::address;
use crate::lab::{Lab, Open, Spot, use_lab};
use crate::language::{T, t};
use crate::later;
use crate::live;
use crate::n;
use crate::part::Part;

/// A tab's name.
pub fn title(tab: Tab) -> &'static str {
    t(match tab {
        Tab::Race => n!("The race"),
        Tab::Break => n!("Break it"),
        Tab::Orders => n!("All orders"),
        Tab::Compare => n!("Compare"),
        Tab::Runs => n!("Many runs"),
        Tab::Cost => n!("What it costs"),
        Tab::Failure => n!("When it fails"),
        Tab::Code => n!("Code"),
        Tab::Events => n!("Every event"),
    })
}

/// The tabs that are there.
fn there(lab: Lab) -> Vec<Tab> {
    let Open { tab, embedding, .. } = lab.open();
    match embedding.tabs {
        _ if embedding.locks("tab") => vec![tab],
        tabs if tabs.is_empty() => Tab::ALL.to_vec(),
        tabs => tabs,
    }
}

/// The tabs, and the panels, which are filled once they are loaded.
///
/// All panels stay in the page (what comes and goes would leave its subscriptions behind); the style sheet shows the one that
/// is on. A panel takes the focus of what had it in there and is gone.
pub fn details() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        section.details data-part="tabs" aria-labelledby="details" {
            h2.unseen id="details" { (T("Details")) }
            div.tabs data-part="tab" role="tablist" aria-label=(T("The run in detail")) data-own-keys {}
            @for tab in Tab::ALL {
                div.panel.later.many[*tab == Tab::Runs] role="tabpanel" id={ "panel-" (tab.name()) }
                    aria-labelledby={ "tab-" (tab.name()) } {}
            }
        }
    });
    let list = part.find(".tabs");
    live::markup(&list, move || {
        html! {
            @for tab in &there(lab) {
                button type="button" role="tab" id={ "tab-" (tab.name()) } data-key=(tab.name()) data-tab=(tab.name())
                    aria-controls={ "panel-" (tab.name()) } aria-selected=(*tab == lab.tab())
                    tabindex=(if *tab == lab.tab() { "0" } else { "-1" }) { (title(*tab)) }
            }
        }
    });
    live::hear(&list, "click", move |event| {
        let tab = live::pressed(&event, "data-tab").and_then(|name| Tab::from_name(&name));
        tab.into_iter().for_each(|tab| lab.reopen(|open| open.tab = tab));
    });
    live::hear_keys(&list, "keydown", move |event| walk(lab, &event));
    live::effect(move || {
        let tab = lab.tab().name();
        live::set(&document().document_element().expect("a page has a root"), "data-tab", Some(tab));
        // What had the focus in a panel and is gone leaves it to the panel.
        let panel = document().get_element_by_id(&format!("panel-{tab}"));
        panel.into_iter().for_each(|panel| live::set(&panel, "tabindex", Some("-1")));
    });
    if untrack(|| lab.tab() != Tab::default() && lab.open().problems.is_empty()) {
        // A link to a tab is a link to there, unless there is something to be said of it first.
        bring_up("tab-race", 0.0);
    }
    later::keep(lab, &part.find("#panel-race"));
    part
}

/// How far down the window the race may begin when it is brought into sight: high enough to be seen, low enough for the play
/// bar to stay in sight above it.
const LOWEST: f64 = 0.45;

/// Opens a tab, for a button that goes with its panel: the tab has the focus then.
pub fn open_tab(lab: Lab, tab: Tab) {
    lab.reopen(|open| open.tab = tab);
    // All tabs are in the page at all times; only which of them is on changes.
    let tab = document().get_element_by_id(&format!("tab-{}", tab.name()));
    // A page that the lab is embedded in stays where it is.
    tab.into_iter().for_each(|tab| live::focus(&tab, !address::is_framed()));
}

/// Shows how a request came to be let through or refused, and brings that into sight.
pub fn show_race(lab: Lab, decided: Spot) {
    // The address is written once, by the choice.
    lab.note(|open| open.tab = Tab::Race);
    lab.choose(decided);
    bring_up("panel-race", LOWEST);
}

/// Scrolls as little as brings an element into sight that has just been unfolded.
pub fn bring_up_from_below(element: Element) {
    let scroll = move || {
        let bottom = element.get_bounding_client_rect().bottom();
        let height = document().document_element().map_or(0, |root| root.client_height());
        window().scroll_by_with_x_and_y(0.0, (bottom - f64::from(height) + 8.0).max(0.0));
    };
    request_animation_frame(move || request_animation_frame(scroll));
}

/// Scrolls so that an element begins no further down the window than this part of its height, once all is told and shown.
/// Only this window: a page that the lab is embedded in stays where it is.
fn bring_up(id: &'static str, lowest: f64) {
    let scroll = move || {
        let root = document().document_element();
        if let (Some(root), Some(element)) = (root, document().get_element_by_id(id)) {
            let (top, lowest) = (element.get_bounding_client_rect().y(), lowest * f64::from(root.client_height()));
            if !(0.0..=lowest).contains(&top) {
                window().scroll_by_with_x_and_y(0.0, top - lowest);
            }
        }
    };
    // A frame after a panel is shown its width is known, and only then is a diagram there.
    request_animation_frame(move || request_animation_frame(scroll));
}

/// Arrow keys go from tab to tab.
fn walk(lab: Lab, event: &KeyboardEvent) {
    let all = untrack(|| there(lab));
    let now = all.iter().position(|tab| *tab == untrack(|| lab.tab())).unwrap_or(0);
    let to = match event.key().as_str() {
        "ArrowRight" => (now + 1) % all.len(),
        "ArrowLeft" => (now + all.len() - 1) % all.len(),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    open_tab(lab, all[to]);
}
