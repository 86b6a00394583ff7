//! What the bill is made out for: a slider with an exact field for each number.
//!
//! One table, one effect and two listeners for all of them.

use leptos::prelude::*;
use limit_sim::scenario::{Amount, Costs, Link};
use maud::{Markup, html};
use web_sys::Element;

use crate::lab::Lab;
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::words::counting::grouped;
use crate::words::number::{percent, trimmed};
use crate::{n, say};

/// A number of the bill's.
#[derive(Clone, Copy)]
struct Input {
    /// Its name in links.
    name: &'static str,
    label: &'static str,
    /// Its unit, as it is shown and in links.
    unit: &'static str,
    suffix: &'static str,
    /// How much of what is counted is one of what is shown: 1,000 nanoseconds are a microsecond.
    per: u64,
    /// The slider's first stop above the lowest.
    first: u64,
    of: Amount,
}

const fn input(
    name: &'static str,
    label: &'static str,
    [unit, suffix]: [&'static str; 2],
    [per, first]: [u64; 2],
    of: Amount,
) -> Input {
    Input { name, label, unit, suffix, per, first, of }
}

const MICROS: [&str; 2] = ["\u{b5}s", "us"];
const MILLIS: [&str; 2] = ["ms", "ms"];
const NONE: [&str; 2] = [""; 2];

const INPUTS: [Input; 8] = [
    input("cost-rate", n!("Requests a second"), NONE, [1, 1], Amount::Rate),
    input("cost-hot", n!("To the busiest key"), NONE, [1, 100], Amount::Hot),
    input("cost-checks", n!("Checks a request"), NONE, [10, 1], Amount::Checks),
    input("cost-service", n!("A call keeps Redis busy"), MICROS, [1_000, 1_000], Amount::Service),
    input("cost-rtt", n!("Round trip to Redis"), MILLIS, [1_000_000, 100_000], Amount::Rtt),
    input("cost-work", n!("A request\u{2019}s own time"), MILLIS, [1_000_000, 1_000_000], Amount::Work),
    input("cost-buckets", n!("Active buckets"), NONE, [1, 1_000], Amount::Buckets),
    input("cost-bytes", n!("Bytes each"), NONE, [1, 10], Amount::Bytes),
];

/// Where each group of them begins and ends, and what it is called.
const GROUPS: [(usize, usize, &str); 3] = [(0, 4, n!("Calls")), (4, 6, n!("Time")), (6, 8, n!("Memory"))];

fn named(name: &str) -> Option<Input> {
    INPUTS.into_iter().find(|input| input.name == name)
}

impl Input {
    /// The values that the slider stops at: about ten to each decade.
    fn stops(&self) -> Vec<u64> {
        const MANTISSAS: [u64; 11] = [10, 12, 15, 20, 25, 30, 36, 40, 50, 60, 80];
        let [least, most] = self.of.range();
        let mut stops = vec![least];
        let mut unit = 1;
        while unit <= most {
            for mantissa in MANTISSAS {
                let stop = mantissa * unit;
                let last = stops[stops.len() - 1];
                if stop % 10 == 0 && (self.first..=most).contains(&(stop / 10)) && stop / 10 > last {
                    stops.push(stop / 10);
                }
            }
            unit *= 10;
        }
        stops
    }

    /// The value as the field shows it.
    fn text(&self, costs: &Costs) -> String {
        trimmed(costs.get(self.of) as f64 / self.per as f64, self.per.ilog10())
    }

    /// The value as it is heard.
    fn spoken(&self, costs: &Costs) -> String {
        match self.per {
            1 => grouped(costs.get(self.of).into()),
            _ => format!("{} {}", self.text(costs), self.unit),
        }
    }

    fn told(&self) -> Markup {
        let Self { name, unit, .. } = self;
        let label = t(self.label);
        let (slider, problem) = (format!("{name}-slider"), format!("{name}-problem"));
        html! {
            div.slider {
                label for=(slider) { (label) }
                span.field {
                    input type="text" inputmode="decimal" autocomplete="off" name=(name) aria-label=(label)
                        aria-describedby=(problem) data-typed=(name);
                    span.unit { (unit) }
                }
                span.problem id=(problem) role="alert" {}
                input type="range" id=(slider) min="0" max=(self.stops().len() - 1) step="1" data-slid=(name);
            }
        }
    }
}

/// All of them. Beside the calls is a place for what a check asks.
pub fn told() -> Markup {
    html! {
        @for (from, to, heading) in GROUPS {
            fieldset {
                legend { (t(heading)) }
                @for input in &INPUTS[from..to] { (input.told()) }
                @if from == 0 { div.asked {} }
            }
        }
    }
}

/// What an input is made of in the page, and what it shows.
struct Shown {
    input: Input,
    field: Element,
    slider: Element,
    problem: Element,
    stops: Vec<u64>,
    value: Option<String>,
}

/// Keeps the inputs that were told in this part.
pub fn keep(part: &Part, lab: Lab) {
    let mut shown: Vec<Shown> = Vec::new();
    for input in INPUTS {
        shown.push(Shown::of(part, input));
    }
    live::effect(move || {
        let open = lab.open();
        for one in &mut shown {
            let complaint = open.complaints.iter().find(|(name, _)| *name == one.input.name);
            one.show(&open.costs.bounded(), complaint.map_or("", |(_, text)| text));
        }
    });
    live::hear(part.root(), "input", move |event| {
        let slid = live::pressed(&event, "data-slid").and_then(|name| named(&name));
        let (Some(input), Ok(position)) = (slid, live::value_of(&event).parse::<usize>()) else { return };
        let stops = input.stops();
        lab.reopen(|open| {
            open.costs.set(input.of, stops[position.min(stops.len() - 1)]);
            open.costs = open.costs.bounded();
            open.complaints.retain(|(name, _)| *name != input.name);
        });
    });
    live::hear(part.root(), "change", move |event| {
        let typed = live::pressed(&event, "data-typed").and_then(|name| named(&name));
        typed.into_iter().for_each(|input| input.take(lab, &live::value_of(&event)));
    });
}

impl Shown {
    fn of(part: &Part, input: Input) -> Self {
        let [slider, problem] = ["slider", "problem"].map(|what| part.find(&format!("#{}-{what}", input.name)));
        Self { input, field: part.named(input.name), slider, problem, stops: input.stops(), value: None }
    }

    fn show(&mut self, costs: &Costs, complaint: &str) {
        let Self { input, field, slider, problem, stops, value } = self;
        live::set(field, "aria-invalid", Some(if complaint.is_empty() { "false" } else { "true" }));
        if problem.text_content().as_deref() != Some(complaint) {
            problem.set_text_content(Some(complaint));
        }
        // What is typed stays while it is wrong, so that it can be mended.
        let text = input.text(costs);
        if complaint.is_empty() || value.as_ref() != Some(&text) {
            live::set_value(field, &text);
            live::set_style(field, &format!("width:{}ch", text.len().max(3) + 2));
        }
        let position = stops.partition_point(|stop| *stop <= costs.get(input.of)).saturating_sub(1);
        let filled = percent(position as u64, stops.len() as u64 - 1);
        live::set_value(slider, &position.to_string());
        live::set_style(slider, &format!("--filled:{filled}"));
        live::set(slider, "aria-valuetext", Some(&input.spoken(costs)));
        *value = Some(text);
    }
}

impl Input {
    /// Takes what was typed, or says what is allowed.
    fn take(&self, lab: Lab, given: &str) {
        let typed = given.replace(' ', "");
        let bare = typed.ends_with(|last: char| last.is_ascii_digit());
        let text = if bare { typed + self.suffix } else { typed };
        let costs = untrack(|| lab.open()).costs;
        let taken = self.read(costs, &text);
        lab.reopen(|open| {
            open.complaints.retain(|(name, _)| *name != self.name);
            match taken {
                Ok(costs) => open.costs = costs,
                Err(allowed) => {
                    let text = say!("\u{201c}{}\u{201d} was not taken. Allowed: {}.", given, allowed);
                    open.complaints.push((self.name, text));
                }
            }
        });
    }

    /// The costs with this number set from text, or what is allowed.
    fn read(&self, costs: Costs, text: &str) -> Result<Costs, String> {
        match (Link { costs, ..Link::default() }).with(self.name, text) {
            Ok(Link { costs, .. }) if costs.hot > costs.rate && self.of == Amount::Hot => {
                Err(say!("0 to {}, all requests", costs.rate))
            }
            // With fewer requests there are fewer to the busiest key.
            Ok(Link { costs, .. }) => Ok(costs.bounded()),
            Err(problem) => Err(problem.allowed().told(crate::language::t)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Costs = Costs { rate: 1_000_000, ..Costs::LESSON };

    #[test]
    fn sliders_go_up_from_the_least_to_the_most_that_is_allowed() {
        for input in INPUTS {
            let stops = input.stops();
            assert!(stops.is_sorted_by(|a, b| a < b), "{}: {stops:?}", input.name);
            assert_eq!([stops[0], stops[stops.len() - 1]], input.of.range(), "{}", input.name);
            assert!((10..100).contains(&stops.len()), "{}: {} stops", input.name, stops.len());
        }
    }

    #[test]
    fn what_a_field_shows_is_what_it_takes() {
        for input in INPUTS {
            for stop in input.stops().into_iter().chain([Costs::default().get(input.of)]) {
                let mut costs = ALL;
                costs.set(input.of, stop);
                let text = input.text(&costs) + input.suffix;
                let read = input.read(ALL, &text);
                assert_eq!(read, Ok(costs.bounded()), "{}={text}", input.name);
            }
        }
    }

    #[test]
    fn the_lessons_values_are_stops() {
        for input in INPUTS {
            assert!(input.stops().contains(&Costs::default().get(input.of)), "{}", input.name);
        }
    }

    #[test]
    fn no_more_go_to_the_busiest_key_than_there_are() {
        let [rate, hot] = ["cost-rate", "cost-hot"].map(|name| named(name).unwrap());
        assert_eq!(hot.read(Costs::default(), "3601"), Err("0 to 3600, all requests".to_owned()));
        let costs = hot.read(Costs::default(), "3600").unwrap();
        assert_eq!(rate.read(costs, "100").unwrap().hot, 100);
    }
}
