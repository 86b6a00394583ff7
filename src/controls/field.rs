//! A field for an exact value. What can't be taken is told beside it, and the lab keeps what it had.

use std::cell::Cell;

use leptos::prelude::*;
use limit_sim::scenario::Scenario;
use maud::{Markup, html};

use crate::lab::use_lab;
use crate::language::{T, t};
use crate::live;
use crate::n;
use crate::part::Part;

/// What stands in a field that is left empty, where that is allowed.
fn left_out(name: &str) -> &'static str {
    t(if matches!(name, "timeout" | "breaker") { n!("none") } else { n!("as the limit") })
}

/// A field for one parameter of the scenario.
#[derive(Clone, Copy)]
pub struct Field {
    /// The parameter's name in links.
    pub name: &'static str,
    /// What the field is for, for those who don't see where it stands; in English.
    pub label: &'static str,
    /// The present value, without its unit.
    pub text: fn(&Scenario) -> String,
    /// The value's unit in links, if it has one. It stands behind the field, and is added to what is typed without one.
    pub unit: &'static str,
}

impl Field {
    /// The field's markup.
    pub fn told(&self) -> Markup {
        let Self { name, label, unit, .. } = self;
        let problem = self.problem_id();
        html! {
            span.field {
                input type="text" inputmode="decimal" autocomplete="off" name=(name) aria-label=(T(label))
                    aria-describedby=(problem)
                    placeholder=(left_out(name));
                span.unit { (T(unit)) }
            }
            span.problem id=(problem) role="alert" {}
        }
    }

    fn problem_id(&self) -> String {
        format!("{}-problem", self.name)
    }

    /// Keeps the field that was told in this part.
    pub fn keep(self, part: &Part) {
        let Self { name, text, unit, .. } = self;
        let lab = use_lab();
        let input = part.named(name);
        let problem = move || {
            let current = lab.open().complaints.into_iter().find(|(field, _)| *field == name);
            current.map_or_else(String::new, |(_, text)| text)
        };
        let value = move || text(&lab.scenario());
        live::value(&input, value);
        live::style(&input, move || {
            let width = match value().len() {
                0 => left_out(name).chars().count(),
                digits => digits.clamp(3, 16),
            };
            format!("width:{}ch", width + 2)
        });
        live::attribute(&input, "aria-invalid", move || (!problem().is_empty()).to_string());
        live::text(&part.find(&format!("#{}", self.problem_id())), problem);
        // A complaint that is over takes what was typed with it.
        let (wrong, field) = (Cell::new(false), input.clone());
        live::effect(move || {
            let now = !problem().is_empty();
            if wrong.replace(now) && !now {
                live::set_value(&field, &untrack(value));
            }
        });
        let field = input.clone();
        live::hear(&input, "change", move |event| {
            let given = live::value_of(&event);
            let typed = given.replace(' ', "");
            let bare = typed.ends_with(|last: char| last.is_ascii_digit());
            match lab.set_from_text(name, &format!("{typed}{}", if bare { unit } else { "" })) {
                // What was typed is shown as the lab has it.
                Ok(()) => {
                    lab.note(|open| open.complaints.retain(|(field, _)| *field != name));
                    live::set_value(&field, &untrack(value));
                }
                // It stays while it is wrong, so that it can be mended.
                Err(problem) => lab.complain(name, &given, problem),
            }
        });
    }
}
