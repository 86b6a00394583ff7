//! What goes along the axis from where to where, what is drawn over it, and of which strategies.

use leptos::prelude::*;
use limit_sim::scenario::{Axis, Choice, Curves, Measure, Sweep};
use limit_sim::time::Span;
use maud::{Markup, html};

use super::names;
use super::scale::round_step;
use crate::lab::{Lab, Open};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::words::number::millis;
use crate::{n, say};

/// The fields, each with its label and how it is called by those who don't see where it stands, which begins with the label.
const FIELDS: [(&str, &str, &str); 3] = [
    ("sweep-from", n!("From"), n!("From, the first value")),
    ("sweep-to", n!("To"), n!("To, the last value")),
    ("sweep-step", n!("Step"), n!("Step")),
];

/// How many values there are about, where a step is chosen for a range.
const ABOUT: u64 = 20;

/// Tells them.
pub fn told() -> Markup {
    html! {
        div.row.asked {
            span { (t("Along the axis")) " " (select::told("sweep", t("Along the axis"), "")) }
            @for (name, label, full) in FIELDS {
                span {
                    (t(label)) " "
                    span.field {
                        input type="text" inputmode="decimal" autocomplete="off" name=(name) aria-label=(t(full))
                            aria-describedby="sweep-problem" data-part="sweep" data-typed=(name);
                        span.unit {}
                    }
                }
            }
            span { (t("Upwards")) " " (select::told("measure", t("Upwards"), "")) }
            span { (t("Curves")) " " (select::told("curves", t("Curves"), "")) }
        }
        p.problem id="sweep-problem" role="alert" {}
    }
}

/// Keeps them.
pub fn keep(part: &Part, lab: Lab) {
    list(
        part,
        lab,
        "sweep",
        Axis::NAMES,
        |place| names::axis(Axis::ALL[place]),
        |open| open.runs.sweep.axis.place(),
        |open, place| {
            open.runs.sweep = Sweep::of(Axis::ALL[place]);
            open.complaints.retain(|(name, _)| !is_own(name));
        },
    );
    list(
        part,
        lab,
        "measure",
        Measure::NAMES,
        |place| names::measure(Measure::ALL[place]),
        |open| open.runs.measure.place(),
        |open, place| {
            open.runs.measure = Measure::ALL[place];
        },
    );
    list(
        part,
        lab,
        "curves",
        Curves::NAMES,
        |place| [t("this and those compared"), t("this strategy")][place],
        |open| open.runs.curves.place(),
        |open, place| {
            open.runs.curves = Curves::ALL[place];
        },
    );
    let fields = FIELDS.map(|(name, ..)| part.named(name));
    let (problem, units) =
        (part.find("#sweep-problem"), FIELDS.map(|(name, ..)| part.find(&format!("[name={name}] + .unit"))));
    let mut before = None;
    live::effect(move || {
        let Open { runs, complaints, .. } = lab.open();
        let texts = texts(runs.sweep);
        let mut said = String::new();
        for (nth, (name, ..)) in FIELDS.iter().enumerate() {
            let complaint = complaints.iter().find(|(of, _)| of == name).map_or("", |(_, text)| text);
            live::set(&fields[nth], "aria-invalid", Some(if complaint.is_empty() { "false" } else { "true" }));
            // What is typed stays while it is wrong, so that it can be mended.
            if complaint.is_empty() || before != Some(runs.sweep) {
                live::set_value(&fields[nth], &texts[nth]);
                live::set_style(&fields[nth], &format!("width:{}ch", texts[nth].len().max(2) + 2));
            }
            units[nth].set_text_content(Some(unit(runs.sweep.axis)));
            said += complaint;
        }
        if problem.text_content().as_deref() != Some(&said) {
            problem.set_text_content(Some(&said));
        }
        before = Some(runs.sweep);
    });
    live::hear(part.root(), "change", move |event| {
        let typed = live::pressed(&event, "data-typed");
        let nth = typed.and_then(|typed| FIELDS.iter().position(|(name, ..)| *name == typed));
        nth.into_iter().for_each(|nth| take(lab, nth, &live::value_of(&event)));
    });
}

fn is_own(name: &str) -> bool {
    FIELDS.iter().any(|(own, ..)| *own == name)
}

fn list(
    part: &Part,
    lab: Lab,
    name: &'static str,
    all: &'static [&'static str],
    text: fn(usize) -> &'static str,
    get: fn(&Open) -> usize,
    set: fn(&mut Open, usize),
) {
    let entries = move || {
        let mut entries = Vec::new();
        for (place, name) in all.iter().enumerate() {
            entries.push(((*name).to_owned(), text(place).to_owned()));
        }
        entries
    };
    let value = move || all[get(&lab.open())].to_owned();
    let pick = move |picked: &str| {
        let place = all.iter().position(|one| *one == picked);
        place.into_iter().for_each(|place| lab.reopen(|open| set(open, place)));
    };
    select::keep(&part.named(name), Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) });
}

fn unit(axis: Axis) -> &'static str {
    if axis.is_span() { "ms" } else { "" }
}

