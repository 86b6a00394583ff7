//! The panel.

use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::Tab;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::counting::{Count, Counting, Told};
use super::legend::legend;
use super::picture::{self, Frame};
use super::said::said;
use super::scale::Column;
use super::table::table;
use super::{This, away};
use crate::export::{self, Export};
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::say;
use crate::select::{self, Keep};
use crate::share::copier;
use crate::size::use_width;
use crate::words::counting::grouped;
use crate::words::step::one_count;

/// How many runs can be asked for. A link can ask for other numbers.
const CHOICES: [u32; 3] = [1_000, 10_000, 100_000];

/// What finds a run: its name, and what the button says.
const FINDS: [(&str, &str); 3] =
    [("bad", n!("Find me a bad one")), ("typical", n!("A typical one")), ("good", n!("A good one"))];

/// The panel as it stands.
struct Panel {
    lab: Lab,
    chart: Element,
    counting: Counting,
    told: Told,
    width: RwSignal<(f64, f64)>,
    /// The bar that is pointed at, by its least number, and one more; 0 for none.
    pointed: RwSignal<usize>,
}

/// Tells something of the runs.
type Tell = fn(&Panel, &Count) -> Markup;

/// The tab's first half.
pub fn runs_panel() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        div.runs {
            h3 { (t("The same settings, many seeds")) }
            div.row {
                label { (t("Runs")) " " (select::told("runs", t("Number of runs"), "")) }
                span.finds data-part="seed" { @for (name, label) in FINDS { button type="button" data-find=(name) { (t(label)) } } }
            }
            p.said role="status" {}
            div.figure {
                div.chart {}
                // One line for both: what comes and goes moves nothing.
                div.foot { p.hint {} span.counting {} span.stop {} }
                div.about {}
            }
            (export::row())
            p.command {
                (t("The same numbers without a browser:")) " " code {} " " button type="button" data-do="copy" { (t("Copy")) } " "
                span.copied role="status" {}
            }
            details { summary { (t("The bars as a table")) } div.table {} }
        }
    });
    let told = Told { slices: RwSignal::new(0), turns: RwSignal::new(0) };
    let chart = part.find(".chart");
    let width = use_width(&chart);
    let counting = Counting::default();
    let panel = Panel { lab, chart, counting, told, width, pointed: RwSignal::new(0) };
    let panel = Rc::new(panel);
    let own = panel.clone();
    live::effect(move || own.counting.keep(lab, told));
    keep_list(lab, &part.named("runs"));
    let both: [(&str, bool, Tell); 8] = [
        (".chart", true, Panel::picture),
        (".said", true, |panel, count| html! { (said(count, &panel.this())) }),
        (".hint", true, Panel::hint),
        (".about", true, |panel, count| legend(count, &panel.this())),
        (".counting", true, |_, count| counted(count)),
        (".stop", false, |_, count| stop(count)),
        (".table", false, |_, count| table(count)),
        (".command code", false, |_, count| html! { (away::command(count)) }),
    ];
    for (selector, each_slice, tell) in both {
        let (on, own) = (if each_slice { told.slices } else { told.turns }, panel.clone());
        live::markup(&part.find(selector), move || own.tell(on, tell));
    }
    // It is read out once there is no more to come.
    let own = panel.clone();
    live::attribute(&part.find(".said"), "aria-busy", move || {
        own.told.turns.track();
        own.counting.shown(|count| !count.finished() && !count.cancelled).unwrap_or(true).to_string()
    });
    let own = panel.clone();
    live::flag(&part.find(".finds"), "hidden", move || {
        own.told.slices.track();
        own.counting.shown(|count| count.all.bars().len() < 2).unwrap_or(true)
    });
    for kind in ["click", "pointermove", "pointerleave"] {
        let own = panel.clone();
        live::hear(&panel.chart, kind, move |event| own.point(kind, event.unchecked_ref()));
    }
    let own = panel.clone();
    let copy = copier(part.find(".copied"));
    live::hear(part.root(), "click", move |event| {
        if let Some(seed) = live::pressed(&event, "data-seed").and_then(|seed| seed.parse().ok()) {
            return own.open(seed);
        }
        match live::pressed(&event, "data-do").as_deref() {
            Some("cancel") => own.counting.cancel(told),
            Some("go-on") => own.counting.resume(told),
            Some("copy") => copy(&own.counting.shown(away::command).unwrap_or_default()),
            _ => {}
        }
        let found = live::pressed(&event, "data-find").and_then(|name| own.find(&name));
        found.into_iter().for_each(|seed| own.open(seed));
    });
    let tell = |tell: fn(&Count, &This) -> String| {
        let own = panel.clone();
        let tell = move || own.counting.shown(|count| tell(count, &untrack(|| own.this()))).unwrap_or_default();
        Box::new(tell)
    };
    let export = Export {
        picture: {
            let chart = panel.chart.clone();
            Box::new(move || Some(chart.clone()))
        },
        over: Box::new(String::new),
        name: tell(|count, _| away::name(count)),
        title: tell(said),
        csv: tell(|count, _| away::csv(count)),
        json: tell(away::json),
    };
    export::keep(part.find(".export"), export);
    part
}

