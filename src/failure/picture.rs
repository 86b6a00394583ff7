//! An endpoint's picture: how many were let through as time goes on, those beyond the limit above the others; the dashed line is an
//! exact limiter's to which nothing happens. Below it what became of who came, bar by bar. The outage is shaded.
//!
//! All pictures have one scale. What is to come is covered: the cover begins where `--now` says, from 0 to 1.

use limit_sim::time::Time;
use limit_sim::trace::Outcome;
use maud::{Markup, html};

use super::runs::{Mark, Ran, Runs};
use super::told::away;
use crate::language::t;
use crate::say;
use crate::svg;
use crate::words::counting::grouped;
use crate::words::number::{exact, px};

/// The picture's width; the page scales it.
const WIDTH: f64 = 320.0;
/// Where time begins and ends.
const LEFT: f64 = 40.0;
const RIGHT: f64 = 312.0;
/// Where the curve's highest and lowest place are.
const TOP: f64 = 22.0;
const FOOT: f64 = 132.0;
/// Where the bars stand, and how high they can be.
const GROUND: f64 = 184.0;
const BARS: f64 = 40.0;
/// How many there are.
const COUNT: usize = 54;
const HEIGHT: f64 = 202.0;

/// Tells it.
pub fn picture(runs: &Runs, ran: &Ran) -> Markup {
    let scale = Scale { end: runs.end.nanos().max(1) as f64, most: runs.most as f64 };
    let all = curve(&scale, &ran.marks, &[Outcome::Allowed, Outcome::Over]);
    let within = curve(&scale, &ran.marks, &[Outcome::Allowed]);
    let due = curve(&scale, &runs.due, &[Outcome::Allowed, Outcome::Over]);
    let area = |curve: &str| format!("{curve}V{}H{}Z", px(FOOT), px(LEFT));
    let bars = bars(&ran.marks, runs.end);
    let highest = bars.iter().map(|bar| bar.iter().sum::<u32>()).max().unwrap_or(0).max(1);
    let (from, until) = (scale.x(runs.outage.from), scale.x(runs.outage.until));
    let instants = [(runs.outage.from, from), (runs.outage.until, until)];
    html! {
        svg viewBox={ "0 0 " (px(WIDTH)) " " (px(HEIGHT)) } role="img" aria-label=(said(ran)) {
            (svg::rect("outage", from, TOP - 12.0, (until - from).max(1.0), GROUND - TOP + 12.0, 0))
            (svg::text("when", "middle", ((from + until) / 2.0).clamp(LEFT + 40.0, RIGHT - 40.0), TOP - 2.0, &say!("Redis {}", t(away(runs.outage.what)))))
            (svg::line("axis", LEFT, FOOT, RIGHT, FOOT))
            (svg::path("beyond", &area(&all)))
            (svg::path("let", &area(&within)))
            (svg::path("curve", &all))
            (svg::path("limit", &due))
            (svg::text("level", "end", LEFT - 5.0, TOP + 4.0, &grouped(runs.most as u128)))
            (svg::text("level", "end", LEFT - 5.0, FOOT + 3.0, "0"))
            @for (place, class) in ["let-bar", "over-bar", "refused-bar"].into_iter().enumerate() {
                (svg::path(class, &stacked(&bars, place, highest)))
            }
            (svg::line("axis", LEFT, GROUND, RIGHT, GROUND))
            @for (at, x) in instants {
                (svg::text("level", "middle", x.clamp(LEFT + 12.0, RIGHT - 14.0), HEIGHT - 4.0, &exact(at.since_start())))
            }
            (svg::rect("cover", LEFT, 0.0, RIGHT - LEFT, HEIGHT, 0))
            g.to-come { (svg::line("now", LEFT, 0.0, LEFT, HEIGHT)) }
        }
    }
}

/// The picture in a sentence.
fn said(ran: &Ran) -> String {
    let during = &ran.during;
    say!(
        "Of {} requests that come in the outage {} are let through, {} of them beyond the limit; in the whole run {}.",
        during.waiting.came,
        during.through,
        during.over,
        ran.verdict.allowed
    )
}

/// Where instants and numbers are.
struct Scale {
    end: f64,
    most: f64,
}

impl Scale {
    fn x(&self, at: Time) -> f64 {
        LEFT + (RIGHT - LEFT) * (at.nanos() as f64 / self.end).min(1.0)
    }

    fn y(&self, number: u32) -> f64 {
        FOOT - (FOOT - TOP) * f64::from(number) / self.most
    }
}

/// How many have come to these outcomes, as steps. Steps too small to be seen are one.
fn curve(scale: &Scale, marks: &[Mark], outcomes: &[Outcome]) -> String {
    let mut way = format!("M{} {}", px(LEFT), px(FOOT));
    let (mut count, mut last) = (0, LEFT);
    for (at, _) in marks.iter().filter(|(_, outcome)| outcomes.contains(outcome)) {
        let x = scale.x(*at);
        if x - last >= 0.8 {
            // What has come until now, up to here.
            way += &format!("V{}H{}", px(scale.y(count)), px(x));
            last = x;
        }
        count += 1;
    }
    way + &format!("V{}H{}", px(scale.y(count)), px(RIGHT))
}

/// How many were let through within the limit, beyond it, and refused, in each of as many parts of the time.
fn bars(marks: &[Mark], end: Time) -> [[u32; 3]; COUNT] {
    let mut bars = [[0; 3]; COUNT];
    let width = end.nanos() / COUNT as u64 + 1;
    for (at, outcome) in marks {
        let place = match outcome {
            Outcome::Allowed => 0,
            Outcome::Over => 1,
            Outcome::Refused => 2,
        };
        bars[(at.nanos() / width) as usize % COUNT][place] += 1;
    }
    bars
}

/// The bars' parts of one kind, each on those before it.
fn stacked(bars: &[[u32; 3]], place: usize, highest: u32) -> String {
    let step = (RIGHT - LEFT) / COUNT as f64;
    let height = |number: u32| BARS * f64::from(number) / f64::from(highest);
    let mut way = String::new();
    for (nth, bar) in bars.iter().enumerate().filter(|(_, bar)| bar[place] > 0) {
        let foot = GROUND - height(bar.iter().take(place).sum());
        let tall = height(bar[place]);
        let x = LEFT + step * nth as f64 + 0.5;
        let wide = px(step - 1.2);
        way += &format!("M{} {}v-{}h{wide}v{}z", px(x), px(foot), px(tall), px(tall));
    }
    way
}
