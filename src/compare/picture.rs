//! One strategy's picture: how many are let through as time goes on, those over the limit above the others, and below it each
//! server's decisions. The dashed line is what an exact limiter lets through of the same requests in the end.
//!
//! All pictures have one scale. What is to come is covered: the cover stands where `--now` says, from 0 to 1.

use limit_sim::time::Time;
use limit_sim::trace::Outcome;
use maud::{Markup, html};

use super::runs::{Ran, Runs};
use crate::say;
use crate::svg;
use crate::words::number::px;

/// The picture's width; the page scales it.
const WIDTH: f64 = 320.0;
/// Where time begins and ends.
const LEFT: f64 = 30.0;
const RIGHT: f64 = 312.0;
/// Where the curve's highest and lowest place are.
const TOP: f64 = 12.0;
const FOOT: f64 = 112.0;
/// Where the first server's line is.
const LANES: f64 = 126.0;

/// Tells it.
pub fn picture(runs: &Runs, ran: &Ran) -> Markup {
    let scale = Scale::of(runs);
    let height = LANES + scale.lane * f64::from(runs.servers) + 4.0;
    let due = f64::from(ran.verdict.due);
    let level = scale.y(due);
    let all = curve(&scale, ran, &[Outcome::Allowed, Outcome::Over]);
    let within = curve(&scale, ran, &[Outcome::Allowed]);
    let area = |curve: &str| format!("{curve}V{}H{}Z", px(FOOT), px(LEFT));
    html! {
        svg viewBox={ "0 0 " (px(WIDTH)) " " (px(height)) } role="img" aria-label=(said(ran)) {
            (svg::line("axis", LEFT, FOOT, RIGHT, FOOT))
            (svg::path("beyond", &area(&all)))
            (svg::path("let", &area(&within)))
            (svg::path("curve", &all))
            (svg::line("limit", LEFT, level, RIGHT, level))
            (svg::text("level", "end", LEFT - 5.0, level + 4.0, &ran.verdict.due.to_string()))
            @if far_from(scale.y(f64::from(runs.most)), level) {
                (svg::text("level", "end", LEFT - 5.0, scale.y(f64::from(runs.most)) + 4.0, &runs.most.to_string()))
            }
            @for server in 0..runs.servers {
                (svg::line("lane", LEFT, scale.lane(server), RIGHT, scale.lane(server)))
                @if scale.lane > 9.0 { (svg::text("server", "end", LEFT - 5.0, scale.lane(server) + 4.0, &(server + 1).to_string())) }
            }
            @for (class, outcome) in [("refused", Outcome::Refused), ("allowed", Outcome::Allowed), ("over", Outcome::Over)] {
                (svg::path(class, &marks(&scale, ran, outcome)))
            }
            g.to-come { (svg::rect("", LEFT, 0.0, WIDTH, height, 0)) (svg::line("now", LEFT, 0.0, LEFT, height)) }
        }
    }
}

/// The picture in a sentence.
fn said(ran: &Ran) -> String {
    let verdict = &ran.verdict;
    let requests = verdict.allowed + verdict.refused;
    say!(
        "Of {} requests {} are let through; {} are due, {} are over.",
        requests,
        verdict.allowed,
        verdict.due,
        verdict.over
    )
}

fn far_from(one: f64, other: f64) -> bool {
    (one - other).abs() > 12.0
}

/// Where instants, numbers and servers are.
struct Scale {
    end: f64,
    most: f64,
    /// The height of a server's line.
    lane: f64,
}

impl Scale {
    fn of(runs: &Runs) -> Self {
        let lane = (96.0 / f64::from(runs.servers)).clamp(4.0, 14.0);
        Self { end: runs.end.nanos().max(1) as f64, most: f64::from(runs.most), lane }
    }

    fn x(&self, at: Time) -> f64 {
        LEFT + (RIGHT - LEFT) * at.nanos() as f64 / self.end
    }

    fn y(&self, number: f64) -> f64 {
        FOOT - (FOOT - TOP) * number / self.most
    }

    fn lane(&self, server: u32) -> f64 {
        LANES + self.lane * f64::from(server)
    }
}

/// How many have come to these outcomes, as steps. Steps too small to be seen are one.
fn curve(scale: &Scale, ran: &Ran, outcomes: &[Outcome]) -> String {
    let mut way = format!("M{} {}", px(LEFT), px(FOOT));
    let (mut count, mut last) = (0, LEFT);
    for mark in ran.marks.iter().filter(|mark| outcomes.contains(&mark.outcome)) {
        let x = scale.x(mark.at);
        if x - last >= 0.25 {
            // What has come until now, up to here.
            way += &format!("V{}H{}", px(scale.y(f64::from(count))), px(x));
            last = x;
        }
        count += 1;
    }
    way + &format!("V{}H{}", px(scale.y(f64::from(count))), px(RIGHT))
}

/// The marks of one kind, each a short stroke: the style gives it its shape. Marks in the same place are one.
fn marks(scale: &Scale, ran: &Ran, outcome: Outcome) -> String {
    let mut way = String::new();
    let mut last: Vec<f64> = Vec::new();
    for mark in ran.marks.iter().filter(|mark| mark.outcome == outcome) {
        let (x, server) = (scale.x(mark.at), mark.server as usize);
        if last.len() <= server {
            last.resize(server + 1, -1.0);
        }
        if x - last[server] < 0.5 {
            continue;
        }
        last[server] = x;
        let y = scale.lane(mark.server);
        let arm = (scale.lane * 0.25).min(2.4);
        way += &match outcome {
            // A cross, a dot, a ring.
            Outcome::Refused => format!(
                "M{} {}l{a} {a}M{} {}l-{a} {a}",
                px(x - arm),
                px(y - arm),
                px(x + arm),
                px(y - arm),
                a = px(2.0 * arm)
            ),
            Outcome::Allowed => format!("M{} {}h0", px(x), px(y)),
            Outcome::Over => format!(
                "M{} {}a{a} {a} 0 1 0 {} 0a{a} {a} 0 1 0 -{} 0",
                px(x - arm),
                px(y),
                px(2.0 * arm),
                px(2.0 * arm),
                a = px(arm)
            ),
        };
    }
    way
}
