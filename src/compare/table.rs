//! The same comparison in numbers.

use maud::{Markup, html};

use super::runs::{Compared, Runs};
use crate::language::t;
use crate::words::number::{trimmed, wait};
use crate::words::strategy;
use crate::{n, say};

/// The columns' headings.
const HEADINGS: [&str; 9] = [
    n!("Strategy"),
    n!("Let through"),
    n!("Over"),
    n!("Refused wrongly"),
    n!("Expected"),
    n!("At worst"),
    n!("Redis calls a request"),
    n!("Added wait"),
    n!("If Redis is down"),
];

/// Tells it.
pub fn table(runs: &Runs) -> Markup {
    html! {
        div.scroller tabindex="0" role="region" aria-label=(t("The comparison in numbers")) {
            table {
                thead { tr { @for heading in HEADINGS { th scope="col" { (t(heading)) } } } }
                tbody { @for one in &runs.all { tr { th scope="row" { (t(strategy::name(one.strategy))) } (row(one)) } } }
            }
        }
    }
}

fn row(one: &Compared) -> Markup {
    let Ok(ran) = &one.run else {
        return html! { td colspan=(HEADINGS.len() - 1) { (t("It can\u{2019}t count by this rule.")) } };
    };
    let verdict = &ran.verdict;
    let none = || "\u{2014}".to_owned();
    let expected = verdict.expected.map_or_else(none, |mean| trimmed(mean, 1));
    let cells = [
        say!("{} of {}", verdict.allowed, verdict.due),
        verdict.over.to_string(),
        verdict.falsely_refused.to_string(),
        expected,
        ran.worst.map_or_else(none, |most| most.to_string()),
        trimmed(verdict.redis_calls_per_request, 3),
        wait(verdict.added_wait_us.mean),
        t(one.down).to_owned(),
    ];
    html! { @for cell in &cells { td { (cell) } } }
}
