//! How far the student is, and the text form of that, which [`crate::progress`] keeps.
//!
//! The text is the same in all languages and a few hundred letters long: entries with `;` between them. The first is the
//! version, the second the task that is open; then come the tasks that were begun, as `name:prediction:attempts:done`, and the
//! questions that were answered, as `?name:attempts:right`. `-` is a prediction that was skipped.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Task};

use crate::live;
use crate::outside::{self, Told};

/// The version of the text form.
const VERSION: &str = "1";

/// A prediction that was skipped, in the text form.
const SKIPPED: &str = "-";

/// How many letters of an answer the text form keeps.
const LONGEST: usize = 24;

/// How far the student is with a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Which task.
    pub task: Task,
    /// What was predicted, in a form that is the same in all languages; none when that was skipped.
    pub predicted: Option<String>,
    /// How many runs were tried since.
    pub attempts: u32,
    /// Whether the change that it asks for was made.
    pub done: bool,
}

/// How a question was answered so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The question's name.
    pub question: String,
    /// How many answers were given.
    pub attempts: u32,
    /// Whether one of them was right.
    pub correct: bool,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The task that is open; none before the first.
    pub at: Task,
    /// The tasks whose prediction was committed or skipped.
    pub tasks: Vec<Begun>,
    /// The questions that were answered.
    pub questions: Vec<Answered>,
}

impl State {
    /// How far the student is with a task; none before its prediction.
    pub fn task(&self, task: Task) -> Option<&Begun> {
        self.tasks.iter().find(|begun| begun.task == task)
    }

    /// Whether the change that a task asks for was made.
    pub fn is_done(&self, task: Task) -> bool {
        self.task(task).is_some_and(|begun| begun.done)
    }

    /// The text form; empty at the beginning.
    pub fn text(&self) -> String {
        if *self == Self::default() {
            return String::new();
        }
        let digit = |yes: bool| if yes { "1" } else { "0" };
        let mut text = format!("{VERSION};{}", self.at.name());
        for Begun { task, predicted, attempts, done } in &self.tasks {
            let predicted = predicted.as_deref().unwrap_or(SKIPPED);
            text += &format!(";{}:{predicted}:{attempts}:{}", task.name(), digit(*done));
        }
        for Answered { question, attempts, correct } in &self.questions {
            text += &format!(";?{question}:{attempts}:{}", digit(*correct));
        }
        text
    }

    /// Reads the text form; none when it is not one.
    pub fn read(text: &str) -> Option<Self> {
        let mut entries = text.split(';');
        if entries.next() != Some(VERSION) {
            return None;
        }
        let mut state = Self { at: Task::from_name(entries.next()?)?, ..Self::default() };
        for entry in entries {
            let mut fields = entry.split(':');
            let name = fields.next()?;
            if let Some(question) = name.strip_prefix('?') {
                let (attempts, correct) = (fields.next()?.parse().ok()?, fields.next()? == "1");
                let known = state.questions.iter().any(|one| one.question == question);
                if known || question != kept(question) {
                    return None;
                }
                state.questions.push(Answered { question: question.to_owned(), attempts, correct });
            } else {
                let task = Task::from_name(name).filter(|task| *task != Task::None && state.task(*task).is_none())?;
                let predicted = Some(fields.next()?).filter(|text| *text != SKIPPED);
                if predicted.is_some_and(|text| text != kept(text)) {
                    return None;
                }
                let (attempts, done) = (fields.next()?.parse().ok()?, fields.next()? == "1");
                state.tasks.push(Begun { task, predicted: predicted.map(str::to_owned), attempts, done });
            }
        }
        Some(state)
    }
}

/// What the text form keeps of a text: short, and without its own signs and those of markup.
fn kept(text: &str) -> String {
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '+');
    text.chars().filter(plain).take(LONGEST).collect()
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
    static PROGRESS: Cell<Option<Progress>> = const { Cell::new(None) };
}

/// The student's progress: whatever reads it hears of its changes.
#[derive(Clone, Copy)]
pub struct Progress(RwSignal<usize>);

/// The progress of this page's student. What was kept is read when it is first asked for.
pub fn use_progress() -> Progress {
    PROGRESS.get().unwrap_or_else(|| {
        let progress = Progress(RwSignal::new(0));
        PROGRESS.set(Some(progress));
        // What can't be read is ignored.
        STATE.set(State::read(&crate::progress::text()).unwrap_or_default());
        crate::progress::when_restored(move |text| {
            STATE.set(State::read(text).unwrap_or_default());
            live::more(progress.0);
        });
        progress
    })
}

