//! One number, with what it is called and what stands beside it.

use leptos::prelude::*;

use crate::lab::{Run, use_lab};
use crate::words::situation::Situation;

/// A card. What it says is read off the run.
#[component]
pub fn Card(
    /// Its name in style sheets and tests.
    name: &'static str,
    /// What the number is.
    heading: &'static str,
    /// The number.
    value: fn(&Run) -> String,
    /// What stands beside the number, smaller.
    #[prop(default = |_| String::new())]
    beside: fn(&Run) -> String,
    /// What stands below it.
    below: fn(&Run) -> String,
    /// What stands below it first, once it is known.
    #[prop(optional)]
    average: Signal<Option<String>>,
) -> impl IntoView {
    let lab = use_lab();
    let text = move |of: fn(&Run) -> String| move || of(&lab.run());
    let lead = move || average.get().map_or_else(String::new, |average| average + " \u{b7} ");
    view! {
        <dl class="card" data-card=name data-tone=move || Situation::of(&lab.run().verdict).name()>
            <dt>{heading}</dt>
            <dd class="value"><strong>{text(value)}</strong> " " <span>{text(beside)}</span></dd>
            <dd class="below"><span>{lead}</span>{text(below)}</dd>
        </dl>
    }
}
