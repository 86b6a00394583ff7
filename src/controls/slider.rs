//! A slider with its label, its value as text, and a field for exact values.

use std::rc::Rc;

use leptos::prelude::untrack;
use limit_sim::scenario::Scenario;
use maud::{Markup, html};

use super::field::Field;
use super::scale::Scale;
use crate::lab::use_lab;
use crate::language::T;
use crate::live;
use crate::part::Part;
use crate::words::number::percent;

/// A slider for one parameter of the scenario.
#[derive(Clone, Copy)]
pub struct Slider {
    /// The parameter's name in links.
    pub name: &'static str,
    /// What it sets, in English.
    pub label: &'static str,
    /// What its positions stand for.
    pub scale: fn() -> Scale,
    /// Reads the parameter, as the scale counts it.
    pub get: fn(&Scenario) -> u64,
    /// Sets it.
    pub set: fn(&mut Scenario, u64),
    /// The value as text without a unit, as the field shows it.
    pub text: fn(&Scenario) -> String,
    /// The value's unit in links, if it has one.
    pub unit: &'static str,
    /// The value in words, for those who hear it.
    pub spoken: fn(&Scenario) -> String,
    /// Whether it has an effect in a scenario; if not, it is not shown.
    pub matters: fn(&Scenario) -> bool,
}

impl Slider {
    fn id(&self) -> String {
        format!("{}-slider", self.name)
    }

    fn field(&self) -> Field {
        let Self { name, label, text, unit, .. } = *self;
        Field { name, label, text, unit }
    }

    /// The slider's markup.
    pub fn told(&self) -> Markup {
        let id = self.id();
        html! {
            div.slider data-slider=(self.name) {
                label for=(id) { (T(self.label)) }
                (self.field().told())
                input type="range" id=(id) min="0" max=((self.scale)().top()) step="1";
            }
        }
    }

    /// Keeps the slider that was told in this part.
    pub fn keep(self, part: &Part) {
        let Self { name, get, set, spoken, matters, .. } = self;
        self.field().keep(part);
        let lab = use_lab();
        let whole = part.find(&format!("[data-slider={name}]"));
        live::flag(&whole, "hidden", move || !matters(&lab.scenario()));
        let scale = Rc::new((self.scale)());
        let position = {
            let scale = scale.clone();
            move || scale.position(get(&lab.scenario()))
        };
        let (input, top) = (part.find(&format!("#{}", self.id())), scale.top() as u64);
        let filled = position.clone();
        live::style(&input, move || "--filled:".to_owned() + &percent(filled() as u64, top));
        let shown = position.clone();
        live::value(&input, move || shown().to_string());
        live::attribute(&input, "aria-valuetext", move || spoken(&lab.scenario()));
        let (dragged, now) = (input.clone(), position.clone());
        live::hear(&input, "input", move |event| {
            if let Ok(position) = live::value_of(&event).parse() {
                let to = scale.value(position);
                lab.drag(name, |scenario| set(scenario, to));
                // What is not granted stays where it was.
                live::set_value(&dragged, &untrack(&now).to_string());
            }
        });
        live::hear(&input, "change", move |_| lab.settle());
        // A drag that ends where it began is no change to the browser.
        live::hear(&input, "pointerup", move |_| lab.settle());
    }
}
