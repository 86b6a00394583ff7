//! A list to pick one value from.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Scenario};

use crate::lab::{Change, use_lab};

/// A list for one parameter of the scenario.
#[component]
pub fn Pick<C>(
    /// The parameter's name in links.
    name: &'static str,
    /// What it sets.
    label: &'static str,
    /// Reads the parameter.
    get: fn(&Scenario) -> C,
    /// Sets it.
    set: fn(&mut Scenario, C),
    /// A value's name on the page.
    text: fn(C) -> &'static str,
) -> impl IntoView
where
    C: Choice + Send + Sync,
{
    let lab = use_lab();
    let value = lab.setting(get);
    let pick = move |event| {
        if let Some(to) = C::from_name(&event_target_value(&event)) {
            lab.change(name, Change::Done, |scenario| set(scenario, to));
        }
    };
    view! {
        <select name=name aria-label=label prop:value=move || value.get().name() on:change=pick>
            {C::ALL
                .iter()
                .map(|one| {
                    let one = *one;
                    view! { <option value=one.name() selected=move || value.get() == one>{text(one)}</option> }
                })
                .collect_view()}
        </select>
    }
}