fn texts(sweep: Sweep) -> [String; 3] {
    let text = |value| match sweep.axis.is_span() {
        true => millis(Span::from_nanos(value)),
        false => value.to_string(),
    };
    [sweep.from, sweep.to, sweep.step].map(text)
}

/// Takes what was typed in a field, or says what is allowed.
fn take(lab: Lab, nth: usize, given: &str) {
    let sweep = untrack(|| lab.open()).runs.sweep;
    let typed = given.replace(' ', "");
    let bare = typed.ends_with(|last: char| last.is_ascii_digit());
    let text = if bare { typed + unit(sweep.axis) } else { typed };
    let taken = changed(sweep, nth, &text);
    let name = FIELDS[nth].0;
    lab.reopen(|open| {
        open.complaints.retain(|(of, _)| *of != name);
        match taken {
            Ok(sweep) => open.runs.sweep = sweep,
            Err(allowed) => {
                open.complaints.push((name, say!("\u{201c}{}\u{201d} was not taken. Allowed: {}.", given, allowed)));
            }
        }
    });
}

/// The sweep with its first value, last value or step set from text; or what is allowed. A step that does not go with
/// another range becomes one that does.
fn changed(mut sweep: Sweep, nth: usize, text: &str) -> Result<Sweep, String> {
    let axis = sweep.axis;
    let [least, most] = axis.range();
    if let Some(value) = axis.read(text) {
        *[&mut sweep.from, &mut sweep.to, &mut sweep.step][nth] = value;
        let fits = |sweep: Sweep| sweep.step > 0 && Sweep::POINTS.contains(&sweep.points());
        if least <= sweep.from && sweep.from < sweep.to && sweep.to <= most {
            if nth < 2 && !fits(sweep) {
                sweep.step = round_step((sweep.to - sweep.from).div_ceil(ABOUT));
            }
            if fits(sweep) {
                return Ok(sweep);
            }
        }
    }
    let (least, most, steps) = (axis.print(least), axis.print(most), Sweep::POINTS.end() - 1);
    Err(if axis.is_span() {
        say!("{} to {}, the first below the last, in 1 to {} steps, with a unit (us, ms or s)", least, most, steps)
    } else {
        say!("{} to {}, the first below the last, in 1 to {} steps", least, most, steps)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTT: &str = "rtt=0ms..20ms/1ms";

    fn after(sweep: &str, nth: usize, text: &str) -> Result<String, String> {
        changed(Sweep::read(sweep).unwrap(), nth, text).map(|Sweep { axis, from, to, step }| {
            format!("{}..{}/{}", axis.print(from), axis.print(to), axis.print(step))
        })
    }

    #[test]
    fn what_is_seen_of_a_fields_name_is_where_its_name_begins() {
        for (_, label, full) in FIELDS {
            assert!(full.starts_with(label), "{full}");
        }
    }

    #[test]
    fn a_value_that_is_allowed_is_taken() {
        assert_eq!(after(RTT, 0, "2ms").unwrap(), "2ms..20ms/1ms");
        assert_eq!(after(RTT, 1, "100ms").unwrap(), "0ms..100ms/1ms");
        assert_eq!(after(RTT, 2, "500us").unwrap(), "0ms..20ms/500us");
        assert_eq!(after("servers=1..16/1", 1, "32").unwrap(), "1..32/1");
    }

    #[test]
    fn a_range_that_its_step_does_not_go_with_has_a_round_one() {
        assert_eq!(after(RTT, 1, "500ms").unwrap(), "0ms..500ms/50ms");
        assert_eq!(after(RTT, 1, "500us").unwrap(), "0ms..500us/50us");
        assert_eq!(after("limit=2..40/2", 1, "10000").unwrap(), "2..10000/500");
    }

    #[test]
    fn what_is_not_allowed_is_told_with_what_is() {
        let allowed = "0ms to 500ms, the first below the last, in 1 to 100 steps, with a unit (us, ms or s)";
        for (nth, text) in
            [(0, "20ms"), (1, "501ms"), (1, "0ms"), (2, "0ms"), (2, "100us"), (2, "21ms"), (0, "1"), (0, "+1ms")]
        {
            assert_eq!(after(RTT, nth, text).unwrap_err(), allowed, "{text}");
        }
        for text in ["", "x", "1.5", "-1", "+5", "0", "16", "99999999999"] {
            assert_eq!(
                after("servers=1..16/1", 2, text).unwrap_err(),
                "1 to 32, the first below the last, in 1 to 100 steps",
                "{text}"
            );
        }
    }

    #[test]
    fn whatever_is_taken_is_a_sweep_that_a_link_takes() {
        for axis in Axis::ALL {
            let usual = Sweep::of(*axis);
            let [least, most] = axis.range();
            for (nth, value) in
                [(0, least), (0, usual.to - 1), (1, most), (1, usual.from + 1), (2, usual.to - usual.from)]
            {
                let Ok(sweep) = changed(usual, nth, &axis.print(value)) else { continue };
                assert_eq!(Sweep::read(&sweep.to_string()), Some(sweep), "{sweep}");
            }
        }
    }
}
