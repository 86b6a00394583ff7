//! A list to pick one value from.

use leptos::prelude::*;

/// A list. Its entries are a value each and what the page calls it; `pick` hears of the value that was picked.
#[component]
pub fn Select(
    /// Its name in forms and tests.
    name: &'static str,
    /// What it sets, for those who don't see where it stands.
    label: &'static str,
    /// How it looks, in style sheets.
    #[prop(default = "")]
    class: &'static str,
    /// What can be picked.
    #[prop(into)]
    entries: Signal<Vec<(String, String)>>,
    /// The present value.
    #[prop(into)]
    value: Signal<String>,
    /// What is done with a value that was picked.
    #[prop(into)]
    pick: Callback<String>,
) -> impl IntoView {
    let options = move || {
        let current = value.get();
        let entry = |(of, text): (String, String)| {
            let selected = of == current;
            // As a property: once somebody has picked, the attribute counts no longer.
            view! { <option value=of prop:selected=selected>{text}</option> }
        };
        entries.get().into_iter().map(entry).collect_view()
    };
    view! {
        <select name=name class=class aria-label=label on:change=move |event| pick.run(event_target_value(&event))>
            {options}
        </select>
    }
}
