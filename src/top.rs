//! The head of the page: its name, the link to share, the settings; and what in the address was not taken.

use leptos::prelude::*;
use limit_sim::scenario::Problem;

use crate::lab::use_lab;
use crate::playbar::KeyList;
use crate::select::Select;
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
        Theme::System => "System",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Projector => "Projector",
    }
}

#[component]
fn ThemeChoice(theme: RwSignal<Theme>) -> impl IntoView {
    let entries: Vec<_> = Theme::ALL.map(|one| (one.name().to_owned(), label(one).to_owned())).into();
    let value = Signal::derive(move || theme.get().name().to_owned());
    let pick = move |name: String| theme.set(Theme::named(&name));
    view! { <Select name="theme" label="Theme" class="quiet" entries value pick/> }
}

/// The most mistakes that are told one by one, and the most letters of each that are shown.
const TOLD: usize = 8;
const LETTERS: usize = 60;

/// What in the address was not taken, and what would have been, a line each.
#[component]
pub fn Notices() -> impl IntoView {
    let lab = use_lab();
    let short = |text: &str| match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    };
    let lines = move || {
        let problems = lab.problems().read();
        let line = |one: &Problem| format!("{}={}  Allowed: {}.", short(&one.name), short(&one.given), one.allowed);
        let mut lines: Vec<_> = problems.iter().take(TOLD).map(line).collect();
        if problems.len() > TOLD {
            lines.push(format!("and {} more", problems.len() - TOLD));
        }
        lines.join("\n")
    };
    view! {
        <div class="notice" role="alert" hidden=move || lab.problems().read().is_empty()>
            <div>
                <p>"Part of this link was not understood. The lab starts with the usual values there."</p>
                <p class="problems">{lines}</p>
            </div>
            <button type="button" on:click=move |_| lab.problems().set(Vec::new())>"Dismiss"</button>
        </div>
    }
}
