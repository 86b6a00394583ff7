//! A slider with its label, its value as text, and a field for exact values.

use leptos::prelude::*;
use limit_sim::scenario::Scenario;

use super::field::Field;
use super::scale::Scale;
use crate::lab::use_lab;
use crate::words::number::percent;

/// A slider for one parameter of the scenario.
#[derive(Clone, Copy)]
pub struct Slider {
    /// The parameter's name in links.
    pub name: &'static str,
    /// What it sets.
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
}

/// The slider on the page.
pub fn view(slider: Slider) -> impl IntoView {
    let Slider { name, label, get, set, text, unit, spoken, .. } = slider;
    let scale = (slider.scale)();
    let lab = use_lab();
    let top = scale.top();
    let scale = StoredValue::new(scale);
    let position = move || scale.with_value(|scale| scale.position(get(&lab.scenario())));
    let slide = move |event| {
        if let Ok(position) = event_target_value(&event).parse() {
            let to = scale.with_value(|scale| scale.value(position));
            lab.drag(name, |scenario| set(scenario, to));
        }
    };
    let id = format!("{name}-slider");
    view! {
        <div class="slider">
            <label for=id.clone()>{label}</label>
            <Field name label text unit/>
            // Least, most and step come before the value, which would be clamped to 100 otherwise.
            <input
                type="range"
                id=id
                min="0"
                max=top.to_string()
                step="1"
                style:--filled=move || percent(position() as u64, top as u64)
                prop:value=move || position().to_string()
                aria-valuetext=move || spoken(&lab.scenario())
                on:input=slide
                on:change=move |_| lab.settle()
                // A drag that ends where it began is no change to the browser.
                on:pointerup=move |_| lab.settle()
            />
        </div>
    }
}
