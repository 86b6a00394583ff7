//! All strategies, in groups: what is in the switcher's dialog.

use leptos::prelude::*;
use limit_sim::scenario::Choice;
use maud::html;
use wasm_bindgen::JsCast;
use web_sys::MouseEvent;

use super::switcher::inputs;
use crate::dialog;
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::words::strategy::{GROUPS, hint, name};

/// The groups. The switcher hears what is chosen in them.
pub fn groups() -> Part {
    let lab = use_lab();
    let now = untrack(|| lab.scenario().strategy);
    let part = Part::new(html! {
        div.groups data-part="strategy" data-own-keys {
            @for (heading, strategies) in &GROUPS {
                fieldset {
                    legend { (t(heading)) }
                    @for one in *strategies {
                        label data-strategy=(one.name()) {
                            // The dialog gives the focus to the active one.
                            input type="radio" name="any-strategy" value=(one.name()) data-first[*one == now];
                            span { b { (name(*one)) } " " small { (hint(*one)) } }
                        }
                    }
                }
            }
        }
    });
    let own = part.root().clone();
    live::effect(move || {
        let strategy = lab.scenario().strategy;
        for input in inputs(&own) {
            let on = input.value() == strategy.name();
            input.set_checked(on);
            live::set(&input, "data-first", on.then_some(""));
        }
    });
    // Arrow keys go from one to the next with the dialog open; a click, or Enter, is a choice.
    live::hear(part.root(), "click", |event| {
        let by_hand = event.unchecked_ref::<MouseEvent>().detail() > 0;
        if by_hand && live::pressed(&event, "data-strategy").is_some() {
            dialog::close();
        }
    });
    live::hear_keys(part.root(), "keydown", |event| {
        if event.key() == "Enter" {
            event.prevent_default();
            dialog::close();
        }
    });
    part
}
