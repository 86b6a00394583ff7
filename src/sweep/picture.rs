//! The picture: means as lines with their marks, what most runs come to as bands, the closed forms as rings, what a real
//! Redis did as squares with whiskers.

use limit_sim::scenario::{Axis, Measure, Strategy};
use limit_sim::time::Span;
use maud::{Markup, html};

use super::labels::apart;
use super::names;
use super::real::Real;
use super::scale::{LEFT, Scale, TOP, levels};
use super::told::{Dot, Told};
use crate::svg;
use crate::words::number::{px, trimmed};
use crate::words::strategy;

/// How far apart names at the lines' ends stand.
const LINE: f64 = 17.0;
/// How far apart rings are at least.
const BETWEEN_RINGS: f64 = 30.0;
/// How far apart marks are at least.
const BETWEEN_MARKS: f64 = 9.0;

/// Where everything is.
pub fn scale(told: &Told, real: &[Real], width: f64) -> Scale {
    let mut most: f64 = 0.0;
    for dot in told.curves().flat_map(|(_, dots)| dots) {
        most = most.max(dot.mean).max(dot.band[1]);
    }
    if told.measure == Measure::Allowed {
        most = told.due.iter().filter_map(|(_, due)| *due).fold(most, f64::max);
    }
    most = real.iter().fold(most, |most, real| most.max(real.mean + real.sd));
    // A hair less, so that what ends at a round level does not ask for one more.
    let top = levels(unit(told.measure, most).1).last().copied().unwrap_or(1.0);
    Scale { ends: told.ends(), top: top * unit(told.measure, most).0, width }
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
            // What the present strategy does lies on what others do.
            @for (nth, (series, dots)) in told.curves().enumerate().collect::<Vec<_>>().into_iter().rev() {
                g class={ "look-" (series.look) @if nth == 0 { " present" } } {
                    (curve(series.look, dots, &scale))
                }
            }
            (due(told, &scale))
            @for (_, dots) in told.curves() { (rings(dots, &scale)) }
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
    format!(
        "{} over {}, a line for each strategy; the table below has the numbers",
        names::measure(told.measure),
        names::whatever(told.asked.sweep.axis)
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
        Measure::Allowed if told.asked.sweep.axis != Axis::Burst => format!("{name}, of {requests}"),
        _ if !unit.is_empty() => format!("{name}, {unit}"),
        _ => name.to_owned(),
    }
}

/// A strategy's band, line and marks.
fn curve(look: usize, dots: &[Dot], scale: &Scale) -> Markup {
    let edge = |nth: usize| dots.iter().map(move |dot| (scale.x(dot.value), scale.y(dot.band[nth])));
    let band = way(edge(1).chain(edge(0).rev()));
    let mut marks = String::new();
    let mut free = f64::NEG_INFINITY;
    for dot in dots {
        let (x, y) = (scale.x(dot.value), scale.y(dot.mean));
        if x >= free {
            marks += &mark(look, x, y);
            free = x + BETWEEN_MARKS;
        }
    }
    html! {
        (svg::path("band", &band))
        (svg::path("mean", &way(dots.iter().map(|dot| (scale.x(dot.value), scale.y(dot.mean))))))
        (svg::path("marks", &marks))
    }
}

/// A strategy's mark: each has a shape of its own.
pub fn mark(look: usize, x: f64, y: f64) -> String {
    let (x, y) = (px(x), px(y));
    match look {
        0 => format!("M{x} {y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0"),
        1 => format!("M{x} {y}m-2.7-2.7h5.4v5.4h-5.4z"),
        2 => format!("M{x} {y}m0-4l4 4l-4 4l-4-4z"),
        3 => format!("M{x} {y}m0-3.8l3.6 6.4h-7.2z"),
        _ => format!("M{x} {y}m0 3.8l3.6-6.4h-7.2z"),
    }
}

