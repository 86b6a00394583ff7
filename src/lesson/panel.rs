//! What the lesson holds: the task that is open, the list of all, and what comes after them.

mod finished;
mod view;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Answers, Choice, Embedding, Link, Parameter, Scenario, Tab, Task as Name};
use limit_sim::time::Time;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use self::finished::finished;
use self::view::told_mark;
use super::ask::{Ask, mark};
use super::place::is_open;
use super::progress::{Begun, Progress, use_progress};
use super::score::{done, score};
use super::tasks::{REASONS, Standing, TASKS, Task, feedback, place, task};
use crate::details::open_tab;
use crate::lab::{Lab, Note, Open, use_lab};
use crate::language::t;
use crate::live;
use crate::media::use_media;
use crate::outside::{self, Told};
use crate::part::Part;

/// How long a run must have stood to count as a try, in milliseconds: while a slider moves, none does.
const SETTLED_MS: u32 = 400;

/// The root element's attribute while the lab stands at a run that is still to be predicted.
const COVERED: &str = "data-predict";

/// The panel as it stands.
struct Panel {
    lab: Lab,
    progress: Progress,
    root: Element,
    /// How the page is set up; the task in it moves on with the student.
    embedding: Embedding,
    /// The tasks that can be done in this page.
    possible: Vec<Name>,
    /// What each task needs and does not find here.
    missing: [Option<&'static str>; TASKS.len()],
    /// Whether what was given as a prediction is none.
    wrong: RwSignal<bool>,
    /// Whether the student is asked if all is to be forgotten.
    asking: RwSignal<bool>,
    /// Whether a task is done and nobody has seen that yet.
    unseen: RwSignal<bool>,
    /// The reason that was last given in this task: its place, from 1; 0 for none.
    reason: RwSignal<usize>,
    /// Whether motion is to be kept small.
    still: RwSignal<bool>,
}

type Tell = fn(&Panel, &'static Task) -> Markup;

/// The lesson's tasks, and what comes after them.
pub fn lesson_panel() -> Part {
    let (lab, progress) = (use_lab(), use_progress());
    let part = Part::new(html! {
        div.course {
            details.all {
                summary {}
                ol.tasks {}
            }
            div.task {
                h3 tabindex="-1" {}
                p.question {}
                div.ask tabindex="-1" {}
                div.told role="status" {}
                div.change tabindex="-1" {}
                div.met role="status" tabindex="-1" {}
                p.row.move {}
            }
            // Where questions and key points go, after the tasks.
            details.after { summary { (t("Check yourself, and key points")) } }
            p.again tabindex="-1" {}
        }
    });
    let embedding = untrack(|| lab.open().embedding);
    let (open, now) = untrack(|| (lab.open(), lab.scenario()));
    let missing = TASKS.map(|task| missing(task, &open, &now));
    let possible =
        TASKS.iter().zip(&missing).filter(|(_, missing)| missing.is_none()).map(|(task, _)| task.name).collect();
    let panel = Rc::new(Panel {
        lab,
        progress,
        root: part.root().clone(),
        possible,
        missing,
        wrong: RwSignal::new(false),
        asking: RwSignal::new(false),
        unseen: finished(part.root(), &part.find(".met")),
        reason: RwSignal::new(0),
        still: use_media("(prefers-reduced-motion: reduce)"),
        embedding,
    });
    if panel.embedding.task != Name::None {
        progress.go_to(panel.embedding.task);
    }
    let places: [(&str, Tell); 9] = [
        (".all summary", Panel::whereabouts),
        (".tasks", |panel, _| panel.list()),
        (".task h3", |_, task| html! { (t(task.title)) }),
        (".question", |_, task| html! { (t(task.question)) }),
        (".ask", Panel::ask),
        (".told", Panel::told),
        (".change", Panel::change),
        (".met", Panel::met),
        (".move", Panel::steps),
    ];
    for (selector, tell) in places {
        let own = panel.clone();
        live::markup(&part.find(selector), move || tell(&own, own.task()));
    }
    // Above the lab they would push it out of sight.
    let own = panel.clone();
    live::markup(&part.find(".again"), move || own.again());
    let cover = Part::new(
        html! { p.covered { (t("Predict first. The run is shown once you have committed to a prediction, or skipped it.")) } },
    );
    let play = document().query_selector(".play").ok().flatten();
    play.into_iter().for_each(|play| drop(play.append_child(cover.root())));
    let own = panel.clone();
    live::effect(move || own.cover());
    keep_trying(&panel);
    for (event, act) in [("click", Panel::press as fn(&Panel, &web_sys::Event)), ("submit", Panel::submit)] {
        let own = panel.clone();
        live::hear(part.root(), event, move |event| act(&own, &event));
    }
    live::hear(part.root(), "input", move |event| panel.show_mark(&event));
    part
}

/// What of the page a task needs and does not find: a parameter that is locked, or a part that is left out.
fn missing(task: &Task, open: &Open, now: &Scenario) -> Option<&'static str> {
    let embedding = &open.embedding;
    let by_hand = task.name == Name::BreakIt;
    let tabs = embedding.hides("tabs") || !(embedding.tabs.is_empty() || embedding.tabs.contains(&Tab::Break));
    let (part, gone) = if by_hand { ("tabs", tabs) } else { ("controls", embedding.hides("controls")) };
    if gone {
        return Some(part);
    }
    // What is locked at another value would make another run.
    let [setting, now] = [task.setting().scenario, *now].map(|scenario| Link { scenario, ..Link::default() });
    let differs = |name: &str| {
        let parameter = Parameter::ALL.iter().find(|one| one.name == name);
        parameter.is_some_and(|one| one.print(&setting) != one.print(&now))
    };
    let changes = |name: &&str| task.parameters().any(|one| one == *name);
    let locked = embedding.lock.iter().copied().find(|name| changes(name) || differs(name));
    locked.or_else(|| task.needs.iter().copied().find(|name| embedding.hides(name)))
}

/// Goes by the run each time that one has stood for a moment.
fn keep_trying(panel: &Rc<Panel>) {
    let (waiting, tried) = (Cell::new(None), Rc::new(RefCell::new(String::new())));
    let own = panel.clone();
    live::effect(move || {
        own.lab.run();
        own.lab.open();
        own.progress.with(|_| ());
        let (own, tried) = (own.clone(), tried.clone());
        waiting.set(Some(live::later(SETTLED_MS, move || untrack(|| own.consider(&mut tried.borrow_mut())))));
    });
}

impl Panel {
    /// The task that is open.
    fn task(&self) -> &'static Task {
        task(self.progress.with(|state| state.at))
    }

