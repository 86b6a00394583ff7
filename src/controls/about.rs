//! What there is to know of the strategy and of the rule: a card for each, loaded once someone wants to read them.
//!
//! The texts are in `about.txt`: a section for each strategy (`= cas`) and each rule (`= gcra`), with a line for each heading of
//! [`HEADINGS`].

use limit_sim::scenario::{Choice, Scenario};
use maud::{Markup, html};

use crate::lab::{Lab, use_lab};
use crate::language::{Language, t};
use crate::live;
use crate::n;
use crate::part::Part;
use crate::texts::{File, Text};
use crate::words::strategy;

const ENGLISH: File = File::new("about.txt", include_str!("about.txt"));

/// The same in Hindi.
const HINDI: File = File::new("about.hi.txt", include_str!("../../lang/texts/about.hi.txt"));

/// The texts in the page's language.
fn texts() -> File {
    match Language::present() {
        Language::English => ENGLISH,
        Language::Hindi => HINDI,
    }
}

/// What each line of a section is about; the first is the card's beginning.
const HEADINGS: [&str; 5] = ["", n!("Bound"), n!("Cost"), n!("Use it when"), n!("Avoid it when")];

/// The place for the cards, below their button.
pub fn place() -> Markup {
    html! { div.later data-part="about" id="about" tabindex="-1" {} }
}

/// Keeps the button and the place that were told in this part.
pub fn keep(part: &Part, lab: Lab) {
    let (button, place) = (part.find(".about-it"), part.find("#about"));
    live::attribute(&button, "aria-expanded", move || lab.open().about.to_string());
    live::flag(&place, "hidden", move || !lab.open().about);
    live::hear(&button, "click", move |_| lab.prefer(|open| open.about = !open.about));
}

/// The cards.
pub fn cards() -> Part {
    let lab = use_lab();
    let part = Part::new(html! { div.cards-of {} });
    live::markup(part.root(), move || if lab.open().about { told(lab) } else { Markup::default() });
    live::hear(part.root(), "click", move |event| {
        if live::pressed(&event, "data-again").is_some() {
            texts().again(lab);
        }
    });
    part
}

fn told(lab: Lab) -> Markup {
    let scenario = lab.scenario();
    match texts().text(lab) {
        Text::Coming => html! { p { (t("The text is being loaded\u{2026}")) } },
        Text::Missing => html! {
            p {
                (t("The text could not be loaded. Check the connection.")) " "
                button type="button" data-again { (t("Try again")) }
            }
        },
        Text::Here(texts) => both(texts, &scenario),
    }
}

fn both(texts: &str, scenario: &Scenario) -> Markup {
    let titles = [
        (strategy::name(scenario.strategy), scenario.strategy.name()),
        (strategy::rule(scenario.rule), scenario.rule.name()),
    ];
    html! {
        @for (title, name) in titles {
            section.card-of aria-label=(title) {
                h2 { (title) }
                @for (heading, line) in HEADINGS.iter().zip(section(texts, name)) {
                    p { @if !heading.is_empty() { b { (t(heading)) ": " } } (line) }
                }
            }
        }
    }
}

/// The lines of a section.
fn section<'a>(texts: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let begins = |line: &&str| line.strip_prefix("= ") == Some(name);
    texts.lines().skip_while(move |line| !begins(line)).skip(1).take_while(|line| !line.starts_with("= "))
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Rule, Strategy};

    use super::*;

    #[test]
    fn there_is_a_card_for_every_strategy_and_every_rule_in_every_language() {
        for (texts, stop) in
            [(include_str!("about.txt"), '.'), (include_str!("../../lang/texts/about.hi.txt"), '\u{964}')]
        {
            let strategies = Strategy::ALL.iter().map(|one| one.name());
            for name in strategies.chain(Rule::ALL.iter().map(|one| one.name())) {
                let lines: Vec<_> = section(texts, name).collect();
                assert_eq!(lines.len(), HEADINGS.len(), "{name}: {lines:?}");
                assert!(lines.iter().all(|line| line.ends_with(stop)), "{name}: {lines:?}");
            }
        }
    }

    #[test]
    fn every_language_has_the_same_cards_in_the_same_order() {
        let shape = |text: &'static str| -> Vec<_> {
            text.lines().map(|line| line.strip_prefix("= ").unwrap_or_default()).collect()
        };
        assert_eq!(shape(include_str!("../../lang/texts/about.hi.txt")), shape(include_str!("about.txt")));
    }
}
