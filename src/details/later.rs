//! The panels. Nothing of them is seen at first, so all that only they need is a part of the program of its own, a file that is
//! loaded when the first of them is wanted (`xtask/src/parts.rs` takes the program apart): another tab than the race is opened,
//! the race is about to come into sight, or a request was chosen.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use limit_sim::scenario::{Choice, Tab};
use maud::{Markup, PreEscaped, html};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::Element;

use crate::code::code_panel;
use crate::compare::compare_panel;
use crate::cost::cost_panel;
use crate::events::event_table;
use crate::failure::failure_panel;
use crate::lab::{Lab, Open, TellTrouble, use_lab};
use crate::live;
use crate::part::Part;
use crate::playbar::keep_blocks;
use crate::race::race_panel;
use crate::runs::runs_panel;
use crate::small::{board_panel, orders_panel};
use crate::strip::strip_panel;
use crate::sweep::sweep_panel;
use crate::visible::use_visible;
use crate::words::{mishaps, trouble};

/// The strip's place: after those of the panels.
const STRIP: usize = TABS.len();

const TABS: [Tab; 9] =
    [Tab::Race, Tab::Break, Tab::Orders, Tab::Compare, Tab::Runs, Tab::Failure, Tab::Cost, Tab::Code, Tab::Events];

/// The race lies below the first view: it is loaded when it comes as near as this.
const NEAR: &str = "300px";

/// What stands where the panels will be.
#[derive(Clone)]
struct Places {
    places: Rc<[Element]>,
    asked: Rc<Cell<bool>>,
    /// What is made later lives as long as what is made at the start.
    owner: Owner,
}

/// The panels, empty until one of them is wanted, or the strip, which is filled with them.
pub fn panels(lab: Lab, strip: Element) -> [Part; 9] {
    let panels = TABS.map(|tab| {
        let tab = tab.name();
        Part::new(html! { div.panel role="tabpanel" id={ "panel-" (tab) } aria-labelledby={ "tab-" (tab) } {} })
    });
    let places = Places {
        places: panels.iter().map(|panel| panel.root().clone()).chain([strip]).collect(),
        asked: Rc::default(),
        owner: Owner::current().unwrap_or_default(),
    };
    for place in places.places.iter() {
        let places = places.clone();
        live::hear(place, "click", move |event| {
            if live::pressed(&event, "data-load").is_some() {
                places.load();
            }
        });
    }
    let near = use_visible(panels[0].root(), NEAR, false);
    live::effect(move || {
        let Open { tab, request, .. } = lab.open();
        // Who chose a request asks for its race; and what goes wrong is told by what is loaded.
        if tab != Tab::Race || request.is_some() || near.get() || lab.strip() || lab.run().is_troubled() {
            places.load();
        }
    });
    panels
}

impl Places {
    fn load(&self) {
        if self.asked.replace(true) {
            return;
        }
        self.say(true, &html! { p.aside { "This is being loaded\u{2026}" } });
        let places = self.clone();
        spawn_local(async move {
            if fill(places.clone()).await.is_err() {
                // The next that is wanted asks again, and so does the button.
                places.asked.set(false);
                places.say(
                    false,
                    &html! {
                        p.aside role="alert" { "This could not be loaded. Check the connection." }
                        p { button type="button" data-load { "Try again" } }
                    },
                );
            }
        });
    }

    /// Says the same in all panels: only one of them is in sight.
    fn say(&self, busy: bool, told: &Markup) {
        for place in self.places.iter() {
            live::set(place, "aria-busy", busy.then_some("true"));
            live::replace(place, &told.0);
        }
    }
}

/// How they look: with them, so that it is not loaded before.
const STYLES: [&str; 9] = [
    include_str!("../../style/race.css"),
    include_str!("../../style/small.css"),
    include_str!("../../style/table.css"),
    include_str!("../../style/compare.css"),
    include_str!("../../style/runs.css"),
    include_str!("../../style/export.css"),
    include_str!("../../style/strip.css"),
    include_str!("../../style/cost.css"),
    include_str!("../../style/failure.css"),
];

/// Fills the panels. Here the second part of the program begins.
#[wasm_split(later, fallible)]
fn fill(places: Places) -> Result<(), SplitLoaderError> {
    places.owner.with(|| {
        places.say(false, &html! {});
        let styles = Part::new(html! { style { @for style in STYLES { (PreEscaped(style)) } } });
        let _ = places.places[0].append_child(styles.root());
        let (filters, events) = event_table();
        let parts = [
            (0, race_panel()),
            (1, board_panel()),
            (2, orders_panel()),
            (3, compare_panel()),
            (4, runs_panel()),
            (4, sweep_panel()),
            (5, failure_panel()),
            (6, cost_panel()),
            (7, code_panel()),
            (8, filters),
            (8, events),
            (STRIP, strip_panel()),
        ];
        for (place, part) in parts {
            let _ = places.places[place].append_child(part.root());
        }
        let lanes = document().query_selector(".lanes").ok().flatten();
        lanes.into_iter().for_each(|lanes| keep_blocks(&lanes, use_lab()));
        let tell = TellTrouble { run: mishaps::of, event: trouble::event };
        use_lab().note(|open| open.tell_trouble = Some(tell));
    });
    Ok(())
}
