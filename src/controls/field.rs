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
    unit: &'static str,
) -> impl IntoView {
    let lab = use_lab();
    // A complaint, and the run that it was made beside: a change from anywhere makes it moot.
    let complaint = RwSignal::new(None::<(u32, String)>);
    let problem = move || {
        let current = complaint.get().filter(|(about, _)| *about == lab.run().number);
        current.map_or_else(String::new, |(_, text)| text)
    };
    let input = NodeRef::<Input>::new();
    let value = move || text(&lab.scenario());
    let take = move |_| {
        let Some(input) = input.get_untracked() else { return };
        let typed = input.value().replace(' ', "");
        let bare = typed.ends_with(|last: char| last.is_ascii_digit());
        match lab.set_from_text(name, &format!("{typed}{}", if bare { unit } else { "" })) {
            // What was typed is shown as the lab has it.
            Ok(()) => {
                complaint.set(None);
                input.set_value(&untrack(value));
            }
            // It stays while it is wrong, so that it can be mended.
            Err(error) => {
                let (given, allowed) = (input.value(), error.allowed);
                let text = format!("\u{201c}{given}\u{201d} was not taken. Allowed: {allowed}.");
                complaint.set(Some((untrack(|| lab.run().number), text)));
            }
        }
    };
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
                aria-invalid=move || (!problem().is_empty()).to_string()
                aria-describedby=error_id.clone()
                style:width=move || format!("{}ch", value().len().clamp(3, 16) + 2)
                prop:value=value
                on:change=take
            />
            <span class="unit">{unit}</span>
        </span>
        <span class="problem" id=error_id role="alert">{problem}</span>
    }
}
