//! Slow is worse than down: the same time with no timeout, a short one and a long one, and with nobody there at all.

use limit_sim::scenario::{Policies, Scenario, Traffic, What};
use limit_sim::time::Span;
use limit_sim::trace::During;
use maud::{Markup, html};

use super::figures::{lasting, stands_for};
use super::runs::{Paced, Runs, slowly};
use super::told::away;
use crate::language::t;
use crate::words::counting::grouped;
use crate::words::number::{exact, trimmed, wait};
use crate::words::say::say;
use crate::{n, say};

const HEADINGS: [&str; 9] = [
    n!("Redis"),
    n!("Waiting at once, on average"),
    n!("At most"),
    n!("Rate \u{d7} timeout: no more"),
    n!("Wait, median"),
    n!("99% within"),
    n!("Longest"),
    n!("Let through"),
    n!("Beyond the limit"),
];

/// Those who come in a second of the outage.
fn rate(runs: &Runs, during: &During) -> f64 {
    f64::from(during.waiting.came) * 1e9 / runs.lasts().nanos().max(1) as f64
}

/// How long a check waits at most that is sent again as often as may be.
fn longest(runs: &Runs, timeout: Span) -> Span {
    timeout * u64::from(1 + runs.scenario.retry)
}

/// How many wait at once on average if each waits as long as it may: Little's law. Fewer do where some are answered before. With
/// a breaker most wait for nothing, and where the outage is over sooner nobody waits as long.
fn foretold(runs: &Runs, paced: &Paced) -> Option<f64> {
    let waits = longest(runs, paced.timeout.filter(|_| paced.what != What::Down)?);
    let says = runs.scenario.breaker.is_none() && waits < runs.lasts();
    says.then(|| rate(runs, &paced.during) * waits.millis_f64() / 1e3)
}

/// A number of people, to a decimal where that says something.
fn people(number: f64) -> String {
    if number < 100.0 { trimmed(number, if number < 1.0 { 2 } else { 1 }) } else { grouped(number.round() as u128) }
}

fn name(paced: &Paced) -> String {
    let what = t(away(paced.what));
    match paced.timeout {
        _ if paced.what == What::Down => t("down: connection refused").to_owned(),
        None => say!("{}, no timeout", what),
        Some(timeout) => say!("{}, timeout {}", what, exact(timeout)),
    }
}

const NOBODY: &str = n!("Nobody came in that time.");
const ENDLESS: &str = n!("With no timeout $m wait at once on average, $p at the worst, one of them for $w.");
const LAW: &str =
    n!("With 10 ms, Little\u{2019}s law says at most $r a second \u{d7} $e = $f waiting at once; measured: $g.");
/// A burst has no rate but within some time.
const LAW_OF_BURST: &str = n!(
    "With 10 ms, Little\u{2019}s law says at most $r a second in that time \u{d7} $e = $f waiting at once; measured: $g."
);
const SHORT: &str = n!(
    "With 10 ms $g do: the outage, $l, is not longer than a check waits, $e, so there is nothing for Little\u{2019}s law to say."
);
const BROKEN: &str = n!("With 10 ms $g do: the breaker keeps most from asking.");

/// Tells it.
pub fn slow(runs: &Runs, policies: &Policies) -> Markup {
    let (endless, short) = (&runs.paced[0].during, &runs.paced[1]);
    let Scenario { breaker, traffic, rtt, .. } = runs.scenario;
    let waits = longest(runs, short.timeout.unwrap_or_default());
    let said = match foretold(runs, short) {
        _ if endless.waiting.came == 0 => [NOBODY, ""],
        Some(_) if traffic == Traffic::Burst => [ENDLESS, LAW_OF_BURST],
        Some(_) => [ENDLESS, LAW],
        None if breaker.is_some() => [ENDLESS, BROKEN],
        None => [ENDLESS, SHORT],
    };
    let values = [
        ('m', people(endless.waiting.mean)),
        ('p', grouped(endless.waiting.most.into())),
        ('w', wait(endless.wait.max)),
        ('r', grouped(rate(runs, &short.during).round() as u128)),
        ('e', exact(waits)),
        ('l', lasting(runs.lasts())),
        ('f', foretold(runs, short).map_or_else(String::new, people)),
        ('g', people(short.during.waiting.mean)),
    ];
    let scaled = stands_for(policies, endless.waiting.most);
    html! {
        h3 { (t("Slow is worse than down")) }
        p.said {
            @for one in said { (say(one, &values)) " " }
            @if !scaled.is_empty() { small.scaled { (say!("waiting at the worst: {}", scaled)) } }
        }
        @if runs.outage.what == What::Down {
            p.aside {
                (say!(
                    "A Redis that is down refuses a connection: after one round trip, {}, all know, and nobody waits longer. Here is \
                     the same time as if it were {}.",
                    exact(rtt),
                    t(away(slowly(What::Down)))
                ))
            }
        }
        div.scroller tabindex="0" role="region" aria-label=(t("Slow beside down, in numbers")) {
            table {
                thead { tr { @for heading in HEADINGS { th scope="col" { (t(heading)) } } } }
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

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Link;

    use super::*;

    fn told(link: &str) -> String {
        let link: Link = link.parse().unwrap_or_else(|problems| panic!("{problems:?}"));
        let runs = Runs::of(&link.scenario, &link.policies).expect("it has an outage");
        slow(&runs, &link.policies).into_string()
    }

    const STREAM: &str = "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000";

    #[test]
    fn littles_law_says_how_many_wait_at_most_with_all_that_is_sent_again() {
        let once = told(STREAM);
        assert!(once.contains("says at most 408 a second \u{d7} 10 ms = 4.1 waiting at once"), "{once}");
        let twice = told(&format!("{STREAM}&retry=1"));
        assert!(twice.contains("says at most 408 a second \u{d7} 20 ms = 8.2 waiting at once"), "{twice}");
    }

    #[test]
    fn it_says_nothing_with_a_breaker_and_of_what_is_over_before_anyone_gives_up() {
        let broken = told(&format!("{STREAM}&breaker=5"));
        assert!(broken.contains("the breaker keeps most from asking") && !broken.contains("a second"), "{broken}");
        let short = told("strategy=incr&redis=silent@10ms..18ms");
        assert!(short.contains("the outage, 8 ms, is not longer than a check waits, 10 ms"), "{short}");
    }

    #[test]
    fn large_rates_are_told_in_threes_and_a_bursts_only_for_its_time() {
        let fast = told("strategy=incr&traffic=steady&rate=20000&for=1s&redis=silent@100ms..900ms");
        assert!(fast.contains(" a second \u{d7}") && fast.contains("at most 20,"), "{fast}");
        let burst = told("strategy=incr&burst=400&spread=400ms&redis=silent@100ms..300ms");
        assert!(burst.contains(" a second in that time \u{d7} 10 ms"), "{burst}");
    }

    #[test]
    fn a_redis_that_is_down_is_known_of_after_a_round_trip() {
        let down = told("strategy=incr&rtt=100ms&redis=down@10ms..200ms");
        assert!(down.contains("after one round trip, 100 ms, all know"), "{down}");
    }
}
