//! A list to pick one value from.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Scenario};

use crate::lab::use_lab;

/// The values of a choice, each with its name in links and on the page.
pub fn options<C: Choice>(text: fn(C) -> &'static str) -> Vec<(&'static str, &'static str)> {
    C::ALL.iter().map(|one| (one.name(), text(*one))).collect()
}

/// A list for one parameter of the scenario.
#[component]
pub fn Pick(
    /// The parameter's name in links.
    name: &'static str,
    /// What it sets.
    label: &'static str,
    /// What can be picked: [`options`].
    options: Vec<(&'static str, &'static str)>,
    /// The present value's name in links.
    get: fn(&Scenario) -> &'static str,
) -> impl IntoView {
    let lab = use_lab();
    let pick = move |event| {
        // Only names that the lab knows can be picked.
        let _ = lab.set_from_text(name, &event_target_value(&event));
    };
    let options = options.into_iter().map(|(value, text)| {
        view! { <option value=value selected=move || get(&lab.scenario()) == value>{text}</option> }
    });
    view! {
        <select name=name aria-label=label on:change=pick>
            {options.collect_view()}
        </select>
    }
}
