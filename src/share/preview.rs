//! How the lab will look in another page: this page with the link that is made, in a frame. It is there while it is unfolded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use maud::{Markup, html};
use web_sys::Element;

use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;

/// The widths, in CSS pixels; none: as wide as there is room.
const WIDTHS: [(&str, &str); 3] = [("360", n!("360 px")), ("800", n!("800 px")), ("full", n!("Full width"))];

/// The preview.
#[derive(Clone)]
pub struct Preview(Rc<Inner>);

struct Inner {
    fold: Element,
    place: Element,
    address: RefCell<String>,
    /// What it shows; nothing while it is folded.
    shown: RefCell<String>,
    waiting: Cell<Option<Timeout>>,
}

/// What is unfolded.
pub fn told() -> Markup {
    html! {
        details.preview {
            summary { (t("Preview")) }
            div.row role="group" aria-label=(t("Width")) {
                @for (width, label) in WIDTHS {
                    button type="button" data-width=(width) aria-pressed=(width == "full") { (t(label)) }
                }
            }
            div.window data-shown="full" tabindex="0" role="region" aria-label=(t("Preview")) data-own-keys {}
        }
    }
}

impl Preview {
    /// Keeps the one that was told in this part.
    pub fn of(part: &Part) -> Self {
        let (fold, place) = (part.find(".preview"), part.find(".window"));
        let inner =
            Inner { fold, place, address: RefCell::default(), shown: RefCell::default(), waiting: Cell::default() };
        let preview = Self(Rc::new(inner));
        let own = preview.clone();
        live::hear(&preview.0.fold, "toggle", move |_| own.renew());
        let own = preview.clone();
        live::hear(&preview.0.fold, "click", move |event| {
            let Some(width) = live::pressed(&event, "data-width") else { return };
            live::set(&own.0.place, "data-shown", Some(&width));
            for (one, _) in WIDTHS {
                let button = own.0.fold.query_selector(&format!("[data-width='{one}']")).ok().flatten();
                let pressed = if one == width { "true" } else { "false" };
                button.into_iter().for_each(|button| live::set(&button, "aria-pressed", Some(pressed)));
            }
        });
        preview
    }

    /// Shows this from now on, once it has not changed for a moment.
    pub fn show(&self, address: String) {
        *self.0.address.borrow_mut() = address;
        let own = self.clone();
        self.0.waiting.set(Some(live::later(live::STILL_MS, move || own.renew())));
    }

    fn renew(&self) {
        let Inner { fold, place, address, shown, .. } = &*self.0;
        let wanted = if fold.has_attribute("open") { address.borrow().clone() } else { String::new() };
        if *shown.borrow() == wanted {
            return;
        }
        // Another frame each time: one that goes elsewhere would be an entry of this page's history.
        let frame = html! { @if !wanted.is_empty() { iframe title=(t("The lab in another page")) src=(wanted) {} } };
        live::replace(place, &frame.0);
        *shown.borrow_mut() = wanted;
    }
}
