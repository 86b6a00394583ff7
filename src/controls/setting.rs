//! A setting that is not a slider: a line with its label and a field or a list.

use leptos::either::Either;
use leptos::prelude::*;
use limit_sim::scenario::{Choice, Scenario};

use super::field::Field;
use crate::lab::use_lab;
use crate::select::Select;

/// A parameter of the scenario.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Its name in links.
    pub name: &'static str,
    /// What it sets.
    pub label: &'static str,
    /// How it is set.
    pub kind: Kind,
    /// Whether it has an effect in a scenario; if not, it is not shown.
    pub matters: fn(&Scenario) -> bool,
}

/// How a setting is set.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Typed, with the value as text and its unit in links.
    Typed(fn(&Scenario) -> String, &'static str),
    /// Picked from these entries, with the present value's name in links.
    Picked(fn() -> Vec<(String, String)>, fn(&Scenario) -> &'static str),
}

/// The values of a choice, each with its name in links and on the page.
pub fn entries<C: Choice>(text: fn(C) -> &'static str) -> Vec<(String, String)> {
    C::ALL.iter().map(|one| (one.name().to_owned(), text(*one).to_owned())).collect()
}

/// The setting on the page.
pub fn view(setting: Setting) -> impl IntoView {
    let lab = use_lab();
    let Setting { name, label, kind, matters } = setting;
    let control = match kind {
        Kind::Typed(text, unit) => Either::Left(view! { <Field name label text unit/> }),
        Kind::Picked(entries, get) => {
            let value = Signal::derive(move || get(&lab.scenario()).to_owned());
            let pick = move |value: String| {
                // Only names that the lab knows can be picked.
                let _ = lab.set_from_text(name, &value);
            };
            Either::Right(view! { <Select name label entries=entries() value pick/> })
        }
    };
    view! {
        <p class="setting" hidden=move || !matters(&lab.scenario())>
            <span>{label}</span>
            {control}
        </p>
    }
}
