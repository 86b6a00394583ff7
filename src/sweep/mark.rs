//! The present value on the chart: a slider along its axis, and a line through the picture. What it sets is the scenario's.

use leptos::prelude::*;
use limit_sim::scenario::{Scenario, Sweep};
use maud::{Markup, html};

use super::names;
use super::scale::LEFT;
use super::told::Told;
use crate::lab::Lab;
use crate::live;
use crate::part::Part;
use crate::say;
use crate::words::number::{fixed, px};

/// Tells it.
pub fn told() -> Markup {
    html! {
        i.here {}
        input type="range" name="sweep-here" min="0" step="1";
    }
}

/// Where the slider stops.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stops {
    sweep: Sweep,
    /// How far apart the stops are.
    unit: u64,
}

impl Stops {
    /// Every value that is drawn, and where it is a span nine between each and the next; else every whole number.
    fn of(sweep: Sweep) -> Self {
        let unit = match sweep.axis.is_span() {
            true if sweep.step.is_multiple_of(10) => sweep.step / 10,
            true => sweep.step,
            false => 1,
        };
        Self { sweep, unit }
    }

    fn top(&self) -> u64 {
        (self.sweep.points() - 1) * self.sweep.step / self.unit
    }

    fn value(&self, position: u64) -> u64 {
        self.sweep.from + position.min(self.top()) * self.unit
    }

    /// The nearest stop to a value.
    fn position(&self, value: u64) -> u64 {
        ((value.max(self.sweep.from) - self.sweep.from + self.unit / 2) / self.unit).min(self.top())
    }

    /// How far along the axis a value is, from 0 to 1; none beyond its ends.
    fn part(&self, value: u64) -> Option<f64> {
        let length = self.value(self.top()) - self.sweep.from;
        let off = value.checked_sub(self.sweep.from).filter(|off| *off <= length)?;
        Some(off as f64 / length.max(1) as f64)
    }
}

/// Keeps it. The picture is as wide as `width` says.
pub fn keep(part: &Part, lab: Lab, told: impl Fn() -> Option<(Sweep, f64, f64)> + 'static) {
    let (slider, plot) = (part.named("sweep-here"), part.find(".plot"));
    let stops = move || Stops::of(lab.open().runs.sweep);
    let input = slider.clone();
    live::effect(move || {
        let Some((drawn, right, foot)) = told() else { return live::set(&plot, "data-drawn", None) };
        let (stops, scenario) = (stops(), lab.scenario());
        let axis = stops.sweep.axis;
        let value = axis.get(&scenario);
        // The picture may still be that of another range.
        let part = stops.part(value).filter(|_| drawn == stops.sweep);
        live::set(&plot, "data-drawn", Some(""));
        live::set(&plot, "data-here", part.map(|_| ""));
        let style = format!(
            "--left:{}px;--wide:{}px;--foot:{}px;--here:{}",
            px(LEFT),
            px(right - LEFT),
            px(foot),
            fixed(part.unwrap_or(0.0), 4)
        );
        live::set_style(&plot, &style);
        live::set(&input, "max", Some(&stops.top().to_string()));
        live::set_value(&input, &stops.position(value).to_string());
        live::set(&input, "aria-label", Some(&say!("{}, on the chart", names::axis(axis))));
        let mut spoken = names::value(axis, value);
        if stops.part(value).is_none() {
            spoken = say!("{}, beyond this range", spoken);
        }
        live::set(&input, "aria-valuetext", Some(&spoken));
    });
    let dragged = slider.clone();
    live::hear(&slider, "input", move |event| {
        let Ok(position) = live::value_of(&event).parse::<u64>() else { return };
        let stops = untrack(stops);
        let to = stops.value(position);
        lab.drag("sweep-here", |scenario| set(scenario, stops.sweep, to));
        // What is more than a run can bear is not taken: it stays where it was.
        let value = stops.sweep.axis.get(&untrack(|| lab.scenario()));
        live::set_value(&dragged, &stops.position(value).to_string());
    });
    live::hear(&slider, "change", move |_| lab.settle());
    // A drag that ends where it began is no change to the browser.
    live::hear(&slider, "pointerup", move |_| lab.settle());
}

/// Sets the scenario's value, unless it is more than a run can bear.
pub fn set(scenario: &mut Scenario, sweep: Sweep, value: u64) {
    if let Ok(with) = sweep.axis.with(scenario, value) {
        *scenario = with;
    }
}

/// What is said of a value that has no place on the chart.
pub fn beyond(told: &Told, scenario: &Scenario) -> String {
    let sweep = told.asked.sweep;
    let value = sweep.axis.get(scenario);
    match Stops::of(sweep).part(value) {
        Some(_) => String::new(),
        None => say!("Now it is {}, beyond this range.", names::value(sweep.axis, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops(text: &str) -> Stops {
        Stops::of(Sweep::read(text).unwrap())
    }

    #[test]
    fn every_value_that_is_drawn_is_a_stop() {
        for text in
            ["rtt=0ms..20ms/1ms", "servers=1..16/4", "burst=10..200/10", "rtt=1us..30us/7us", "spread=0ms..1s/300ms"]
        {
            let (stops, sweep) = (stops(text), Sweep::read(text).unwrap());
            for value in sweep.values() {
                assert_eq!(stops.value(stops.position(value)), value, "{text}");
            }
            assert_eq!(stops.part(sweep.values().last().unwrap()), Some(1.0), "{text}");
        }
    }

    #[test]
    fn a_value_beyond_the_range_stands_at_its_end_and_has_no_place() {
        let stops = stops("servers=4..16/4");
        assert_eq!([2, 4, 9, 16, 32].map(|value| stops.value(stops.position(value))), [4, 4, 9, 16, 16]);
        assert_eq!([2, 4, 10, 16, 17].map(|value| stops.part(value)), [None, Some(0.0), Some(0.5), Some(1.0), None]);
    }
}