impl Progress {
    /// Reads it, and hears of its changes.
    pub fn with<R>(self, read: impl FnOnce(&State) -> R) -> R {
        self.0.track();
        STATE.with_borrow(read)
    }

    /// How far the student is with a task; none before its prediction.
    pub fn task(self, task: Task) -> Option<Begun> {
        self.with(|state| state.task(task).cloned())
    }

    /// How a question was answered so far; none before the first answer.
    pub fn question(self, question: &str) -> Option<Answered> {
        self.with(|state| state.questions.iter().find(|one| one.question == question).cloned())
    }

    /// An answer was given to a question: keeps that, and tells whoever embeds the page. The question's name is of letters,
    /// digits and `-`, at most 24; the answer is in a form that is the same in all languages.
    pub fn answered(self, question: &'static str, answer: &str, correct: bool) {
        let attempts = self.change(|state| {
            let known = state.questions.iter().position(|one| one.question == question);
            let place = known.unwrap_or(state.questions.len());
            if known.is_none() {
                state.questions.push(Answered { question: kept(question), attempts: 0, correct: false });
            }
            let one = &mut state.questions[place];
            one.attempts += 1;
            one.correct |= correct;
            one.attempts
        });
        outside::tell(&Told::Answer { question, answer: answer.to_owned(), correct, attempts });
    }

    /// Opens a task.
    pub fn go_to(self, task: Task) {
        self.change(|state| state.at = task);
    }

    /// A prediction was committed, or skipped.
    pub fn predicted(self, task: Task, predicted: Option<&str>) {
        self.change(|state| {
            state.tasks.retain(|begun| begun.task != task);
            state.tasks.push(Begun { task, predicted: predicted.map(kept), attempts: 0, done: false });
        });
    }

    /// A run or an answer was tried for a task. Answers how many that are; 0 before its prediction.
    pub fn tried(self, task: Task, correct: bool) -> u32 {
        self.change(|state| {
            let begun = state.tasks.iter_mut().find(|begun| begun.task == task);
            begun.map_or(0, |begun| {
                begun.attempts = begun.attempts.saturating_add(1);
                begun.done |= correct;
                begun.attempts
            })
        })
    }

    /// Begins anew.
    pub fn reset(self) {
        self.change(|state| *state = State::default());
    }

    fn change<R>(self, with: impl FnOnce(&mut State) -> R) -> R {
        let (result, text) = STATE.with_borrow_mut(|state| (with(state), state.text()));
        crate::progress::keep(&text);
        live::more(self.0);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything done, after many attempts, and a dozen questions answered.
    fn full() -> State {
        let tasks = Task::ALL[1..].iter().map(|task| Begun {
            task: *task,
            predicted: (*task != Task::Price).then(|| "1000".to_owned()),
            attempts: 1234,
            done: true,
        });
        let question =
            |nth| Answered { question: format!("a-question-of-24-letter{nth:x}"), attempts: 99, correct: true };
        State { at: Task::Approximate, tasks: tasks.collect(), questions: (0..12).map(question).collect() }
    }

    #[test]
    fn what_is_written_is_read() {
        let begun = State { at: Task::Shares, ..State::default() };
        for state in [begun, full()] {
            assert_eq!(State::read(&state.text()), Some(state));
        }
        assert_eq!(State::default().text(), "");
    }

    #[test]
    fn all_of_it_fits_into_a_quarter_of_what_scorm_keeps() {
        let length = full().text().len();
        assert!(length < 1024, "{length} letters");
    }

    #[test]
    fn what_is_no_progress_is_none() {
        for text in [
            "",
            "2;none",
            "1",
            "1;elsewhere",
            "1;none;own-counts",
            "1;none;own-counts:10:x:1",
            "1;none;own-counts:10:1:1;own-counts:10:1:1",
            "1;none;none:10:1:1",
            "1;none;own-counts:<b>:1:1",
            "1;none;?a question:1:1",
            "1;none;?one:1:1;?one:1:1",
            "null",
        ] {
            assert_eq!(State::read(text), None, "{text}");
        }
    }

    #[test]
    fn answers_are_kept_without_the_signs_of_the_text_form() {
        assert_eq!(kept("0.3"), "0.3");
        assert_eq!(kept("a;b:c?<d>"), "abcd");
        assert_eq!(kept(&"x".repeat(99)).len(), LONGEST);
    }
}
