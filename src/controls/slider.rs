//! A slider with its label, its value as text, and a field for exact values.

use leptos::prelude::*;

use super::field::Field;
use super::scale::Scale;
use crate::lab::{Change, use_lab};
use limit_sim::scenario::Scenario;

/// A slider for one parameter of the scenario.
#[component]
pub fn Slider<T>(
    /// The parameter's name in links.
    name: &'static str,
    /// What it sets.
    label: &'static str,
    /// What its positions stand for.
    scale: Scale<T>,
    /// Reads the parameter.
    get: fn(&Scenario) -> T,
    /// Sets it.
    set: fn(&mut Scenario, T),
    /// The value as text without a unit, as the field shows it.
    text: fn(T) -> String,
    /// The value in words, for those who hear it.
    spoken: fn(T) -> String,
    /// The value's unit in links.
    #[prop(optional)]
    unit: &'static str,
) -> impl IntoView
where
    T: Copy + PartialOrd + Send + Sync + 'static,
{
    let lab = use_lab();
    let value = lab.setting(get);
    let top = scale.top();
    let scale = StoredValue::new(scale);
    let position = move || scale.with_value(|scale| scale.position(value.get()));
    let slide = move |event: &leptos::ev::Event, how| {
        if let Ok(position) = event_target_value(event).parse() {
            let to = scale.with_value(|scale| scale.value(position));
            lab.change(name, how, |scenario| set(scenario, to));
        }
    };
    view! {
        <div class="slider">
            <label for=format!("{name}-slider")>{label}</label>
            <Field name label=label value=Signal::derive(move || text(value.get())) unit/>
            // Least, most and step come before the value, which would be clamped to 100 otherwise.
            <input
                type="range"
                id=format!("{name}-slider")
                min="0"
                max=top
                step="1"
                style:--filled=move || format!("{}%", 100.0 * position() as f64 / top as f64)
                prop:value=move || position().to_string()
                aria-valuetext=move || spoken(value.get())
                on:input=move |event| slide(&event, Change::Going)
                on:change=move |event| slide(&event.into(), Change::Done)
            />
        </div>
    }
}
