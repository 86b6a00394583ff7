//! The tab: which request, its steps, and the diagram.

use std::cell::RefCell;

use leptos::prelude::*;
use limit_sim::scenario::Tab;
use limit_sim::time::Time;
use limit_sim::trace::{Event, Extent, Outcome, Race, Trace};
use maud::{Markup, html};

use super::diagram::diagram;
use super::listed::{listed, mark};
use super::offers::{self, Offer, Offers};
use super::rows::Picture;
use crate::lab::{Lab, Run, keep_calm, use_lab};
use crate::language::{fill, t};
use crate::live;
use crate::part::Part;
use crate::size::use_width;
use crate::words::{conclusion, step, story, strategy};
use crate::{n, say};

/// The tab's panel. From now on the lab knows its races.
pub fn race_panel() -> Part {
    let lab = use_lab();
    lab.note(|open| open.tell_race = Some(tell));
    let panel = Part::new(html! {
        div.race {
            div.race-head {}
            div.race-none { div {} p.row {} }
            div.race-step.said {}
            div.race-picture {}
            div.race-listed {}
        }
    });
    let calm = keep_calm(lab);
    // Worked out when it is asked for: whoever asks has the run that it is of.
    let past = Memo::new(move |_| past(&lab.run().trace, &lab.race().shown, lab.now()));
    let view = View { lab, width: use_width(panel.root()), past };
    live::attribute(panel.root(), "aria-busy", move || (calm.get() != lab.run().number as usize).to_string());
    let keep = |selector, tell: fn(View) -> Markup| {
        let last = RefCell::new(Markup::default());
        let tell = move || {
            // What nobody sees is not told.
            if lab.tab() != Tab::Race {
                return Markup::default();
            }
            if calm.get() == lab.run().number as usize {
                *last.borrow_mut() = tell(view);
            }
            last.borrow().clone()
        };
        live::markup(&panel.find(selector), tell);
    };
    keep(".race-head", head);
    keep(".race-none div", none);
    keep(".race-step", sentence);
    keep(".race-picture", picture);
    // Only the mark moves with the playhead; the words stay. It is set after them, whatever has changed.
    let (listed, before) = (panel.find(".race-listed"), RefCell::new(String::new()));
    live::effect(move || {
        if lab.tab() != Tab::Race || calm.get() != lab.run().number as usize {
            return;
        }
        let told = list(view).0;
        if *before.borrow() != told {
            live::replace(&listed, &told);
            *before.borrow_mut() = told;
        }
        mark(&listed, &lab.run().trace, &lab.race().shown, view.past.get());
    });
    let offers = offers::keep(panel.find(".race-none .row"), lab, offered);
    live::hear(panel.root(), "click", move |event| {
        if let Some(name) = live::pressed(&event, "data-do") {
            act(lab, &offers, &name);
        } else if let Some(nth) = live::pressed(&event, "data-event").and_then(|nth| nth.parse::<usize>().ok()) {
            let at = untrack(|| lab.run()).trace.events().get(nth).map(|event| event.at);
            at.into_iter().for_each(|at| lab.seek(at));
        }
    });
    panel
}

/// What the panel is told from.
#[derive(Clone, Copy)]
struct View {
    lab: Lab,
    /// The panel's, in CSS pixels.
    width: RwSignal<(f64, f64)>,
    /// See [`past`].
    past: Memo<usize>,
}

/// How many events have happened by the last one that these requests had so far; all of them at the run's end. What tells of
/// these requests alone is the same until this number changes, and while it plays that is seldom.
fn past(trace: &Trace, shown: &[u32], now: Time) -> usize {
    let (events, past) = (trace.events(), trace.events_by(now));
    if past == events.len() {
        return past;
    }
    let last = events[..past].iter().rposition(|event| shown.contains(&event.request.number));
    last.map_or(0, |last| last + 1)
}

/// The race of a request, or of the one that says most about the run.
fn tell(trace: &Trace, request: Option<u32>, all: bool) -> Race {
    let request = request.filter(|one| *one < trace.scenario().requests()).unwrap_or_else(|| trace.telling());
    trace.race(request, if all { Extent::All } else { Extent::Few })
}

/// Does what a button is for.
fn act(lab: Lab, offers: &Offers, name: &str) {
    match name {
        "previous" => lab.choose_beside(-1),
        "next" => lab.choose_beside(1),
        "back" => lab.previous_step(),
        "on" => lab.next_step(),
        "pausing" => lab.reopen(|open| open.pausing = !open.pausing),
        "all" => lab.reopen(|open| open.all = !open.all),
        "smallest" => lab.change(offers::smallest),
        "proof" => lab.reopen(|open| open.tab = Tab::Orders),
        _ => {
            let offered = offers.borrow().iter().find(|offer| offer.name == name).map(|offer| offer.scenario);
            offered.into_iter().for_each(|offered| lab.change(|scenario| *scenario = offered));
        }
    }
}

/// A button. What it does is heard by its name.
fn button(name: &str, text: &str) -> Markup {
    html! { button type="button" data-do=(name) data-key=(name) { (text) } }
}

/// A button that stays down.
fn toggle(name: &str, text: &str, down: bool) -> Markup {
    html! { button type="button" data-do=(name) data-key=(name) aria-pressed=(down) { (text) } }
}

