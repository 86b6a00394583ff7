//! The strategy switcher: the lesson's four in front, the others under "More".

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Scenario, Strategy};

use crate::lab::{Change, use_lab};
use crate::words;

/// The four of the lesson, in the order in which it meets them.
const FRONT: [Strategy; 4] = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr];

/// The switcher: one group of radio buttons, so that arrow keys work in it.
#[component]
pub fn Switcher() -> impl IntoView {
    let lab = use_lab();
    let strategy = lab.setting(|scenario| scenario.strategy);
    let behind: Vec<_> = Strategy::ALL.iter().copied().filter(|one| !FRONT.contains(one)).collect();
    let within = behind.clone();
    let one_is_on = move || within.contains(&strategy.get());
    view! {
        <fieldset class="switcher">
            <legend class="unseen">"Strategy"</legend>
            {FRONT.map(|one| view! { <Button one/> }).collect_view()}
            // Open while one of its own is on, so that what runs is always in sight.
            <details class="more" open=one_is_on>
                <summary>"More"</summary>
                {behind.into_iter().map(|one| view! { <Button one/> }).collect_view()}
            </details>
        </fieldset>
    }
}

fn set(scenario: &mut Scenario, strategy: Strategy) {
    scenario.strategy = strategy;
}

#[component]
fn Button(one: Strategy) -> impl IntoView {
    let lab = use_lab();
    let strategy = lab.setting(|scenario| scenario.strategy);
    view! {
        <label>
            <input
                type="radio"
                name="strategy"
                value=one.name()
                prop:checked=move || strategy.get() == one
                on:change=move |_| lab.change("strategy", Change::Done, |scenario| set(scenario, one))
            />
            <span>{words::strategy::name(one)}</span>
        </label>
    }
}
