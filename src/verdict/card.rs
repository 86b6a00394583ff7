//! One number, with what it is called and what stands beside it.

use maud::{Markup, html};

use crate::lab::Run;
use crate::language::T;
use crate::words::situation::Situation;

/// A card. What it says is read off the run.
#[derive(Clone, Copy)]
pub struct Card {
    /// Its name in style sheets and tests.
    pub name: &'static str,
    /// What the number is, in English.
    pub heading: &'static str,
    /// The number.
    pub value: fn(&Run) -> String,
    /// What stands beside the number, smaller.
    pub beside: fn(&Run) -> String,
    /// What stands below it.
    pub below: fn(&Run) -> String,
}

impl Card {
    /// The card's markup. `lead` comes before what stands below, once it is known.
    pub fn told(&self, run: &Run, lead: Option<&String>) -> Markup {
        let below = (self.below)(run);
        html! {
            dl.card data-card=(self.name) data-tone=(Situation::of(&run.verdict).name()) {
                dt { (T(self.heading)) }
                dd.value { strong { ((self.value)(run)) } " " span { ((self.beside)(run)) } }
                dd.below { @if let Some(lead) = lead { (lead) @if !below.is_empty() { " \u{b7} " } } (below) }
            }
        }
    }
}
