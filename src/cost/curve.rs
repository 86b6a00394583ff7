//! The mean wait over how much of a node is used: the formula as a line, what was measured as points.

use limit_sim::cost::{Bill, SHARE};
use limit_sim::queueing::{Load, Waits};
use limit_sim::scenario::Costs;
use maud::{Markup, html};

use super::said::{micros, used};
use crate::language::t;
use crate::say;
use crate::svg;
use crate::words::number::px;

const HEIGHT: f64 = 250.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 24.0;
const FOOT: f64 = 206.0;

/// Where loads and waits are; waits are in lengths of a service.
struct Scale {
    right: f64,
    most: f64,
}

impl Scale {
    /// One on which the bill's wait has its place, if it can have one.
    fn of(bill: &Bill, width: f64) -> Self {
        let wait = bill.fullest.mean_wait().unwrap_or(0.0);
        let most = [5.0, 20.0, 100.0].into_iter().find(|most| wait < 0.85 * most).unwrap_or(500.0);
        Self { right: width - 10.0, most }
    }

    fn x(&self, load: Load) -> f64 {
        LEFT + (self.right - LEFT) * load.share()
    }

    fn y(&self, wait: f64) -> f64 {
        FOOT - (FOOT - TOP) * (wait / self.most).clamp(0.0, 1.0)
    }
}

const fn percent(percent: u64) -> Load {
    Load::from_billionths(percent * 10_000_000)
}

/// Tells it, in so many pixels.
pub fn curve(bill: &Bill, costs: &Costs, points: &[(Load, Waits)], width: f64) -> Markup {
    // Nothing is told until the width is known.
    if width < 200.0 {
        return Markup::default();
    }
    let scale = Scale::of(bill, width);
    let service = costs.service.micros_f64();
    let (share, full) = (scale.x(SHARE), scale.x(Load::FULL));
    html! {
        svg viewBox={ "0 0 " (px(width)) " " (px(HEIGHT)) } role="img" aria-label=(said(bill, service)) {
            @for fifth in 0..=5u32 {
                @let wait = scale.most * f64::from(fifth) / 5.0;
                (svg::line("lane", LEFT, scale.y(wait), full, scale.y(wait)))
                (svg::text("level", "end", LEFT - 6.0, scale.y(wait) + 4.0, &micros(wait * service)))
                @let load = percent(20 * u64::from(fifth));
                (svg::text("level", if fifth == 5 { "end" } else { "middle" }, scale.x(load), FOOT + 17.0, &used(load)))
            }
            (svg::text("level", "start", 0.0, 11.0, t("Mean wait of a call")))
            (svg::text("level", "end", full, FOOT + 36.0, t("used of the node")))
            (svg::line("share", share, TOP, share, FOOT))
            (svg::text("level", "end", share - 6.0, TOP + 16.0, &say!("{} at most", used(SHARE))))
            (svg::line("full", full, TOP, full, FOOT))
            (svg::text("bound", "end", full - 6.0, FOOT - 9.0, t("no bound")))
            (svg::path("formula", &formula(&scale)))
            @for (load, waits) in points { (point(&scale, *load, waits)) }
            @if let Some(wait) = bill.fullest.mean_wait() {
                @let (x, y) = (scale.x(bill.fullest), scale.y(wait));
                (svg::circle("here", x, y, 5.5))
                @let text = format!("{}: {}", used(bill.fullest), micros(wait * service));
                @if bill.fullest < percent(25) { (svg::text("name", "start", x.max(LEFT + 4.0), y - 15.0, &text)) }
                @else { (svg::text("name", "end", x - 11.0, y - 9.0, &text)) }
            }
        }
    }
}

/// The formula's line, up to where it leaves the picture.
fn formula(scale: &Scale) -> String {
    let mut way = String::new();
    for thousandth in (0..1_000).step_by(2) {
        let load = Load::from_billionths(thousandth * 1_000_000);
        let wait = load.mean_wait().unwrap_or(f64::MAX);
        if wait > scale.most {
            break;
        }
        svg::on(&mut way, scale.x(load), scale.y(wait));
    }
    way
}

/// What was measured: a cross, and two standard errors either way.
fn point(scale: &Scale, load: Load, waits: &Waits) -> Markup {
    let (x, y) = (scale.x(load), scale.y(waits.mean));
    let [low, high] = [-2.0, 2.0].map(|times| scale.y(waits.mean + times * waits.standard_error));
    svg::path("measured", &format!("M{} {}V{}M{} {}l8 8m0 -8l-8 8", px(x), px(low), px(high), px(x - 4.0), px(y - 4.0)))
}

fn said(bill: &Bill, service: f64) -> String {
    let here = bill.fullest.mean_wait().map_or_else(
        || t("there is no mean wait").to_owned(),
        |wait| say!("the mean wait is {}", micros(wait * service)),
    );
    say!(
        "The mean wait over how much of a node is used, which grows without bound towards 100%. At {} used {}.",
        used(bill.fullest),
        here
    )
}
