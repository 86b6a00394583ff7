//! Slow is worse than down: the same time with no timeout, a short one and a long one, and with nobody there at all.

use limit_sim::scenario::{Policies, What};
use limit_sim::trace::During;
use maud::{Markup, html};

use super::figures::{grouped, stands_for};
use super::runs::{Paced, Runs, slowly};
use super::told::away;
use crate::words::number::{exact, fixed, trimmed, wait};
use crate::words::say::say;

const HEADINGS: [&str; 9] = [
    "Redis",
    "Waiting at once, on average",
    "At most",
    "Rate \u{d7} timeout",
    "Wait, median",
    "99 % within",
    "Longest",
    "Let through",
    "Beyond the limit",
];

/// Those who come in a second of the outage.
fn rate(runs: &Runs, during: &During) -> f64 {
    f64::from(during.waiting.came) * 1e9 / runs.lasts().nanos().max(1) as f64
}

/// How many wait at once if each waits for the timeout: Little's law.
fn foretold(runs: &Runs, paced: &Paced) -> Option<f64> {
    let timeout = paced.timeout.filter(|_| paced.what != What::Down)?;
    Some(rate(runs, &paced.during) * timeout.millis_f64() / 1e3)
}

/// A number of people, to a decimal where that says something.
fn people(number: f64) -> String {
    if number < 100.0 { trimmed(number, if number < 1.0 { 2 } else { 1 }) } else { grouped(number.round() as u64) }
}

fn name(paced: &Paced) -> String {
    let what = away(paced.what);
    match paced.timeout {
        _ if paced.what == What::Down => "down: refused at once".to_owned(),
        None => format!("{what}, no timeout"),
        Some(timeout) => format!("{what}, timeout {}", exact(timeout)),
    }
}

const SAID: &str = "With no timeout $m wait at once on average, $p at the worst, one of them for $w. With 10 ms, Little\u{2019}s law \
    says $r a second \u{d7} 10 ms = $f waiting at once; measured: $g.";

/// Tells it.
pub fn slow(runs: &Runs, policies: &Policies) -> Markup {
    let (endless, short) = (&runs.paced[0].during, &runs.paced[1]);
    let values = [
        ('m', people(endless.waiting.mean)),
        ('p', grouped(endless.waiting.most.into())),
        ('w', wait(endless.wait.max)),
        ('r', fixed(rate(runs, &short.during), 0)),
        ('f', foretold(runs, short).map_or_else(String::new, people)),
        ('g', people(short.during.waiting.mean)),
    ];
    let scaled = stands_for(policies, endless.waiting.most);
    html! {
        h2 { "Slow is worse than down" }
        p.said { (say(SAID, &values)) @if !scaled.is_empty() { small.scaled { "waiting at the worst: " (scaled) } } }
        @if runs.outage.what == What::Down {
            p.aside { "A Redis that is down refuses at once, and nobody waits. Here is the same time as if it were " (away(slowly(What::Down))) "." }
        }
        div.scroller tabindex="0" role="region" aria-label="Slow beside down, in numbers" {
            table {
                thead { tr { @for heading in HEADINGS { th scope="col" { (heading) } } } }
                tbody { @for paced in &runs.paced { tr { th scope="row" { (name(paced)) } (row(runs, paced)) } } }
            }
        }
    }
}

fn row(runs: &Runs, paced: &Paced) -> Markup {
    let during = &paced.during;
    let cells = [
        people(during.waiting.mean),
        grouped(during.waiting.most.into()),
        foretold(runs, paced).map_or_else(|| "\u{2014}".to_owned(), people),
        wait(during.wait.p50),
        wait(during.wait.p99),
        wait(during.wait.max),
        grouped(during.through.into()),
        grouped(during.over.into()),
    ];
    html! { @for cell in &cells { td { (cell) } } }
}
