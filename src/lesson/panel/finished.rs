//! A note at the foot of the window that a task is done, for whoever has scrolled away from what is said of it.

use leptos::prelude::*;
use maud::html;
use web_sys::Element;

use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::visible::use_visible;

/// Adds the note to the `panel`. The signal it gives is true from when a task is done, which is for the panel to say, until
/// what is said of it, `met`, has been in sight.
pub fn finished(panel: &Element, met: &Element) -> RwSignal<bool> {
    let unseen = RwSignal::new(false);
    let note = Part::new(html! {
        p.finished hidden {
            button.main type="button" { span aria-hidden="true" { "\u{2713} " } (t("Done. Back to the task")) }
        }
    });
    drop(panel.append_child(note.root()));
    let seen = use_visible(met, "0px", false);
    live::effect(move || {
        if seen.get() && unseen.get() {
            unseen.set(false);
        }
    });
    live::flag(note.root(), "hidden", move || !unseen.get());
    let met = met.clone();
    live::hear(note.root(), "click", move |_| live::focus(&met, true));
    unseen
}
