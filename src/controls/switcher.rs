//! The strategy switcher: the lesson's four in front, the others under "More".

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Strategy};
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::lab::use_lab;
use crate::live;
use crate::part::Part;
use crate::words;

/// The four of the lesson, in the order in which it meets them.
const FRONT: [Strategy; 4] = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr];

/// The switcher: one group of radio buttons, so that arrow keys work in it.
#[component]
pub fn Switcher() -> impl IntoView {
    let lab = use_lab();
    let part = Part::new(html! {
        fieldset.switcher {
            legend.unseen { "Strategy" }
            (buttons(true))
            details.more {
                summary { "More" }
                (buttons(false))
            }
        }
    });
    // Open while one of its own is on, so that what runs is always in sight.
    live::flag(&part.find(".more"), "open", move || !FRONT.contains(&lab.scenario().strategy));
    for strategy in Strategy::ALL {
        let button = part.find(&format!("[value={}]", strategy.name()));
        live::hear(&button, "change", move |_| lab.change(|scenario| scenario.strategy = *strategy));
        live::effect(move || {
            button.unchecked_ref::<HtmlInputElement>().set_checked(lab.scenario().strategy == *strategy);
        });
    }
    part
}

fn buttons(front: bool) -> Markup {
    html! {
        @for one in Strategy::ALL.iter().filter(|one| FRONT.contains(one) == front) {
            label {
                input type="radio" name="strategy" value=(one.name());
                span { (words::strategy::name(*one)) }
            }
        }
    }
}