/// What the closed form says, where there is one.
fn rings(dots: &[Dot], scale: &Scale) -> Markup {
    let mut rings = String::new();
    let mut free = f64::NEG_INFINITY;
    for dot in dots {
        let x = scale.x(dot.value);
        if let Some(expected) = dot.expected.filter(|_| x >= free) {
            rings += &format!("M{} {}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", px(x), px(scale.y(expected)));
            free = x + BETWEEN_RINGS;
        }
    }
    svg::path("rings", &rings)
}

/// What an exact limiter lets through.
fn due(told: &Told, scale: &Scale) -> Markup {
    if told.measure != Measure::Allowed {
        return Markup::default();
    }
    let known = told.due.iter().filter_map(|(value, due)| Some((scale.x(*value), scale.y((*due)?))));
    svg::path("due", &way(known))
}

/// What that is called, and where it is at the end; none where it can't be told.
pub fn due_name(told: &Told) -> Option<(String, f64)> {
    let due: Vec<f64> = told.due.iter().filter_map(|(_, due)| *due).collect();
    let last = *due.last().filter(|_| told.measure == Measure::Allowed)?;
    let limit = f64::from(told.asked.scenario.limit);
    let name = match told.asked.sweep.axis {
        Axis::Limit => "the limit".to_owned(),
        _ if due.iter().all(|one| *one == limit) => format!("limit {}", trimmed(limit, 0)),
        _ => "what is due".to_owned(),
    };
    Some((name, last))
}

/// Names at the lines' ends.
fn ends(told: &Told, scale: &Scale) -> Markup {
    let mut names: Vec<(String, &str, f64, f64)> = Vec::new();
    for (nth, (series, dots)) in told.curves().enumerate() {
        let class = ["name", "name present"][usize::from(nth == 0)];
        if let Some(last) = dots.last() {
            let name = strategy::name(series.strategy).to_owned();
            names.push((name, class, scale.x(last.value), scale.y(last.mean)));
        }
    }
    let looks: Vec<usize> = told.curves().filter(|(_, dots)| !dots.is_empty()).map(|(series, _)| series.look).collect();
    if let Some((name, level)) = due_name(told) {
        names.push((name, "name due", scale.right(), scale.y(level)));
    }
    let wanted: Vec<f64> = names.iter().map(|name| name.3).collect();
    let places = apart(&wanted, LINE, [TOP - 8.0, scale.foot()]);
    let right = scale.right();
    html! {
        @for (nth, (name, class, x, y)) in names.iter().enumerate() {
            g class={ "look-" @match looks.get(nth) { Some(look) => (look), None => "due" } } {
                // From the line to its name.
                @let (from, to, at) = (px(x + 7.0), px(right + 17.0), px(places[nth]));
                (svg::path("leader", &format!("M{from} {}L{to} {at}", px(*y))))
                (svg::text(class, "start", right + 21.0, places[nth] + 4.0, name))
            }
        }
    }
}

fn way(places: impl Iterator<Item = (f64, f64)>) -> String {
    let mut way = String::new();
    for (x, y) in places {
        way += &format!("{}{} {}", if way.is_empty() { "M" } else { "L" }, px(x), px(y));
    }
    way
}

/// The point that is nearest to a place in the picture, if it is as near as a finger hits, with its strategy.
pub fn nearest(told: &Told, scale: &Scale, [x, y]: [f64; 2]) -> Option<(Strategy, Dot)> {
    const NEAR: f64 = 18.0;
    let mut found = None;
    let mut least = NEAR * NEAR;
    for (series, dots) in told.curves() {
        for dot in dots {
            let (across, down) = (scale.x(dot.value) - x, scale.y(dot.mean) - y);
            let off = across * across + down * down;
            if off < least {
                least = off;
                found = Some((series.strategy, *dot));
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
        assert_eq!(
            top("strategy=get-set&sweep=rtt=0ms..20ms/10ms&measure=wait-p99"),
            50_000.0,
            "20 ms twice, and what Redis takes"
        );
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
