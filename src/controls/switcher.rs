//! The strategy switcher: the lesson's four in front, and all of them in a dialog, in groups.

use limit_sim::scenario::{Choice, Strategy};
use maud::html;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use crate::dialog::Dialog;
use crate::lab::{Lab, use_lab};
use crate::language::T;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::words::strategy::name;

/// The four of the lesson, in the order in which it meets them.
const FRONT: [Strategy; 4] = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr];

const ALL: Dialog = Dialog { id: "strategies", button: n!("More"), title: n!("All strategies") };

/// The switcher: one group of radio buttons in front, so that arrow keys work in it. Its last is the active one where that is
/// none of the four.
pub fn switcher() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        fieldset.switcher data-part="strategies strategy" {
            legend.unseen { (T("Strategy")) }
            @for one in &FRONT {
                label { input type="radio" name="strategy" value=(one.name()); span { (name(*one)) } }
            }
            label.other { input type="radio" name="strategy"; span {} }
            (ALL.told())
        }
    });
    let (own, other) = (part.root().clone(), part.find(".other"));
    let (chosen, chosen_name) = (part.find(".other input"), part.find(".other span"));
    live::effect(move || {
        let strategy = lab.scenario().strategy;
        // What was picked and not granted is shown as it is.
        let _ = lab.open().put_back;
        let front = FRONT.contains(&strategy);
        live::set(&other, "hidden", front.then_some(""));
        live::set(&own, "data-other", (!front).then_some(""));
        live::set(&chosen, "value", Some(if front { "" } else { strategy.name() }));
        chosen_name.set_text_content(Some(name(strategy)));
        inputs(&own).for_each(|input| input.set_checked(input.value() == strategy.name()));
    });
    live::hear(part.root(), "change", move |event| choose(lab, &live::value_of(&event)));
    part
}

/// The buttons in an element.
pub fn inputs(within: &Element) -> impl Iterator<Item = HtmlInputElement> {
    let found = within.get_elements_by_tag_name("input");
    (0..found.length()).filter_map(move |nth| found.item(nth)).map(JsCast::unchecked_into)
}

fn choose(lab: Lab, name: &str) {
    if let Some(strategy) = Strategy::from_name(name) {
        lab.change(|scenario| scenario.strategy = strategy);
    }
}
