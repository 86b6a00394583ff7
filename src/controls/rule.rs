//! What the strategy does, in a sentence; the counting rule; and what there is to know of both.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Rule, Scenario, Strategy, WindowStart, misfit};
use maud::{Markup, html};

use super::about;
use crate::lab::{Open, use_lab};
use crate::language::{T, t};
use crate::live;
use crate::part::Part;
use crate::say;
use crate::select::{self, Keep};
use crate::words::strategy;

/// The sentence, the rule, and the cards.
pub fn rule_row() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        section.rule-row aria-label=(T("What it does")) {
            p.what data-part="about" {}
            label.rule data-part="rule" { (T("Counting rule")) " " (select::told("rule", t("Counting rule"), "")) }
            button.quiet.about-it data-part="about" type="button" aria-expanded="false" aria-controls="about" data-load="later"
                aria-label=(T("About this strategy and rule")) { (T("About")) }
            p.put-back role="status" {}
            (about::place())
        }
    });
    live::text(&part.find(".what"), move || strategy::what(&lab.scenario(), lab.open().tell));
    let entries = move || {
        let scenario = lab.scenario();
        let entry = |rule: &Rule| {
            let fits = misfit(&Scenario { rule: *rule, ..scenario }).is_none();
            let named = strategy::rule(*rule);
            let told = if fits { named.to_owned() } else { say!("{} (needs another strategy)", named) };
            (rule.name().to_owned(), told)
        };
        Rule::ALL.iter().map(entry).collect()
    };
    let value = move || {
        // What was picked and put back is shown as it is.
        let _ = lab.open().put_back;
        lab.scenario().rule.name().to_owned()
    };
    let pick = move |name: &str| {
        let rule = Rule::from_name(name).unwrap_or_default();
        lab.change(|scenario| scenario.rule = rule);
    };
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&part.named("rule"), keep);
    let note = part.find(".put-back");
    live::markup(&note, move || {
        let Open { put_back, tell, .. } = lab.open();
        put_back.zip(tell).map_or_else(Markup::default, |(put_back, tell)| (tell.put_back)(put_back))
    });
    live::hear(&note, "click", move |event| {
        let Some((rule, strategy)) = untrack(|| lab.open().put_back) else { return };
        if live::pressed(&event, "data-nearest").is_some() {
            let wanted = wanted(rule, strategy);
            let nearest = misfit(&wanted).map_or(strategy, |misfit| misfit.nearest());
            lab.change(|scenario| {
                (scenario.strategy, scenario.rule, scenario.window_start) = (nearest, rule, wanted.window_start);
            });
        }
    });
    about::keep(&part, lab);
    part
}

/// What was asked for and can't be: a rule that is put back to fixed windows was another, or its windows began otherwise.
fn wanted(rule: Rule, strategy: Strategy) -> Scenario {
    let window_start = if rule == Rule::FixedWindow { WindowStart::FirstHit } else { WindowStart::Clock };
    Scenario { strategy, rule, window_start, ..Scenario::default() }
}

/// That a rule was put back to fixed windows, and what takes it.
pub fn told_put_back((rule, strategy): (Rule, Strategy)) -> Markup {
    let Some(misfit) = misfit(&wanted(rule, strategy)) else { return Markup::default() };
    let what = match rule {
        Rule::FixedWindow => t("A window that begins with the first request"),
        other => strategy::rule(other),
    };
    let [name, nearest] = [strategy, misfit.nearest()].map(strategy::name);
    html! {
        (say!("{} does not go with \u{201c}{}\u{201d}, {}. It counts fixed windows by the clock.", what, name, misfit.reason().told(t)))
        " " button type="button" data-nearest { (say!("Use \u{201c}{}\u{201d}", nearest)) }
    }
}
