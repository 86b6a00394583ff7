//! A setting that is not a slider: a line with its label and a field or a list.

use limit_sim::scenario::{Choice, Scenario};
use maud::{Markup, html};

use super::field::Field;
use crate::lab::use_lab;
use crate::language::{T, t};
use crate::live;
use crate::part::Part;
use crate::select::{self, Entry, Keep};

/// A parameter of the scenario.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Its name in links.
    pub name: &'static str,
    /// What it sets, in English.
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
    Picked(fn() -> Vec<Entry>, fn(&Scenario) -> &'static str),
}

/// A setting that is typed, with its unit in links.
pub const fn typed(
    name: &'static str,
    label: &'static str,
    text: fn(&Scenario) -> String,
    unit: &'static str,
    matters: fn(&Scenario) -> bool,
) -> Setting {
    Setting { name, label, kind: Kind::Typed(text, unit), matters }
}

/// A list's entries, and the scenario's among them.
pub type Pick = (fn() -> Vec<Entry>, fn(&Scenario) -> &'static str);

/// A setting that is picked.
pub const fn picked(
    name: &'static str,
    label: &'static str,
    (entries, get): Pick,
    matters: fn(&Scenario) -> bool,
) -> Setting {
    Setting { name, label, kind: Kind::Picked(entries, get), matters }
}

/// A number that may be left out.
pub fn maybe(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// The values of a choice, each with its name in links and on the page.
pub fn entries<C: Choice>(text: fn(C) -> &'static str) -> Vec<Entry> {
    C::ALL.iter().map(|one| (one.name().to_owned(), text(*one).to_owned())).collect()
}

impl Setting {
    fn id(&self) -> String {
        format!("{}-setting", self.name)
    }

    /// The setting's markup.
    pub fn told(&self) -> Markup {
        let Self { name, label, kind, .. } = *self;
        let control = match kind {
            Kind::Typed(text, unit) => Field { name, label, text, unit }.told(),
            Kind::Picked(..) => select::told(name, t(label), ""),
        };
        html! {
            p.setting id=(self.id()) {
                span { (T(label)) }
                (control)
            }
        }
    }

    /// Keeps the setting that was told in this part.
    pub fn keep(self, part: &Part) {
        let lab = use_lab();
        let Self { name, label, kind, matters } = self;
        live::flag(&part.find(&format!("#{}", self.id())), "hidden", move || !matters(&lab.scenario()));
        match kind {
            Kind::Typed(text, unit) => Field { name, label, text, unit }.keep(part),
            Kind::Picked(entries, get) => {
                let pick = move |value: &str| {
                    // Only names that the lab knows can be picked.
                    let _ = lab.set_from_text(name, value);
                };
                let list = part.named(name);
                let value = move || get(&lab.scenario()).to_owned();
                select::keep(&list, Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) });
            }
        }
    }
}
