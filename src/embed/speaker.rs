//! Speaks with the page around this one: docs/embedding.md.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Object};
use leptos::prelude::*;
use limit_sim::scenario::{Choice, Embedding, Link, Parameter, Task};
use wasm_bindgen::{JsCast, JsValue};

use super::locks::refused;
use super::message::{self, Asked, FromLab, Given, Letter, Outcome, Problem, Put, ToLab};
use crate::export::by_name::{call, get, set, text};
use crate::lab::Lab;
use crate::live;
use crate::outside::{self, Told};
use crate::progress;
use crate::size::use_size;

/// How long nothing may have changed before it is told how the lab stands, in milliseconds.
const SETTLED_MS: u32 = 250;

/// What speaks.
struct Speaker {
    lab: Lab,
    /// The page around this one.
    parent: JsValue,
    /// The one origin that is spoken with; none: whichever.
    origin: Option<String>,
    /// The height that was told last.
    height: Cell<f64>,
    /// How the lab stood when that was told last.
    state: RefCell<Option<FromLab>>,
    /// What was completed last.
    completed: RefCell<Option<Told>>,
    /// The kinds of mistakes that the console was told of.
    complained: RefCell<Vec<String>>,
}

/// Says that the lab is ready, and speaks from now on.
pub fn speak(lab: Lab) {
    let origin = untrack(|| lab.open()).embedding.origin;
    let parent = get(&window(), "parent");
    let speaker = Rc::new(Speaker {
        lab,
        parent,
        origin,
        height: Cell::default(),
        state: RefCell::default(),
        completed: RefCell::default(),
        complained: RefCell::default(),
    });
    let own = speaker.clone();
    live::hear(&window(), "message", move |event| own.hear(&event));
    let own = speaker.clone();
    outside::listen(move |told| own.tell(told));
    let tasks = Task::ALL.iter().filter(|task| **task != Task::default()).map(|task| task.name().to_owned()).collect();
    speaker.height.set(height());
    let link = untrack(|| lab.link()).to_string();
    speaker.say(FromLab::Ready { link, height: height(), tasks, progress: progress::text() }, &Given::Nothing);
    let problems = untrack(|| lab.open()).problems;
    problems.into_iter().for_each(|problem| speaker.say_problem(problem.into(), &Given::Nothing));
    keep_height(speaker.clone());
    keep_state(speaker);
}

/// The page's own height, which does not depend on the frame's; with a scroll bar, more: the page is narrower then, and may be
/// lower, and a frame that is just as high would keep the bar. Without it the height is told anew.
fn height() -> f64 {
    let Some(root) = document().document_element() else { return 0.0 };
    let within = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default();
    root.get_bounding_client_rect().height().ceil() + (within - f64::from(root.client_width())).max(0.0)
}

fn keep_height(speaker: Rc<Speaker>) {
    let Some(place) = document().get_element_by_id("lab") else { return };
    let size = use_size(&place);
    live::effect(move || {
        size.track();
        let height = height();
        if speaker.height.replace(height) != height {
            speaker.say(FromLab::Height(height), &Given::Nothing);
        }
    });
}

/// Tells how the lab stands: at once when playing begins or ends, else once a change has settled.
fn keep_state(speaker: Rc<Speaker>) {
    let (lab, played, waiting) = (speaker.lab, Cell::new(false), Cell::new(None));
    live::effect(move || {
        let playing = lab.playing();
        if !playing {
            // While it plays, the playhead is elsewhere in each frame.
            let _ = lab.link();
        }
        let turned = played.replace(playing) != playing;
        waiting.set(None);
        if turned {
            untrack(|| speaker.say_state(&Given::Nothing));
        } else if !playing {
            let speaker = speaker.clone();
            waiting.set(Some(live::later(SETTLED_MS, move || untrack(|| speaker.say_state(&Given::Nothing)))));
        }
    });
}

impl Speaker {
    fn target(&self) -> String {
        self.origin.clone().unwrap_or_else(|| "*".to_owned())
    }

    /// Says it, as an answer to the message with this id.
    fn say(&self, message: FromLab, re: &Given) {
        post(&self.parent, &self.target(), &message, re);
    }

    fn say_state(&self, re: &Given) {
        let state = state(self.lab);
        let asked = *re != Given::Nothing;
        if self.state.replace(Some(state.clone())).as_ref() != Some(&state) || asked {
            self.say(state, re);
        }
    }

    fn say_problem(&self, problem: Problem, re: &Given) {
        self.say_error(problem.told.clone(), Some(problem), re);
    }

    fn say_error(&self, message: String, of: Option<Problem>, re: &Given) {
        let kind = of.as_ref().map_or_else(String::new, |problem| problem.name.clone());
        if !self.complained.borrow().contains(&kind) {
            self.complained.borrow_mut().push(kind);
            let line = format!("From the page around the lab: {message}");
            call(&get(&window(), "console"), "warn", &[line.into()]);
        }
        self.say(FromLab::Error { message, of }, re);
    }

    /// What the lesson has to tell.
    fn tell(&self, told: &Told) {
        if matches!(told, Told::Completed { .. }) {
            *self.completed.borrow_mut() = Some(told.clone());
        }
        self.say(retold(told), &Given::Nothing);
    }

