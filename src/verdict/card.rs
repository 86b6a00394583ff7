//! One number, with what it is called and what stands beside it.

use leptos::prelude::*;

use crate::lab::{Lab, Run};
use crate::words::situation::Situation;

/// A card. What it says is read off the run.
#[derive(Clone, Copy)]
pub struct Card {
    /// Its name in style sheets and tests.
    pub name: &'static str,
    /// What the number is.
    pub heading: &'static str,
    /// The number.
    pub value: fn(&Run) -> String,
    /// What stands beside the number, smaller.
    pub beside: fn(&Run) -> String,
    /// What stands below it.
    pub below: fn(&Run) -> String,
}

/// The card on the page. `lead` comes before what stands below, once it is known.
pub fn view(
    card: Card,
    lab: Lab,
    lead: impl Fn(&Card) -> Option<String> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let text = move |of: fn(&Run) -> String| move || of(&lab.run());
    let lead = move || lead(&card).map_or_else(String::new, |lead| lead + " \u{b7} ");
    view! {
        <dl class="card" data-card=card.name data-tone=move || Situation::of(&lab.run().verdict).name()>
            <dt>{card.heading}</dt>
            <dd class="value"><strong>{text(card.value)}</strong> " " <span>{text(card.beside)}</span></dd>
            <dd class="below"><span>{lead}</span>{text(card.below)}</dd>
        </dl>
    }
}
