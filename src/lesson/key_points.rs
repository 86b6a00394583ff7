//! The key points at the lesson's end, each with the run that shows it.

use maud::html;

use crate::follow;
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;

/// What to keep in mind, what the link says, and where it leads.
const POINTS: &[(&str, &str, &str)] = &[
    (
        n!(
            "A count in a server\u{2019}s memory limits that server. With N of them a user has up to N limits, and each new server adds one."
        ),
        n!("Eight servers"),
        "strategy=local&servers=8&burst=80&balancer=round-robin",
    ),
    (
        n!(
            "A share of the limit for each server refuses people who are within it, because no balancer spreads one user\u{2019}s requests evenly."
        ),
        n!("Shares"),
        "strategy=split&burst=10",
    ),
    (
        n!(
            "A shared count must be checked and changed in one atomic step. What reads, decides and then writes leaks, and the more so the slower the trip."
        ),
        n!("The race"),
        "strategy=get-set&rtt=5ms",
    ),
    (
        n!(
            "INCR and a look at its answer is such a step for windows; a script is one for buckets, sliding windows and anything else."
        ),
        n!("A script"),
        "strategy=script&rule=token-bucket",
    ),
    (
        n!("A count and its expiry belong into one transaction, or a crash between them shuts a user out."),
        n!("The crash"),
        "strategy=incr-expire&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms",
    ),
    (
        n!(
            "Sharing costs a trip for each request, a place in the queue of one Redis node, and a dependency. Beyond one node, spread counts by key."
        ),
        n!("The bill"),
        "strategy=incr&nodes=2&tab=cost&cost-rate=60000&cost-checks=2.0",
    ),
    (
        n!(
            "Decide for each endpoint what happens without an answer: let through, refuse, or count alone. A short timeout makes a slow Redis no worse than a missing one."
        ),
        n!("A slow Redis"),
        "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000&timeout=10ms",
    ),
    (
        n!(
            "Be exact where abuse is costly and requests are few; elsewhere a count that is told now and then, or a coarse limit at the edge, costs much less and is a little over."
        ),
        n!("A sync"),
        "strategy=sync-share&servers=8&limit=1000&traffic=steady&rate=2000&for=1s",
    ),
];

/// The key points.
pub fn key_points() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        section.key-points aria-labelledby="key-points-title" {
            h3 id="key-points-title" { (t("Key points")) }
            ul {
                @for (point, link, query) in POINTS {
                    li { (t(point)) " " a href=(follow::href(lab, query)) data-link=(query) { (t(link)) } }
                }
            }
        }
    });
    live::hear(part.root(), "click", move |event| {
        if follow::pressed(lab, &event) {
            follow::show_stage();
        }
    });
    part
}