/// Keeps the list of how many runs there are.
fn keep_list(lab: Lab, list: &Element) {
    let entries = move || {
        let own = lab.open().runs.runs;
        let mut all = CHOICES.to_vec();
        if !all.contains(&own) {
            all.insert(all.partition_point(|one| *one < own), own);
        }
        all.into_iter().map(|runs| (runs.to_string(), grouped(runs.into()))).collect()
    };
    let keep = Keep {
        entries: Box::new(entries),
        value: Box::new(move || lab.open().runs.runs.to_string()),
        pick: Box::new(move |picked| {
            picked.parse().into_iter().for_each(|runs| lab.reopen(|open| open.runs.runs = runs));
        }),
    };
    select::keep(list, keep);
}

impl Panel {
    /// The run on the stage.
    fn this(&self) -> This {
        let run = self.lab.run();
        let one_count = one_count(&run.trace) && run.trace.windows() <= 1;
        This { seed: run.trace.scenario().seed, allowed: run.verdict.allowed, due: run.verdict.due, one_count }
    }

    /// Something told of the runs, while somebody looks.
    fn tell(&self, on: RwSignal<usize>, tell: Tell) -> Markup {
        on.track();
        if self.lab.tab() != Tab::Runs {
            return Markup::default();
        }
        self.counting.shown(|count| tell(self, count)).unwrap_or_default()
    }

    /// Where numbers are in the picture, if there is one.
    fn frame(&self, count: &Count) -> Option<Frame> {
        let width = self.width.get().0;
        if width <= 0.0 || count.all.runs() == 0 {
            return None;
        }
        // While another begins, nothing leaves the picture: so it is seen how the bars move.
        let held = self.counting.axis().get().filter(|_| !count.finished());
        let frame = Frame::of(count, &self.this(), width, held);
        self.counting.axis().set(Some(frame.axis()));
        Some(frame)
    }

    fn picture(&self, count: &Count) -> Markup {
        let Some(frame) = self.frame(count) else { return Markup::default() };
        let this = self.this();
        let pointed = (self.pointed.get() as u32).checked_sub(1);
        picture::picture(count, &this, &frame, &said(count, &this), pointed)
    }

    /// What is said below the picture: of the bar that is pointed at, or of all.
    fn hint(&self, count: &Count) -> Markup {
        let pointed = self.pointed.get();
        let Some(axis) = self.frame(count).map(|frame| frame.axis()) else { return Markup::default() };
        let columns = axis.columns(&count.all, &count.over);
        let column = columns.iter().find(|column| column.first as usize + 1 == pointed);
        if column.is_none() && !count.finished() {
            return Markup::default();
        }
        html! { (column.map_or_else(|| picture::hint(axis), |column| picture::told(count, axis, column))) }
    }

    /// The mouse is over the picture, or gone, or was clicked there.
    fn point(&self, kind: &str, event: &MouseEvent) {
        let column = if kind == "pointerleave" { None } else { self.at(event) };
        if kind == "click" {
            return column.into_iter().for_each(|column| self.open(column.most.seed));
        }
        let new = column.map_or(0, |column| column.first as usize + 1);
        if self.pointed.get_untracked() != new {
            self.pointed.set(new);
        }
    }

    /// The bar at a place in the picture.
    fn at(&self, event: &MouseEvent) -> Option<Column> {
        let axis = self.counting.axis().get()?;
        let columns = self.counting.shown(|count| axis.columns(&count.all, &count.over))?;
        let x = f64::from(event.client_x()) - self.chart.get_bounding_client_rect().x();
        Frame::with(axis, self.width.get_untracked().0).nearest(&columns, x)
    }

    /// The seed of a run that is as bad as it gets, as good, or typical.
    fn find(&self, name: &str) -> Option<u64> {
        self.counting.shown(|count| {
            let fewest = count.all.bars().first();
            let bar = match name {
                "typical" => count.all.typical(),
                // As many as may be, or else as few beyond that as can be had.
                "good" => count.within.bars().last().or(fewest),
                // Too many, or else too few.
                _ => count.over.worst().or(fewest),
            };
            bar.map(|bar| bar.seed)
        })?
    }

    /// Has a seed's run on the stage, as an entry of its own in the history; the runs stay those that they are.
    fn open(&self, seed: u64) {
        let first = self.counting.shown(|count| count.scenario().seed);
        if !untrack(|| self.lab.open()).embedding.locks("runs-seed") {
            self.lab.reopen(|open| open.runs.first = open.runs.first.or(first));
        }
        self.lab.change(|scenario| scenario.seed = seed);
    }
}

/// How far the count is, while it goes on.
fn counted(count: &Count) -> Markup {
    let done = count.all.runs();
    html! {
        @if !count.finished() {
            progress value=(done) max=(count.runs) aria-label=(t("Runs counted")) {}
            " " (say!("{} of {}", grouped(done.into()), grouped(count.runs.into())))
        }
    }
}

/// The button that stops the count, or has it go on.
fn stop(count: &Count) -> Markup {
    html! {
        @if count.finished() {}
        @else if count.cancelled { button type="button" data-do="go-on" data-key="stop" { (t("Go on")) } }
        @else { button type="button" data-do="cancel" data-key="stop" { (t("Cancel")) } }
    }
}
