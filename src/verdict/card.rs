//! One number, with what it is called and what stands beside it.

use leptos::prelude::*;

/// A card.
#[component]
pub fn Card(
    /// Its name in style sheets and tests.
    name: &'static str,
    /// What the number is.
    heading: &'static str,
    /// The number.
    #[prop(into)]
    value: Signal<String>,
    /// What stands beside the number, smaller.
    #[prop(into, optional)]
    beside: Signal<String>,
    /// What stands below it.
    #[prop(into)]
    below: Signal<String>,
    /// How the number is coloured.
    #[prop(into, optional)]
    tone: Signal<&'static str>,
) -> impl IntoView {
    view! {
        <dl class="card" data-card=name data-tone=tone>
            <dt>{heading}</dt>
            <dd class="value"><strong>{value}</strong> " " <span>{beside}</span></dd>
            <dd class="below">{below}</dd>
        </dl>
    }
}
