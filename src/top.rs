//! The head of the page: its name, the link to share, the settings; and what in the address was not taken.

use leptos::prelude::*;

use crate::lab::use_lab;
use crate::playbar::KeyList;
use crate::share::Share;
use crate::theme::Theme;

/// The head of the page.
#[component]
pub fn Top(theme: RwSignal<Theme>) -> impl IntoView {
    view! {
        <header class="top">
            <h1>"Rate Limit Lab"</h1>
            <p class="tagline">"One user, a burst, many servers. How many get through?"</p>
            <nav class="tools" aria-label="Tools">
                <Share/>
                <KeyList/>
                <ThemeChoice theme/>
            </nav>
        </header>
    }
}

const fn label(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "System theme",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Projector => "Projector",
    }
}

#[component]
fn ThemeChoice(theme: RwSignal<Theme>) -> impl IntoView {
    view! {
        <select
            class="quiet"
            name="theme"
            aria-label="Theme"
            on:change=move |event| theme.set(Theme::named(&event_target_value(&event)))
        >
            {Theme::ALL
                .map(|one| {
                    view! { <option value=one.name() selected=move || theme.get() == one>{label(one)}</option> }
                })
                .collect_view()}
        </select>
    }
}

/// What in the address was not taken, and what would have been.
#[component]
pub fn Notices() -> impl IntoView {
    let problems = use_lab().problems();
    view! {
        <Show when=move || !problems.read().is_empty()>
            <div class="notice" role="alert">
                <div>
                    <p>"Part of this link was not understood. The lab starts with the usual values there."</p>
                    <ul>
                        {move || {
                            problems
                                .get()
                                .into_iter()
                                .map(|problem| {
                                    view! {
                                        <li>
                                            <code>{problem.name} "=" {problem.given}</code>
                                            " Allowed: "
                                            {problem.allowed}
                                        </li>
                                    }
                                })
                                .collect_view()
                        }}
                    </ul>
                </div>
                <button type="button" on:click=move |_| problems.set(Vec::new())>"Dismiss"</button>
            </div>
        </Show>
    }
}
