//! A field for an exact value. What can't be taken is told beside it, and the lab keeps what it had.

use leptos::html::Input;
use leptos::prelude::*;
use limit_sim::scenario::Scenario;

use crate::lab::use_lab;

/// A field for one parameter of the scenario.
#[component]
pub fn Field(
    /// The parameter's name in links.
    name: &'static str,
    /// What the field is for, for those who don't see where it stands.
    label: &'static str,
    /// The present value, without its unit.
    text: fn(&Scenario) -> String,
    /// The value's unit in links, if it has one. It stands behind the field, and is added to what is typed without one.
    #[prop(optional)]
    unit: &'static str,
) -> impl IntoView {
    let lab = use_lab();
    let problem = RwSignal::new(String::new());
    let input = NodeRef::<Input>::new();
    let value = move || text(&lab.scenario());
    let take = move |_| {
        let Some(input) = input.get_untracked() else { return };
        let typed = input.value().replace(' ', "");
        let bare = typed.ends_with(|last: char| last.is_ascii_digit());
        match lab.set_from_text(name, &format!("{typed}{}", if bare { unit } else { "" })) {
            // What was typed is shown as the lab has it.
            Ok(()) => input.set_value(&untrack(value)),
            // It stays while it is wrong, so that it can be mended.
            Err(error) => {
                let (given, allowed) = (input.value(), error.allowed);
                problem.set(format!("\u{201c}{given}\u{201d} was not taken. Allowed: {allowed}."));
            }
        }
    };
    // A change from anywhere makes the complaint about an earlier entry moot.
    Effect::new(move |_| {
        lab.scenario();
        problem.set(String::new());
    });
    let error_id = format!("{name}-problem");
    view! {
        <span class="field">
            <input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                node_ref=input
                name=name
                aria-label=label
                aria-invalid=move || (!problem.read().is_empty()).to_string()
                aria-describedby=error_id.clone()
                prop:value=value
                on:change=take
            />
            <span class="unit">{unit}</span>
        </span>
        <span class="problem" id=error_id role="alert">{problem}</span>
    }
}
