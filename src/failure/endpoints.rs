//! Three endpoints, each with a policy of its own, before the same requests and the same outage.

use limit_sim::scenario::Policies;
use limit_sim::trace::Waiting;
use maud::{Markup, html};

use super::figures::{money, stands_for};
use super::runs::{Ran, Runs};
use super::told::{ENDPOINTS, away, policy, sentence};
use crate::language::t;
use crate::words::counting::grouped;
use crate::words::number::wait;
use crate::words::say::some;
use crate::{n, say};

/// The endpoint that sends messages.
pub const OTP: usize = 1;

/// What became of who came to an endpoint, and what that is in words.
pub fn head(runs: &Runs, policies: &Policies, endpoint: usize) -> Markup {
    let ran = runs.under(policies.endpoints[endpoint]);
    let during = &ran.during;
    html! {
        p.tally data-over=[(during.over > 0).then_some("")] {
            b { (grouped(during.through.into())) }
            " " (say!("of {} let through", grouped(during.waiting.came.into())))
            @if during.over > 0 { span { (say!("+{} over", grouped(during.over.into()))) } }
        }
        (scaled(policies, during.through))
    }
}

/// What it came to in words, and in money.
pub fn foot(runs: &Runs, policies: &Policies, endpoint: usize) -> Markup {
    let ran = runs.under(policies.endpoints[endpoint]);
    html! {
        p.said { (sentence(runs, endpoint, ran)) }
        p.whole {
            (say!(
                "In the whole run {} let through, {} of them beyond the limit.",
                grouped(ran.verdict.allowed.into()),
                grouped(ran.verdict.over.into())
            ))
        }
        @if endpoint == OTP { (bill(policies, ran)) }
    }
}

/// What the messages cost.
fn bill(policies: &Policies, ran: &Ran) -> Markup {
    let cost = |messages: u32| money(u64::from(messages) * u64::from(policies.stands_for) * u64::from(policies.price));
    html! {
        dl.bill {
            @for (term, messages) in [(n!("Messages in the outage"), ran.during.through), (n!("In the whole run"), ran.verdict.allowed)] {
                dt { (t(term)) }
                dd {
                    b { (cost(messages)) }
                    @if policies.stands_for == 1 { small.scaled { (say!("for {}", grouped(messages.into()))) } }
                    (scaled(policies, messages))
                }
            }
        }
    }
}

fn scaled(policies: &Policies, simulated: u32) -> Markup {
    let text = stands_for(policies, simulated);
    html! { @if !text.is_empty() { small.scaled { (text) } } }
}

const HEADINGS: [&str; 10] = [
    n!("Endpoint"),
    n!("Without an answer"),
    n!("Let through"),
    n!("Beyond the limit"),
    n!("Refused"),
    n!("For want of an answer"),
    n!("Lost"),
    n!("Wait, median"),
    n!("99% within"),
    n!("Longest"),
];

/// The same in numbers.
pub fn table(runs: &Runs, policies: &Policies) -> Markup {
    let Waiting { came, before, .. } = runs.under(policies.endpoints[0]).during.waiting;
    let all = stands_for(policies, runs.scenario.requests());
    let all = if all.is_empty() { all } else { say!("Requests in all: {}.", all) };
    html! {
        p.aside {
            (say!(
                "Of the {} requests that came while Redis was {}, as simulated.",
                grouped(came.into()),
                t(away(runs.outage.what))
            )) " "
            @if before > 0 { (under_way(before)) " " }
            (t("Dashed in the pictures: an exact limiter to which nothing happens. Bars: let through (filled), beyond the limit \
             (light, edged), refused (hollow).")) " "
            (all)
        }
        div.scroller tabindex="0" role="region" aria-label=(t("The endpoints in numbers")) {
            table {
                thead { tr { @for heading in HEADINGS { th scope="col" { (t(heading)) } } } }
                tbody {
                    @for (endpoint, [name, ..]) in ENDPOINTS.iter().enumerate() {
                        tr { th scope="row" { (t(name)) } (row(runs.under(policies.endpoints[endpoint]))) }
                    }
                }
            }
        }
    }
}

/// Those whose checks had begun: the verdict counts whoever met the outage.
fn under_way(before: u32) -> String {
    some(
        before,
        n!("(One more was under way already: the verdict counts it, too.)"),
        n!("({} more were under way already: the verdict counts them, too.)"),
    )
}

fn row(ran: &Ran) -> Markup {
    let during = &ran.during;
    let counts = [during.through, during.over, during.refused, during.unheard, during.lost];
    let waits = [during.wait.p50, during.wait.p99, during.wait.max];
    html! {
        td { (t(policy(ran.policy))) }
        @for count in counts { td { (grouped(count.into())) } }
        @for micros in waits { td { (wait(micros)) } }
    }
}
