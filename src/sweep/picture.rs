//! The picture: means as lines with their marks, what most runs come to as bands, the closed forms as rings, what a real
//! Redis did as squares with whiskers.

use limit_sim::scenario::{Axis, Measure, Strategy};
use limit_sim::time::Span;
use maud::{Markup, html};

use super::labels::apart;
use super::names;
use super::real::Real;
use super::scale::{LEFT, Scale, TOP, levels};
use super::told::{Curve, Dot, Told};
use crate::language::t;
use crate::say;
use crate::svg;
use crate::words::number::{px, trimmed};
use crate::words::strategy;

/// How far apart names at the lines' ends stand.
const LINE: f64 = 17.0;
/// How far apart rings are at least.
const BETWEEN_RINGS: f64 = 56.0;
/// How far apart marks are at least.
const BETWEEN_MARKS: f64 = 9.0;

/// Where everything is.
pub fn scale(told: &Told, real: &[Real], width: f64) -> Scale {
    let mut most: f64 = 0.0;
    for dot in told.dots() {
        most = most.max(dot.mean).max(dot.band[1]).max(dot.due.unwrap_or(0.0));
    }
    for real in real {
        most = most.max(real.mean + real.sd);
    }
    let (size, most, _) = unit(told.measure, most);
    let top = levels(most).last().copied().unwrap_or(1.0);
    Scale { ends: told.ends(), top: top * size, width }
}

/// In what the levels are counted, how many of them this is, and what that is called.
fn unit(measure: Measure, most: f64) -> (f64, f64, &'static str) {
    let (size, name) = match names::is_time(measure) {
        true if most >= 1e6 => (1e6, "s"),
        true if most >= 100.0 => (1e3, "ms"),
        true => (1.0, "\u{b5}s"),
        false => (1.0, ""),
    };
    (size, most / size, name)
}

/// Tells it.
pub fn picture(told: &Told, real: &[Real], width: f64) -> Markup {
    // Nothing is told until the width is known.
    if width < 200.0 {
        return Markup::default();
    }
    let scale = scale(told, real, width);
    html! {
        svg viewBox={ "0 0 " (px(width)) " " (px(scale.height())) } role="img" aria-label=(said(told)) {
            (axes(told, &scale))
            (due(told, &scale))
            // What the present strategy does lies on what others do.
            @for (nth, one) in told.curves.iter().enumerate().rev() {
                g class={ "look-" (one.look) @if nth == 0 { " present" } } { (curve(one, &scale)) }
            }
            @for one in real {
                @let (x, y) = (scale.x(one.trip), scale.y(one.mean));
                @let [low, high] = [-1.0, 1.0].map(|times| scale.y(one.mean + times * one.sd));
                g class={ "real look-" (one.look) } {
                    (svg::path("whisker", &format!("M{0} {1}V{2}m-4 0h8M{3} {1}h8", px(x), px(low), px(high), px(x - 4.0))))
                    (svg::rect("square", x - 3.5, y - 3.5, 7.0, 7.0, 0))
                }
            }
            @if scale.has_names() { (ends(told, &scale)) }
        }
    }
}

fn said(told: &Told) -> String {
    say!(
        "{} over {}, a line for each strategy; the table below has the numbers",
        names::measure(told.measure),
        names::within(told.asked.sweep.axis)
    )
}

fn axes(told: &Told, scale: &Scale) -> Markup {
    let axis = told.asked.sweep.axis;
    let (right, foot) = (scale.right(), scale.foot());
    let (size, top, unit) = unit(told.measure, scale.top);
    let [_, last] = scale.ends;
    // Along the axis the unit is said once, below.
    let (of, along) = match axis.is_span() {
        true if Span::from_nanos(last) >= Span::from_secs(2) => (1e9, ", s"),
        true => (1e6, ", ms"),
        false => (1.0, ""),
    };
    html! {
        @for level in levels(top) {
            @let y = scale.y(level * size);
            (svg::line("lane", LEFT, y, right, y))
            (svg::text("level", "end", LEFT - 9.0, y + 4.0, &trimmed(level, 3)))
        }
        @for tick in scale.ticks() {
            @let x = scale.x(tick);
            (svg::line("tick", x, foot + 9.0, x, foot + 13.0))
            (svg::text("level", "middle", x, foot + 26.0, &trimmed(tick as f64 / of, 6)))
        }
        (svg::text("level", "start", 0.0, 11.0, &up(told, unit)))
        (svg::text("level", "end", right, foot + 43.0, &format!("{}{along}", names::axis(axis))))
    }
}

/// What goes upwards.
fn up(told: &Told, unit: &str) -> String {
    let name = names::measure(told.measure);
    let requests = told.asked.scenario.requests();
    match told.measure {
        Measure::Allowed if told.asked.sweep.axis != Axis::Burst => say!("{}, of {}", name, requests),
        _ if !unit.is_empty() => format!("{name}, {unit}"),
        _ => name.to_owned(),
    }
}

/// A strategy's band, line, marks and closed forms.
fn curve(curve: &Curve, scale: &Scale) -> Markup {
    let [mut mean, mut band, mut marks, mut rings] = [const { String::new() }; 4];
    let [mut next_mark, mut next_ring] = [0.0; 2];
    for dot in &curve.dots {
        let (x, y) = (scale.x(dot.value), scale.y(dot.mean));
        svg::on(&mut mean, x, y);
        svg::on(&mut band, x, scale.y(dot.band[1]));
        if x >= next_mark {
            marks += &mark(curve.look, x, y);
            next_mark = x + BETWEEN_MARKS;
        }
        if let Some(expected) = dot.expected.filter(|_| x >= next_ring) {
            rings += &format!("M{} {}{RING}", px(x), px(scale.y(expected)));
            next_ring = x + BETWEEN_RINGS;
        }
    }
    // And back below.
    for dot in curve.dots.iter().rev() {
        svg::on(&mut band, scale.x(dot.value), scale.y(dot.band[0]));
    }
    html! {
        @for (class, way) in [("band", band), ("mean", mean), ("marks", marks), ("rings", rings)] { (svg::path(class, &way)) }
    }
}

