//! Three endpoints, each with a policy of its own, before the same requests and the same outage.

use limit_sim::scenario::Policies;
use maud::{Markup, html};

use super::figures::{grouped, money, stands_for};
use super::runs::{Ran, Runs};
use super::told::{ENDPOINTS, away, policy, sentence};
use crate::words::number::wait;

/// The endpoint that sends messages.
pub const OTP: usize = 1;

/// What became of who came to an endpoint, and what that is in words.
pub fn head(runs: &Runs, policies: &Policies, endpoint: usize) -> Markup {
    let ran = runs.under(policies.endpoints[endpoint]);
    let during = &ran.during;
    html! {
        p.tally data-over=[(during.over > 0).then_some("")] {
            b { (grouped(during.through.into())) }
            " of " (grouped(during.waiting.came.into())) " let through"
            @if during.over > 0 { span { "+" (grouped(during.over.into())) " over" } }
        }
        (scaled(policies, during.through))
    }
}

/// What it came to in words, and in money.
pub fn foot(runs: &Runs, policies: &Policies, endpoint: usize) -> Markup {
    let ran = runs.under(policies.endpoints[endpoint]);
    html! {
        p.said { (sentence(runs, endpoint, ran)) }
        @if endpoint == OTP { (bill(policies, ran)) }
    }
}

/// What the messages cost.
fn bill(policies: &Policies, ran: &Ran) -> Markup {
    let cost = |messages: u32| money(u64::from(messages) * u64::from(policies.stands_for) * u64::from(policies.price));
    html! {
        dl.bill {
            dt { "Messages in the outage" }
            dd { b { (cost(ran.during.through)) } " for " (grouped(ran.during.through.into())) (scaled(policies, ran.during.through)) }
            dt { "In the whole run" }
            dd { b { (cost(ran.verdict.allowed)) } " for " (grouped(ran.verdict.allowed.into())) (scaled(policies, ran.verdict.allowed)) }
        }
    }
}

fn scaled(policies: &Policies, simulated: u32) -> Markup {
    let text = stands_for(policies, simulated);
    html! { @if !text.is_empty() { small.scaled { (text) } } }
}

const HEADINGS: [&str; 10] = [
    "Endpoint",
    "Without an answer",
    "Let through",
    "Beyond the limit",
    "Refused",
    "For want of an answer",
    "Lost",
    "Wait, median",
    "99 % within",
    "Longest",
];

/// The same in numbers.
pub fn table(runs: &Runs, policies: &Policies) -> Markup {
    let came = runs.under(policies.endpoints[0]).during.waiting.came;
    html! {
        p.aside {
            "Of the " (grouped(came.into())) " requests that came while Redis was " (away(runs.outage.what)) ", as simulated. "
            "Dashed in the pictures: an exact limiter to which nothing happens. Bars: let through (filled), beyond the limit \
             (striped edge), refused (hollow)."
        }
        div.scroller tabindex="0" role="region" aria-label="The endpoints in numbers" {
            table {
                thead { tr { @for heading in HEADINGS { th scope="col" { (heading) } } } }
                tbody {
                    @for (endpoint, [name, ..]) in ENDPOINTS.iter().enumerate() {
                        tr { th scope="row" { (name) } (row(runs.under(policies.endpoints[endpoint]))) }
                    }
                }
            }
        }
    }
}

fn row(ran: &Ran) -> Markup {
    let during = &ran.during;
    let counts = [during.through, during.over, during.refused, during.unheard, during.lost];
    let waits = [during.wait.p50, during.wait.p99, during.wait.max];
    html! {
        td { (policy(ran.policy)) }
        @for count in counts { td { (grouped(count.into())) } }
        @for micros in waits { td { (wait(micros)) } }
    }
}
