//! The program's second part, and the places where what it makes will be. Nothing of that is seen at first, so all that only it
//! needs is a file that is loaded when some of it is wanted (`xtask/src/parts.rs` takes the program apart): another tab than
//! the race or a dialog is opened, the race is about to come into sight, or a request was chosen.
//!
//! A place is an element of the class `later`, which is empty until then; a button with `data-load` asks for what it opens.

mod fill;

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use limit_sim::scenario::Tab;
use maud::{Markup, html};
use web_sys::Element;

use crate::lab::{Lab, Open};
use crate::live;
use crate::visible::use_visible;

/// The race lies below the first view: it is loaded when it comes as near as this.
const NEAR: &str = "300px";

/// What is loaded once.
#[derive(Clone)]
struct Later {
    asked: Rc<Cell<bool>>,
    /// What is made later lives as long as what is made at the start.
    owner: Owner,
}

/// Loads the second part once some of it is wanted; `race` is where the race will be.
pub fn keep(lab: Lab, race: &Element) {
    let later = Later { asked: Rc::default(), owner: Owner::current().unwrap_or_default() };
    let pressed = later.clone();
    live::hear(&document(), "click", move |event| {
        if live::pressed(&event, "data-load").is_some() {
            pressed.load();
        }
    });
    let near = use_visible(race, NEAR, false);
    live::effect(move || {
        let Open { tab, request, .. } = lab.open();
        // Who chose a request asks for its race; and what goes wrong is told by what is loaded.
        if tab != Tab::Race || request.is_some() || near.get() || lab.strip() || lab.run().is_troubled() {
            later.load();
        }
    });
}

impl Later {
    fn load(&self) {
        if self.asked.replace(true) {
            return;
        }
        say(true, &html! { p.aside { "This is being loaded\u{2026}" } });
        let later = self.clone();
        spawn_local(async move {
            if fill::fill(later.owner).await.is_err() {
                // The next that is wanted asks again, and so does the button.
                later.asked.set(false);
                say(
                    false,
                    &html! {
                        p.aside role="alert" { "This could not be loaded. Check the connection." }
                        p { button type="button" data-load { "Try again" } }
                    },
                );
            }
        });
    }
}

/// Says the same in all places: only one of them is in sight.
fn say(busy: bool, told: &Markup) {
    let Some(page) = document().document_element() else { return };
    let places = page.get_elements_by_class_name("later");
    for place in (0..places.length()).filter_map(|nth| places.item(nth)) {
        live::set(&place, "aria-busy", busy.then_some("true"));
        live::replace(&place, &told.0);
    }
}