    fn missing(&self, task: &Task) -> Option<&'static str> {
        self.missing[place(task.name)]
    }

    /// How far the student is with it.
    fn begun(&self, task: &Task) -> Option<Begun> {
        self.progress.task(task.name)
    }

    /// Whether the lesson says what is right.
    fn says(&self) -> bool {
        self.embedding.answers == Answers::Shown
    }

    /// How many tasks can be done, and how many are.
    fn counts(&self) -> (u32, u32) {
        let possible = &self.possible;
        (possible.len() as u32, self.progress.with(|state| done(state, possible)))
    }

    /// Whether the lab now meets the task's goal.
    fn meets(&self, task: &Task) -> bool {
        let (run, open) = (self.lab.run(), self.lab.open());
        let (trace, verdict) = (&run.trace, &run.verdict);
        let shown = open.note == Note::Shown;
        (task.goal)(&Standing { trace, verdict, small: open.small, order: &open.order, shown })
    }

    /// Covers the run that is to be predicted, if that is where the lab stands.
    fn cover(&self) {
        let task = self.task();
        let pending = self.begun(task).is_none() && self.missing(task).is_none();
        let here = task.name != Name::BreakIt && self.lab.scenario() == task.setting().scenario;
        let root = document().document_element();
        root.into_iter().for_each(|root| live::set(&root, COVERED, (pending && here).then_some("")));
    }

    /// Tries the run that now stands in the lab, unless that was done.
    fn consider(&self, tried: &mut String) {
        let task = self.task();
        let Some(begun) = self.begun(task) else { return };
        let by_hand = task.name == Name::BreakIt;
        if begun.done || task.name == Name::Outage || !is_open() {
            return;
        }
        let met = self.meets(task);
        let (scenario, open) = (self.lab.scenario(), self.lab.open());
        let order = if by_hand { open.order } else { Vec::new() };
        let answer = Link { scenario, order, small: open.small, ..Link::default() }.to_string();
        let this = task.name.name().to_owned() + &answer;
        // What the task itself has set up is no try, and neither are an order's first steps.
        let own = if by_hand { !met } else { scenario == task.setting().scenario };
        if !own && std::mem::replace(tried, this.clone()) != this {
            self.answered(task, &answer, met);
        }
    }

    /// A try was made: keeps and tells that.
    fn answered(&self, task: &Task, answer: &str, correct: bool) {
        let question = task.name.name();
        let attempts = self.progress.tried(task.name, correct);
        outside::tell(&Told::Answer { question, answer: answer.to_owned(), correct, attempts });
        if !correct {
            return;
        }
        self.unseen.set(self.says());
        let (of, done) = self.counts();
        let score = self.progress.with(|state| score(state, &self.possible));
        outside::tell(&Told::Completed { task: question, score, done, of });
        if done == of {
            outside::tell(&Told::Completed { task: "lesson", score, done, of });
        }
    }

    fn press(&self, event: &web_sys::Event) {
        if let Some(to) = live::pressed(event, "data-go").and_then(|name| Name::from_name(&name)) {
            self.go_to(to);
        }
        let task = untrack(|| self.task());
        match live::pressed(event, "data-do").as_deref() {
            Some("skip") => self.predict(task, None),
            Some("see") => self.see(),
            Some("board") => open_tab(self.lab, Tab::Break),
            Some("set-up") => self.set_up(task),
            Some("ask") => self.asking.set(true),
            Some("keep") => self.asking.set(false),
            Some("forget") => {
                self.asking.set(false);
                self.progress.reset();
                self.show_task();
            }
            _ => {}
        }
    }

    fn submit(&self, event: &web_sys::Event) {
        event.prevent_default();
        let task = untrack(|| self.task());
        if untrack(|| self.begun(task)).is_some() {
            return self.give_reason(task);
        }
        let given = match &task.ask {
            Ask::Choice(_) => self.field("[name=prediction]:checked"),
            Ask::Number(..) => self.field("[name=prediction]"),
            Ask::Mark(all) => self
                .field("[name=prediction]")
                .and_then(|nth| all.get(nth.parse::<usize>().ok()?))
                .map(|one| mark(*one)),
        };
        match given.and_then(|given| task.ask.read(&given)) {
            Some(predicted) => self.predict(task, Some(&predicted)),
            None => self.wrong.set(true),
        }
    }

    fn field(&self, selector: &str) -> Option<String> {
        let field = self.root.query_selector(selector).ok().flatten()?;
        Some(field.unchecked_into::<HtmlInputElement>().value())
    }

    /// A prediction was committed, or skipped: now there is something to see.
    fn predict(&self, task: &Task, predicted: Option<&str>) {
        self.wrong.set(false);
        let actual = (task.truth)(&task.setting().scenario);
        let close = predicted.is_some_and(|predicted| task.ask.is_close(predicted, &actual));
        self.progress.predicted(task.name, predicted);
        self.set_up(task);
        let predicted = predicted.map(str::to_owned);
        outside::tell(&Told::Prediction { task: task.name.name(), predicted, actual, close });
    }

    fn give_reason(&self, task: &Task) {
        let Some(given) = self.field("[name=reason]:checked") else { return };
        let Some(nth) = REASONS.iter().position(|(name, _)| *name == given) else { return };
        self.reason.set(nth + 1);
        let (policy, met) = untrack(|| (self.lab.scenario().on_failure, self.meets(task)));
        let correct = met && feedback(policy, &given).0;
        self.answered(task, &format!("{}+{given}", policy.name()), correct);
    }

    /// Sets the lab to the task's run, and plays it.
    fn set_up(&self, task: &Task) {
        let open = untrack(|| self.lab.open());
        let link = task.setting();
        let by_hand = task.name == Name::BreakIt;
        let small = if by_hand { link.small } else { open.small };
        let tab = if by_hand { link.tab } else { open.tab };
        let playhead = (!by_hand).then_some(Time::START);
        let (costs, compare, policies, runs) = (open.costs, open.compare, open.policies, open.runs);
        self.lab.follow(Link {
            playhead,
            tab,
            small,
            costs,
            compare,
            policies,
            runs,
            embedding: open.embedding,
            ..link
        });
        if !by_hand && !self.still.get_untracked() {
            self.lab.play();
        }
    }

    /// To the stage: the button that plays has the focus then.
    fn see(&self) {
        let play = document().query_selector(".playbar .go").ok().flatten();
        play.into_iter().for_each(|play| live::focus(&play, true));
    }

    fn go_to(&self, name: Name) {
        self.wrong.set(false);
        self.reason.set(0);
        self.progress.go_to(name);
        // A link that names a task leads on to where the student was.
        if self.embedding.task != Name::None {
            self.lab.reopen(|open| open.embedding.task = name);
        }
        self.show_task();
    }

    /// The task's title has the focus.
    fn show_task(&self) {
        self.unseen.set(false);
        let title = self.root.query_selector(".task h3").ok().flatten();
        title.into_iter().for_each(|title| live::focus(&title, true));
        let list = self.root.query_selector(".all").ok().flatten();
        list.into_iter().for_each(|list| live::set(&list, "open", None));
    }

    /// Says what the mark on an axis stands for, as it moves.
    fn show_mark(&self, event: &web_sys::Event) {
        let Ask::Mark(all) = &untrack(|| self.task()).ask else { return };
        let Some(field) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let told = told_mark(all, live::value_of(event).parse().unwrap_or_default());
        live::set(&field, "aria-valuetext", Some(&told));
        let shown = self.root.query_selector(".mark").ok().flatten();
        shown.into_iter().for_each(|shown| shown.set_text_content(Some(&told)));
    }
}
