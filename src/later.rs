//! The program's second part, and the places where what it makes will be. Nothing of that is seen at first, so all that only it
//! needs is a file that is loaded when some of it is wanted (`xtask/src/parts.rs` takes the program apart): another tab than
//! the race or a dialog is opened, the race is about to come into sight, or a request was chosen.
//!
//! A place is an element of the class `later`, which is empty until then; a button with `data-load` asks for what it opens.
//! "Many runs" is a third part, loaded from the second when that tab is opened; what the lesson holds is a part, too, and so are
//! what a page needs that is embedded in another, and what makes links for that.

mod builder;
mod embed;
mod fill;
mod fingers;
mod lesson;
mod runs;
mod style;

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use limit_sim::scenario::Tab;
use maud::{Markup, html};
use wasm_split_helpers::SplitLoaderError;
use web_sys::Element;

pub use lesson::lesson;
pub use style::wear;

use crate::controls::has_traffic;
use crate::lab::{Lab, Open};
use crate::language::T;
use crate::live;
use crate::part::Part;
use crate::visible::use_visible;
use crate::words::story;

/// The race lies below the first view: it is loaded when it comes as near as this.
const NEAR: &str = "300px";

/// A part of the program, which is loaded once.
#[derive(Clone)]
pub struct Later {
    /// The class of the places that are filled with it.
    class: &'static str,
    fill: Fill,
    asked: Rc<Cell<bool>>,
    /// What is made later lives as long as what is made at the start.
    owner: Owner,
}

/// Loads a part and fills its places.
type Fill = fn(Owner) -> Pin<Box<dyn Future<Output = Result<(), SplitLoaderError>>>>;

/// Loads the second part once some of it is wanted; `race` is where the race will be.
pub fn keep(lab: Lab, race: &Element) {
    let later = Later::new("later", |owner| Box::pin(fill::fill(owner)));
    let (near, whole) = (use_visible(race, NEAR, false), later.clone());
    live::effect(move || {
        let Open { tab, request, problems, untold, put_back, .. } = lab.open();
        // Who chose a request asks for its race; and what is not one of the lesson's runs, or was not taken, is told by what is loaded.
        let asked = request.is_some() || !problems.is_empty() || !untold.is_empty() || put_back.is_some();
        if tab != Tab::Race
            || asked
            || near.get()
            || lab.strip()
            || has_traffic(&lab.scenario())
            || !story::is_plain(&lab.run())
        {
            later.load();
        }
    });
    // By itself: it is asked anew with each frame while the lab plays. What happens at an instant is told by what is loaded.
    let later = whole;
    live::effect(move || {
        if !lab.at_end() {
            later.load();
        }
    });
}

/// Loads the part that speaks with the page around this one, and says what is locked, where there is either.
pub fn embed(lab: Lab) {
    let waits = lab.open_untracked(|open| open.waits);
    if waits {
        // Until it is there nothing can be pressed, so that nothing gets round what is locked; if it does not come, that is said.
        if let Some(whole) = document().get_element_by_id("lab") {
            live::set(&whole, "inert", Some(""));
        }
        if let Some(root) = document().document_element() {
            let _ = root.append_child(Part::new(html! { div.embed {} }).root());
        }
    }
    if waits || crate::address::is_framed() {
        Later::new("embed", |owner| Box::pin(embed::fill(owner))).load();
    }
}

impl Later {
    /// One that is loaded by [`Self::load`], or by pressing a button with the class as its `data-load`.
    pub fn new(class: &'static str, fill: Fill) -> Self {
        let later = Self { class, fill, asked: Rc::default(), owner: Owner::current().unwrap_or_default() };
        let pressed = later.clone();
        live::hear(&document(), "click", move |event| {
            if live::pressed(&event, "data-load").is_some_and(|wanted| wanted == class) {
                pressed.load();
            }
        });
        later
    }

    /// Loads it, unless it is there or on its way.
    pub fn load(&self) {
        if self.asked.replace(true) {
            return;
        }
        self.say(true, &html! { p.aside { (T("This is being loaded\u{2026}")) } });
        let later = self.clone();
        spawn_local(async move {
            if (later.fill)(later.owner.clone()).await.is_err() {
                // The next that is wanted asks again, and so does the button.
                later.asked.set(false);
                later.say(
                    false,
                    &html! {
                        p.aside role="alert" { (T("This could not be loaded. Check the connection.")) }
                        p { button type="button" data-load=(later.class) { (T("Try again")) } }
                    },
                );
            }
        });
    }

    /// Says the same in all places: only one of them is in sight.
    fn say(&self, busy: bool, told: &Markup) {
        for place in places(self.class) {
            live::set(&place, "aria-busy", busy.then_some("true"));
            live::replace(&place, &told.0);
        }
    }
}

/// Empties the places of a class for what is put there now.
fn make_room(class: &str) {
    for place in places(class) {
        live::set(&place, "aria-busy", None);
        live::replace(&place, "");
    }
}

fn places(class: &str) -> impl Iterator<Item = Element> {
    let places = document().get_elements_by_class_name(class);
    (0..places.length()).filter_map(move |nth| places.item(nth))
}