/// A ring around a place.
pub const RING: &str = "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0";

/// A strategy's mark: each has a shape of its own.
pub fn mark(look: usize, x: f64, y: f64) -> String {
    const SHAPES: [&str; 5] = [
        "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
        "m-2.7-2.7h5.4v5.4h-5.4z",
        "m0-4l4 4l-4 4l-4-4z",
        "m0-3.8l3.6 6.4h-7.2z",
        "m0 3.8l3.6-6.4h-7.2z",
    ];
    format!("M{} {}{}", px(x), px(y), SHAPES[look])
}

/// What an exact limiter lets through.
fn due(told: &Told, scale: &Scale) -> Markup {
    let mut way = String::new();
    for dot in told.present() {
        dot.due.into_iter().for_each(|due| svg::on(&mut way, scale.x(dot.value), scale.y(due)));
    }
    svg::path("due", &way)
}

/// What that is called, and where it is at the end; none where it can't be told.
pub fn due_name(told: &Told) -> Option<(String, f64)> {
    let last = told.present().last()?.due?;
    let limit = f64::from(told.asked.scenario.limit);
    let name = match told.asked.sweep.axis {
        Axis::Limit => t("the limit").to_owned(),
        _ if told.present().iter().all(|dot| dot.due == Some(limit)) => say!("limit {}", trimmed(limit, 0)),
        _ => t("what is due").to_owned(),
    };
    Some((name, last))
}

/// Names at the lines' ends.
fn ends(told: &Told, scale: &Scale) -> Markup {
    let mut names: Vec<(String, &str, String)> = Vec::new();
    let mut wanted = Vec::new();
    for (nth, curve) in told.curves.iter().enumerate() {
        if let Some(last) = curve.dots.last() {
            wanted.push(scale.y(last.mean));
            let class = if nth == 0 { "present" } else { "" };
            names.push((strategy::name(curve.strategy).to_owned(), class, curve.look.to_string()));
        }
    }
    if let Some((name, level)) = due_name(told) {
        wanted.push(scale.y(level));
        names.push((name, "limit", "due".to_owned()));
    }
    let places = apart(&wanted, LINE, [TOP - 8.0, scale.foot()]);
    let right = scale.right();
    html! {
        @for (nth, (name, class, look)) in names.iter().enumerate() {
            g class={ "look-" (look) " " (class) } {
                // From the line to its name.
                (svg::line("leader", right + 7.0, wanted[nth], right + 17.0, places[nth]))
                (svg::text("name", "start", right + 21.0, places[nth] + 4.0, name))
            }
        }
    }
}

/// The point that is nearest to a place in the picture, if it is as near as a finger hits, with its strategy.
pub fn nearest(told: &Told, scale: &Scale, [x, y]: [f64; 2]) -> Option<(Strategy, Dot)> {
    const NEAR: f64 = 18.0;
    let mut found = None;
    let mut least = NEAR * NEAR;
    for curve in &told.curves {
        for dot in &curve.dots {
            let (across, down) = (scale.x(dot.value) - x, scale.y(dot.mean) - y);
            let off = across * across + down * down;
            if off < least {
                least = off;
                found = Some((curve.strategy, *dot));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::told::tests::told;
    use super::*;

    #[test]
    fn the_highest_of_what_is_drawn_has_a_place_and_little_room_is_left_above_it() {
        let top = |query| scale(&told(query, 40), &[], 900.0).top;
        assert_eq!(top("strategy=get-set&sweep=rtt=0ms..20ms/10ms"), 40.0);
        // 20 ms twice; what Redis takes besides is a hair.
        assert_eq!(top("strategy=get-set&sweep=rtt=0ms..20ms/10ms&measure=wait-p99"), 40_000.0);
    }

    #[test]
    fn the_limit_is_named_by_its_number_where_it_is_what_is_due() {
        let name = |query| due_name(&told(query, 1)).map(|(name, _)| name);
        assert_eq!(name("strategy=incr&curves=one&sweep=servers=1..2/1").unwrap(), "limit 10");
        assert_eq!(name("strategy=incr&curves=one&sweep=limit=1..2/1").unwrap(), "the limit");
        assert_eq!(name("strategy=incr&curves=one&sweep=burst=5..20/15").unwrap(), "what is due");
        assert_eq!(name("strategy=incr&curves=one&sweep=servers=1..2/1&measure=wait-p50"), None);
    }

    #[test]
    fn a_press_finds_the_nearest_point_and_only_near_ones() {
        let told = told("strategy=get-set&sweep=rtt=0ms..20ms/10ms", 40);
        let scale = scale(&told, &[], 900.0);
        let (x, limit) = (scale.x(10_000_000), scale.y(10.0));
        let near = |x, y| nearest(&told, &scale, [x, y]).map(|(strategy, dot)| (strategy, dot.value));
        assert_eq!(near(x + 3.0, limit - 2.0), Some((Strategy::Incr, 10_000_000)));
        assert_eq!(near(x, scale.y(8.0) + 8.0), Some((Strategy::Split, 10_000_000)));
        assert_eq!(near(x, scale.y(20.0)), None);
    }
}
