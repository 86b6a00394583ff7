//! The panel.

use leptos::prelude::*;
use limit_sim::many::Bar;
use limit_sim::scenario::{Runs, Tab};
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::counting::{Count, Counting, Told};
use super::legend::legend;
use super::picture::{self, Frame};
use super::said::said;
use super::table::table;
use super::{This, away};
use crate::export::{self, Export};
use crate::lab::{Lab, use_lab};
use crate::live;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::share::clipboard;
use crate::size::use_width;
use crate::words::counting::grouped;
use crate::words::step::one_count;

/// How many runs can be asked for. A link can ask for other numbers.
const CHOICES: [u32; 3] = [1_000, 10_000, 100_000];

/// What finds a run: its name, and what the button says.
const FINDS: [(&str, &str); 3] = [("bad", "Find me a bad one"), ("typical", "A typical one"), ("good", "A good one")];

/// The panel as it stands.
#[derive(Clone)]
struct Panel {
    lab: Lab,
    counting: Counting,
    told: Told,
    width: RwSignal<(f64, f64)>,
    /// The bar that is pointed at, by its least number, and one more; 0 for none.
    pointed: RwSignal<usize>,
}

/// The tab's first half.
pub fn runs_panel() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        div.runs {
            h2 { "The same settings, many seeds" }
            div.row {
                label { "Runs " (select::told("runs", "Number of runs", "")) }
                span.finds { @for (name, label) in FINDS { button type="button" data-find=(name) { (label) } } }
                span.counting {}
                span.stop {}
            }
            p.said role="status" {}
            div.figure {
                div.chart {}
                p.hint {}
                div.about {}
            }
            (export::row())
            p.command { span { "The same numbers without a browser: " } code {} " " button type="button" data-copy { "Copy" } " " span.copied role="status" {} }
            details { summary { "The bars as a table" } div.table {} }
        }
    });
    let told = Told { slices: RwSignal::new(0), turns: RwSignal::new(0) };
    let chart = part.find(".chart");
    let width = use_width(&chart);
    let panel = Panel { lab, counting: Counting::default(), told, width, pointed: RwSignal::new(0) };
    let own = panel.clone();
    live::effect(move || own.counting.keep(lab, told));
    panel.keep_list(&part);
    panel.keep_words(&part);
    panel.keep_picture(&part, &chart);
    panel.hear(&part);
    panel.keep_export(&part, chart);
    part
}

impl Panel {
    /// The run on the stage.
    fn this(&self) -> This {
        let run = self.lab.run();
        let one_count = one_count(&run.trace) && run.trace.windows() <= 1;
        This { seed: run.trace.scenario().seed, allowed: run.verdict.allowed, due: run.verdict.due, one_count }
    }

    /// Something told of the runs, while somebody looks.
    fn tell(&self, on: RwSignal<usize>, tell: fn(&Self, &Count) -> Markup) -> impl Fn() -> Markup + use<> {
        let own = self.clone();
        move || {
            on.track();
            if own.lab.tab() != Tab::Runs {
                return Markup::default();
            }
            own.counting.shown(|count| tell(&own, count)).unwrap_or_default()
        }
    }