/// What became of a request, in a few words.
fn title(run: &Run, request: u32) -> String {
    let events = run.trace.events().iter().filter(|event| event.request.number == request);
    let sentence = match events.filter_map(Event::outcome).next() {
        Some(Outcome::Allowed) => n!("Request {} was let through"),
        Some(Outcome::Over) => n!("Request {} was let through, over the limit"),
        Some(Outcome::Refused) => n!("Request {} was refused (429)"),
        None => n!("Request {} was never decided"),
    };
    fill(sentence, &[&(request + 1)])
}

fn head(View { lab, .. }: View) -> Markup {
    let (run, open, race) = (lab.run(), lab.open(), lab.race());
    let [previous, next] = match lab.worth_choosing() {
        Outcome::Over => [t("Previous over the limit"), t("Next over the limit")],
        Outcome::Refused => [t("Previous refused"), t("Next refused")],
        Outcome::Allowed => [t("Previous request"), t("Next request")],
    };
    html! {
        div.race-choice.row {
            (arrow_button("previous", "\u{2039}", previous))
            h3 { (title(&run, race.request)) }
            (arrow_button("next", "\u{203a}", next))
        }
        div.row {
            (button("back", t("\u{2039} Step back")))
            (button("on", t("Step on \u{203a}")))
            (toggle("pausing", t("Pause at each step"), open.pausing))
            @if open.all || race.left_out > 0 {
                (toggle("all", &if open.all { t("Show all").to_owned() } else { say!("Show all ({} more)", race.left_out) }, open.all))
            }
            (button("smallest", t("The smallest race")))
        }
        @if open.all && race.left_out > 0 {
            p.aside {
                (say!("These are the nearest {}; {} more are under \u{201c}Every event\u{201d}.", race.shown.len(), race.left_out))
            }
        }
    }
}

fn arrow_button(name: &str, sign: &str, label: &str) -> Markup {
    html! { button.beside type="button" data-do=(name) data-key=(name) aria-label=(label) title=(label) { (sign) } }
}

/// Where nothing went over the limit: that, and why.
fn none(View { lab, .. }: View) -> Markup {
    let run = lab.run();
    if !run.over.is_empty() {
        return Markup::default();
    }
    let scenario = run.trace.scenario();
    let holds = strategy::never(scenario);
    let text = match holds {
        true => say!(
            "Nothing went over the limit in this run, and nothing can. {}",
            t(strategy::why_it_holds(scenario, false))
        ),
        false => say!("Nothing went over the limit in this run. {}", story::of(&run, lab.open().tell)),
    };
    html! {
        p { (text) }
        @if holds { p.row { (button("proof", t("See all orders"))) } }
    }
}

/// What would change that.
fn offered(offers: &[Offer]) -> Markup {
    html! { @for offer in offers { (button(offer.name, &offer.text)) } }
}

/// The step at the playhead; once the race is over, what came of it.
fn sentence(View { lab, past, .. }: View) -> Markup {
    let (run, race, past) = (lab.run(), lab.race(), past.get());
    let events = run.trace.events();
    let ours = |event: &Event| race.shown.contains(&event.request.number);
    let over = !events[past..].iter().any(ours);
    let text = match events[..past].iter().rposition(ours) {
        Some(_) if over && past == events.len() => conclusion::of(&run.trace, &race),
        Some(nth) => Some(step::of(&run.trace, nth)),
        None => None,
    };
    html! { p { (text.as_deref().unwrap_or(t("Nothing has happened to these requests yet. Step on, or play."))) } }
}

fn picture(View { lab, width, past }: View) -> Markup {
    let (width, _) = width.get();
    if width == 0.0 {
        return Markup::default();
    }
    let (run, race) = (lab.run(), lab.race());
    let picture = Picture {
        trace: &run.trace,
        shown: &race.shown,
        chosen: Some(race.request),
        past: past.get(),
        // The frame around it.
        width: width - 2.0,
        timed: true,
        interludes: &[],
        lost: &[],
    };
    diagram(&picture)
}

fn list(View { lab, .. }: View) -> Markup {
    listed(&lab.run().trace, &lab.race().shown, true)
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Scenario, Strategy};

    use super::*;

    #[test]
    fn what_has_happened_as_far_as_a_race_goes_tells_its_events_apart_as_the_clock_does() {
        let trace = Trace::of(&Scenario { strategy: Strategy::GetSet, burst: 30, ..Scenario::default() });
        let Race { shown, .. } = trace.race(trace.telling(), Extent::Few);
        let mut seen = std::collections::BTreeSet::new();
        for now in trace.events().iter().map(|event| event.at) {
            let (by_race, by_clock) = (past(&trace, &shown, now), trace.events_by(now));
            seen.insert(by_race);
            let own = |(_, event): &(usize, &Event)| shown.contains(&event.request.number);
            for (nth, _) in trace.events().iter().enumerate().filter(own) {
                assert_eq!(nth < by_race, nth < by_clock, "event {nth} at {now}");
            }
            assert_eq!(by_race == trace.events().len(), by_clock == trace.events().len(), "{now}");
        }
        assert!(1 < seen.len() && seen.len() < trace.events().len() / 2, "{} of {}", seen.len(), trace.events().len());
    }
}
