//! The strategy switcher: the lesson's four in front, the others under "More".

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Strategy};

use crate::lab::use_lab;
use crate::words;

/// The four of the lesson, in the order in which it meets them.
const FRONT: [Strategy; 4] = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr];

/// The switcher: one group of radio buttons, so that arrow keys work in it.
#[component]
pub fn Switcher() -> impl IntoView {
    let lab = use_lab();
    let buttons = |front: bool| {
        let wanted = move |one: &Strategy| FRONT.contains(one) == front;
        Strategy::ALL.iter().copied().filter(wanted).map(|one| view! { <Button one/> }).collect_view()
    };
    view! {
        <fieldset class="switcher">
            <legend class="unseen">"Strategy"</legend>
            {buttons(true)}
            // Open while one of its own is on, so that what runs is always in sight.
            <details class="more" open=move || !FRONT.contains(&lab.scenario().strategy)>
                <summary>"More"</summary>
                {buttons(false)}
            </details>
        </fieldset>
    }
}

#[component]
fn Button(one: Strategy) -> impl IntoView {
    let lab = use_lab();
    view! {
        <label>
            <input
                type="radio"
                name="strategy"
                value=one.name()
                prop:checked=move || lab.scenario().strategy == one
                on:change=move |_| lab.change(|scenario| scenario.strategy = one)
            />
            <span>{words::strategy::name(one)}</span>
        </label>
    }
}
