//! What the lesson holds: the task that is open, the list of all, and what comes after them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Answers, Choice, Embedding, Link, Parameter, Scenario, Tab, Task as Name};
use limit_sim::time::Time;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::ask::{Ask, mark, span};
use super::place::is_open;
use super::progress::{Begun, Progress, use_progress};
use super::score::{done, score};
use super::tasks::{REASONS, Standing, TASKS, Task, feedback, place, task, verdict};
use crate::details::open_tab;
use crate::lab::{Lab, Note, Open, use_lab};
use crate::language::t;
use crate::live;
use crate::media::use_media;
use crate::outside::{self, Told};
use crate::part::Part;
use crate::say;
use crate::words::number::exact;

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
                div.met role="status" {}
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

    fn whereabouts(&self, task: &'static Task) -> Markup {
        let (number, all) = (place(task.name) + 1, TASKS.len());
        let done = self.counts().1;
        html! {
            @if self.says() { (say!("Task {} of {}, {} done", number, all, done)) }
            @else { (say!("Task {} of {}", number, all)) }
        }
    }

    fn list(&self) -> Markup {
        let at = self.task().name;
        html! {
            @for task in TASKS {
                @let (sign, state) = self.state(task);
                li {
                    button.quiet type="button" data-go=(task.name.name()) data-key=(task.name.name())
                        aria-current=[(task.name == at).then_some("step")] {
                        span.sign aria-hidden="true" { (sign) }
                        (t(task.title))
                        @if !state.is_empty() { span.state { " " (state) } }
                    }
                }
            }
        }
    }

    /// A sign and a word for how far the student is with a task.
    fn state(&self, task: &Task) -> (&'static str, &'static str) {
        if self.missing(task).is_some() {
            return ("\u{2013}", t("not here"));
        }
        match self.begun(task) {
            Some(begun) if begun.done && self.says() => ("\u{2713}", t("done")),
            Some(begun) if begun.attempts > 0 && !self.says() => ("\u{25cf}", t("taken")),
            Some(_) => ("\u{25d0}", t("begun")),
            None => ("\u{25cb}", ""),
        }
    }

    /// The form of the prediction, or what was predicted.
    fn ask(&self, task: &'static Task) -> Markup {
        if let Some(name) = self.missing(task) {
            return html! {
                p.missing {
                    (say!("This task can\u{2019}t be done here: whoever set this page up has locked or left out what it needs ({}).", name))
                }
            };
        }
        match self.begun(task) {
            None => self.form(task),
            Some(Begun { predicted: None, .. }) => html! { p.yours { (t("You skipped the prediction.")) } },
            Some(Begun { predicted: Some(said), .. }) => {
                html! { p.yours { (say!("Your prediction: {}", shown(&task.ask, &said))) } }
            }
        }
    }

    fn form(&self, task: &'static Task) -> Markup {
        let wrong = self.wrong.get();
        html! {
            form.predict data-own-keys novalidate {
                @match &task.ask {
                    Ask::Number(least, most) => {
                        label {
                            (t("Your prediction")) " "
                            input type="text" name="prediction" inputmode="numeric" autocomplete="off" size="5" data-key="prediction"
                                aria-invalid=(wrong) aria-describedby="prediction-wrong";
                        }
                        span.problem id="prediction-wrong" {
                            @if wrong { (say!("A whole number from {} to {}, please: or skip it.", least, most)) }
                        }
                    }
                    Ask::Choice(all) => {
                        fieldset aria-describedby="prediction-wrong" {
                            legend { (t("Your prediction")) }
                            @for (name, label) in *all {
                                label { input type="radio" name="prediction" value=(name) data-key={ "prediction-" (name) }; " " (t(label)) }
                            }
                        }
                        span.problem id="prediction-wrong" { @if wrong { (t("Pick one, or skip it.")) } }
                    }
                    Ask::Mark(all) => {
                        @let middle = all.len() / 2;
                        label {
                            (t("Your prediction")) ": " span.mark { (told_mark(all, middle)) }
                            input type="range" name="prediction" min="0" max=(all.len() - 1) step="1" value=(middle)
                                aria-valuetext=(told_mark(all, middle)) data-key="prediction";
                        }
                        p.ends aria-hidden="true" { span { (told_mark(all, 0)) } span { (told_mark(all, all.len() - 1)) } }
                    }
                }
                p.row {
                    button.main type="submit" data-key="commit" { (t("Commit and see the run")) }
                    button.quiet type="button" data-do="skip" data-key="skip" { (t("Skip")) }
                }
            }
        }
    }

    /// How far the prediction and the run are apart.
    fn told(&self, task: &'static Task) -> Markup {
        let Some(begun) = self.begun(task) else { return Markup::default() };
        if !self.says() {
            return html! { p { (t("Your prediction was taken.")) } };
        }
        let verdict = verdict(&task.setting().scenario);
        html! {
            p.apart { ((task.told)(&verdict, begun.predicted.as_deref())) }
            p { (t(task.why)) }
        }
    }

    /// What is to be changed, once the prediction is made.
    fn change(&self, task: &'static Task) -> Markup {
        if self.begun(task).is_none() {
            return Markup::default();
        }
        html! {
            p.wanted { strong { (t("Now you:")) } " " (t(task.change)) }
            p.row {
                @if task.name == Name::BreakIt {
                    button type="button" data-do="board" data-key="board" { (t("To \u{201c}Break it\u{201d}")) }
                } @else {
                    button type="button" data-do="see" data-key="see" { (t("To the run")) }
                }
                button.quiet type="button" data-do="set-up" data-key="set-up" { (t("Set the lab up again")) }
            }
            @if task.name == Name::Outage { (self.reasons(task)) }
        }
    }

    /// The reasons for a policy, once one is chosen.
    fn reasons(&self, task: &'static Task) -> Markup {
        let given = self.reason.get();
        let policy = self.lab.scenario().on_failure;
        if !self.meets(task) && given == 0 {
            return Markup::default();
        }
        html! {
            form.predict data-own-keys novalidate {
                fieldset {
                    legend { (t("Your reason")) }
                    @for (nth, (name, label)) in REASONS.iter().enumerate() {
                        label {
                            input type="radio" name="reason" value=(name) checked[given == nth + 1] data-key={ "reason-" (name) };
                            " " (t(label))
                        }
                    }
                }
                p.row { button.main type="submit" data-key="give" { (t("Give this reason")) } }
            }
            @if given > 0 && self.says() {
                p.problem { (t(feedback(policy, REASONS[given - 1].0).1)) }
            }
        }
    }

    /// What is said of the change that was made.
    fn met(&self, task: &'static Task) -> Markup {
        let Some(begun) = self.begun(task) else { return Markup::default() };
        if !self.says() {
            let taken = begun.attempts > 0;
            return html! { @if taken { p { (t("Your answer was taken.")) } } };
        }
        if !begun.done {
            return Markup::default();
        }
        let (possible, done) = self.counts();
        html! {
            p { strong.done { span aria-hidden="true" { "\u{2713} " } (t("Done.")) } " " (t(task.learned)) }
            @if done == possible { p { (t("All tasks are done.")) } }
        }
    }

    /// To the tasks before and after.
    fn steps(&self, task: &'static Task) -> Markup {
        let at = place(task.name);
        let ready = self.begun(task).is_some_and(|begun| begun.done || !self.says());
        html! {
            @if at > 0 { button type="button" data-go=(TASKS[at - 1].name.name()) data-key="back" { (t("Back")) } }
            @if at + 1 < TASKS.len() {
                button.main[ready] type="button" data-go=(TASKS[at + 1].name.name()) data-key="next" { (t("Next task")) }
            }
        }
    }

    /// To begin anew, with a question back.
    fn again(&self) -> Markup {
        let nothing = self.progress.with(|state| state.tasks.is_empty() && state.questions.is_empty());
        html! {
            @if self.asking.get() {
                span { (t("Forget all that was done?")) } " "
                button type="button" data-do="forget" data-key="forget" { (t("Forget it")) } " "
                button.quiet type="button" data-do="keep" data-key="ask" { (t("Keep it")) }
            } @else if !nothing {
                button.quiet type="button" data-do="ask" data-key="ask" { (t("Begin anew")) }
            }
        }
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

/// What a mark on an axis stands for.
fn told_mark(all: &[u64], nth: usize) -> String {
    exact(span(&mark(all[nth.min(all.len() - 1)])))
}

/// A prediction as it is shown.
fn shown(ask: &Ask, said: &str) -> String {
    match ask {
        Ask::Number(..) => said.to_owned(),
        Ask::Choice(all) => all.iter().find(|(name, _)| *name == said).map_or(said, |(_, label)| t(label)).to_owned(),
        Ask::Mark(_) => exact(span(said)),
    }
}