    fn keep_list(&self, part: &Part) {
        let lab = self.lab;
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
                let picked = CHOICES.into_iter().find(|runs| runs.to_string() == picked);
                // What is none of them is the link's own.
                picked.into_iter().for_each(|runs| lab.reopen(|open| open.runs = Runs { runs, ..open.runs }));
            }),
        };
        select::keep(&part.named("runs"), keep);
    }

    fn keep_words(&self, part: &Part) {
        let Told { slices, turns } = self.told;
        live::markup(&part.find(".said"), self.tell(slices, |own, count| html! { (said(count, &own.this())) }));
        // It is read out once there is no more to come.
        let own = self.clone();
        live::attribute(&part.find(".said"), "aria-busy", move || {
            own.told.turns.track();
            own.counting.shown(|count| !count.finished() && !count.cancelled).unwrap_or(true).to_string()
        });
        live::markup(&part.find(".counting"), self.tell(slices, |_, count| counted(count)));
        live::markup(&part.find(".stop"), self.tell(turns, |_, count| stop(count)));
        let own = self.clone();
        live::flag(&part.find(".finds"), "hidden", move || {
            own.told.slices.track();
            own.counting.shown(|count| count.all.bars().len() < 2).unwrap_or(true)
        });
        live::markup(&part.find(".table"), self.tell(turns, |_, count| table(count)));
        live::markup(&part.find(".command code"), self.tell(turns, |_, count| html! { (away::command(count)) }));
    }

    fn keep_picture(&self, part: &Part, chart: &Element) {
        let slices = self.told.slices;
        live::markup(chart, self.tell(slices, |own, count| own.picture(count)));
        live::markup(&part.find(".about"), self.tell(slices, |own, count| legend(count, &own.this())));
        let hint = |own: &Self, count: &Count| {
            let (axis, pointed) = (own.counting.axis().get(), own.pointed.get());
            let Some(axis) = axis else { return Markup::default() };
            let columns = axis.columns(count.all.bars(), count.over.bars());
            let column = columns.iter().find(|column| column.first as usize + 1 == pointed);
            html! { (column.map_or_else(|| picture::hint(axis), |column| picture::told(count, axis, column))) }
        };
        live::markup(&part.find(".hint"), self.tell(slices, hint));
    }

    fn picture(&self, count: &Count) -> Markup {
        let width = self.width.get().0;
        if width <= 0.0 || count.all.runs() == 0 {
            return Markup::default();
        }
        let this = self.this();
        // While another begins, nothing leaves the picture: so it is seen how the bars move.
        let held = self.counting.axis().get().filter(|_| !count.finished());
        let frame = Frame::of(count, &this, width, held);
        self.counting.axis().set(Some(frame.axis()));
        let pointed = (self.pointed.get() as u32).checked_sub(1);
        picture::picture(count, &this, &frame, &said(count, &this), pointed)
    }

    /// The run that a place in the picture stands for, with the least number of its bar.
    fn at(&self, chart: &Element, event: &MouseEvent) -> Option<(Bar, u32)> {
        let width = self.width.get_untracked().0;
        let axis = self.counting.axis().get()?;
        let columns = self.counting.shown(|count| axis.columns(count.all.bars(), count.over.bars()))?;
        let x = f64::from(event.client_x()) - chart.get_bounding_client_rect().x();
        let column = Frame::with(axis, width).nearest(&columns, x)?;
        Some((column.most, column.first))
    }

    fn hear(&self, part: &Part) {
        let chart = part.find(".chart");
        let pointed = self.pointed;
        let point = move |at: Option<u32>| {
            let new = at.map_or(0, |first| first as usize + 1);
            if pointed.get_untracked() != new {
                pointed.set(new);
            }
        };
        let (own, place) = (self.clone(), chart.clone());
        live::hear(&chart, "pointermove", move |event| {
            point(own.at(&place, event.unchecked_ref()).map(|(_, first)| first));
        });
        live::hear(&chart, "pointerleave", move |_| point(None));
        let (own, place) = (self.clone(), chart.clone());
        live::hear(&chart, "click", move |event| {
            own.at(&place, event.unchecked_ref()).into_iter().for_each(|(bar, _)| own.open(bar.seed));
        });
        let own = self.clone();
        let copied = part.find(".copied");
        let say = move |text: &str| copied.set_text_content(Some(text));
        let (done, not_done) = (say.clone(), say.clone());
        let done = live::callback(move |_| done("Copied."));
        let not_done = live::callback(move |_| not_done(NOT_COPIED));
        live::hear(part.root(), "click", move |event| {
            if let Some(seed) = live::pressed(&event, "data-seed").and_then(|seed| seed.parse().ok()) {
                own.open(seed);
            } else if let Some(name) = live::pressed(&event, "data-find") {
                own.find(&name).into_iter().for_each(|seed| own.open(seed));
            } else if live::pressed(&event, "data-copy").is_some() {
                let command = own.counting.shown(away::command).unwrap_or_default();
                match clipboard() {
                    Some(clipboard) => drop(clipboard.write_text(&command).then2(&done, &not_done)),
                    None => say(NOT_COPIED),
                }
            } else {
                match live::pressed(&event, "data-do").as_deref() {
                    Some("cancel") => own.counting.cancel(own.told),
                    Some("go-on") => own.counting.resume(own.told),
                    _ => {}
                }
            }
        });
    }

    /// The seed of a run that is as bad as it gets, as good, or typical.
    fn find(&self, name: &str) -> Option<u64> {
        let due = untrack(|| self.this()).due;
        self.counting.shown(|count| {
            let bars = count.all.bars();
            let off = |bar: &&Bar| bar.allowed.abs_diff(due);
            let bar = match name {
                "typical" => count.all.typical(),
                "good" => bars.iter().min_by_key(off),
                // Where none goes over, few are as bad as many.
                _ if count.over.runs() == 0 => bars.first(),
                _ => count.all.worst(),
            };
            bar.map(|bar| bar.seed)
        })?
    }

    /// Has a seed's run on the stage, as an entry of its own in the history; the runs stay those that they are.
    fn open(&self, seed: u64) {
        let first = self.counting.shown(|count| count.scenario().seed);
        if first.is_some() && untrack(|| self.lab.open()).runs.first.is_none() {
            self.lab.reopen(|open| open.runs.first = first);
        }
        self.lab.change(|scenario| scenario.seed = seed);
    }

    fn keep_export(&self, part: &Part, chart: Element) {
        let tell = |tell: fn(&Count, &This) -> String| {
            let own = self.clone();
            Box::new(move || own.counting.shown(|count| tell(count, &untrack(|| own.this()))).unwrap_or_default())
        };
        let export = Export {
            picture: chart,
            name: tell(|count, _| away::name(count)),
            title: tell(said),
            csv: tell(|count, _| away::csv(count)),
            json: tell(away::json),
        };
        export::keep(part.find(".export"), export);
    }
}

const NOT_COPIED: &str = "This browser does not let the page copy. Select the line and copy it.";

/// How far the count is, while it goes on.
fn counted(count: &Count) -> Markup {
    let done = count.all.runs();
    html! {
        @if !count.finished() {
            progress value=(done) max=(count.runs) aria-label="Runs counted" {}
            " " (grouped(done.into())) " of " (grouped(count.runs.into()))
        }
    }
}

/// The button that stops the count, or has it go on.
fn stop(count: &Count) -> Markup {
    html! {
        @if count.finished() {}
        @else if count.cancelled { button type="button" data-do="go-on" data-key="stop" { "Go on" } }
        @else { button type="button" data-do="cancel" data-key="stop" { "Cancel" } }
    }
}
