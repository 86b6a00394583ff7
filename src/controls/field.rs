//! A field for an exact value. What can't be taken is told beside it, and the lab keeps what it had.

use leptos::prelude::*;
use limit_sim::scenario::Problem;

use crate::lab::use_lab;

/// A field for one parameter of the scenario.
///
/// `unit` stands behind the field, and is added to what is typed without one.
#[component]
pub fn Field(
    /// The parameter's name in links.
    name: &'static str,
    /// What the field is for, for those who don't see where it stands.
    label: &'static str,
    /// The present value, without its unit.
    #[prop(into)]
    value: Signal<String>,
    /// The value's unit in links, if it has one.
    #[prop(optional)]
    unit: &'static str,
) -> impl IntoView {
    let lab = use_lab();
    let problem = RwSignal::new(None::<Problem>);
    let input = NodeRef::new();
    let show = move || {
        if let Some(input) = input.get() {
            let input: web_sys::HtmlInputElement = input;
            input.set_value(&value.get_untracked());
        }
    };
    let take = move |event| {
        let typed = event_target_value(&event);
        let text = typed.trim();
        let bare = text.ends_with(|last: char| last.is_ascii_digit());
        let given = format!("{text}{}", if bare { unit } else { "" });
        problem.set(lab.set_from_text(name, &given.replace(' ', "")).err());
        // What was typed stays while it is wrong; once taken it is shown as the lab has it.
        if problem.with_untracked(Option::is_none) {
            show();
        }
    };
    // A change from elsewhere makes the complaint about an earlier entry moot.
    Effect::new(move |_| {
        value.track();
        problem.set(None);
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
                aria-invalid=move || problem.read().is_some().to_string()
                aria-describedby=error_id.clone()
                prop:value=value
                on:change=take
            />
            {(!unit.is_empty()).then(|| view! { <span class="unit">{unit}</span> })}
        </span>
        <span class="problem" id=error_id role="alert">
            {move || problem.get().map(|problem| format!("\u{201c}{}\u{201d} was not taken. Allowed: {}.", problem.given, problem.allowed))}
        </span>
    }
}