    fn hear(&self, event: &JsValue) {
        let from_parent = get(event, "source") == self.parent;
        if !from_parent || self.origin.as_ref().is_some_and(|origin| text(&get(event, "origin")) != *origin) {
            return;
        }
        let data = get(event, "data");
        let Some(Letter { id, says }) = message::read(&|name| given(&get(&data, name))) else { return };
        match says {
            Ok(says) => self.take(says, &id),
            Err(problem) => self.say_problem(problem, &id),
        }
    }

    fn take(&self, says: ToLab, re: &Given) {
        let lab = self.lab;
        let (_, refusals) = refused();
        match says {
            ToLab::Set { link, progress } => {
                link.into_iter().for_each(|link| self.set(&link, re));
                progress.into_iter().for_each(|text| progress::restore(&text));
            }
            ToLab::Play => lab.play(),
            ToLab::Pause => lab.pause(),
            ToLab::Seek(at) => lab.seek(at),
            ToLab::Ask(Asked::State) => return self.answer_state(re),
            ToLab::Ask(Asked::Height) => return self.say(FromLab::Height(height()), re),
            ToLab::Ask(Asked::Progress) => return self.say_progress(re),
        }
        let (refused, now) = refused();
        if now != refusals {
            let link = untrack(|| lab.link());
            for name in refused.into_iter().filter(|name| Embedding::lockable().any(|one| one == *name)) {
                let problem = locked(name, &link);
                self.say_error(format!("{name} is locked"), Some(problem), re);
            }
        }
        // Whoever gave an id waits for an answer; others hear of what has changed.
        if *re != Given::Nothing {
            self.answer_state(re);
        }
    }

    fn answer_state(&self, re: &Given) {
        let state = untrack(|| state(self.lab));
        *self.state.borrow_mut() = Some(state.clone());
        self.say(state, re);
    }

    fn say_progress(&self, re: &Given) {
        let none =
            Told::Completed { task: Task::default().name(), score: 0.0, done: 0, of: Task::ALL.len() as u32 - 1 };
        let last = self.completed.borrow().clone().unwrap_or(none);
        self.say(retold(&last), re);
    }

    /// Takes what a link names; the rest stays as it is.
    fn set(&self, text: &str, re: &Given) {
        let now = untrack(|| self.lab.link());
        let (wanted, problems) = now.clone().taking(text);
        problems.into_iter().for_each(|problem| self.say_problem(problem.into(), re));
        // How the page is set up is for its own link to say.
        for one in Parameter::ALL.iter().filter(|one| !one.is_lockable() && one.print(&now) != one.print(&wanted)) {
            self.say_error(format!("{} is for the frame's address alone", one.name), Some(locked(one.name, &now)), re);
        }
        if wanted != (Link { embedding: wanted.embedding.clone(), ..now }) {
            self.lab.follow(wanted);
        }
    }
}

/// That a parameter stays as it is.
fn locked(name: &str, link: &Link) -> Problem {
    let one = Parameter::ALL.iter().find(|one| one.name == name);
    let allowed = one.and_then(|one| one.print(link)).unwrap_or_default();
    Problem::new(name, String::new(), &allowed)
}

fn state(lab: Lab) -> FromLab {
    let run = lab.run();
    let verdict = &run.verdict;
    let outcome = Outcome {
        requests: run.trace.scenario().requests(),
        allowed: verdict.allowed,
        refused: verdict.refused,
        limit: verdict.limit,
        due: verdict.due,
        over: verdict.over,
        falsely_refused: verdict.falsely_refused,
        redis_calls: verdict.redis_calls,
        trace_hash: run.trace.hash().to_string(),
    };
    let t = lab.now().since_start().to_string();
    FromLab::State { link: lab.link().to_string(), playing: lab.playing(), t, outcome }
}

fn retold(told: &Told) -> FromLab {
    match told.clone() {
        Told::Prediction { task, predicted, actual, close } => {
            FromLab::Prediction { task: task.to_owned(), predicted, actual, close }
        }
        Told::Answer { question, answer, correct, attempts } => {
            FromLab::Answer { question: question.to_owned(), answer, correct, attempts }
        }
        Told::Completed { task, score, done, of } => {
            FromLab::Completed { task: task.to_owned(), score, done, of, progress: progress::text() }
        }
    }
}

/// A field of what came. (What came is a copy: reading it runs nobody's code.)
fn given(value: &JsValue) -> Given {
    if let Some(text) = value.as_string() {
        Given::Text(text)
    } else if let Some(number) = value.as_f64() {
        Given::Number(number)
    } else if value.is_undefined() || value.is_null() {
        Given::Nothing
    } else {
        Given::Other
    }
}

fn put(value: Put) -> JsValue {
    match value {
        Put::Text(text) => text.into(),
        Put::Number(number) => number.into(),
        Put::Yes(yes) => yes.into(),
        Put::Null => JsValue::NULL,
        Put::Texts(texts) => texts.into_iter().map(JsValue::from).collect::<Array>().into(),
        Put::Fields(fields) => object(fields),
    }
}

fn object(fields: Vec<(&'static str, Put)>) -> JsValue {
    let object = Object::new();
    fields.into_iter().for_each(|(name, value)| set(&object, name, &put(value)));
    object.unchecked_into()
}

fn post(parent: &JsValue, target: &str, message: &FromLab, re: &Given) {
    let object = object(message.fields());
    match re {
        Given::Text(text) => set(&object, "re", &text.as_str().into()),
        Given::Number(number) => set(&object, "re", &(*number).into()),
        Given::Other | Given::Nothing => {}
    }
    call(parent, "postMessage", &[object, target.into()]);
}
