//! What the lesson has to tell to whoever embeds the page. Nothing of it leaves the page unless someone listens
//! (docs/embedding.md).

use std::cell::RefCell;

/// Something that the student did.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// A prediction, before the run was played.
    Prediction {
        /// The task's name in links.
        task: &'static str,
        /// What was predicted; none when the prediction was skipped.
        predicted: Option<String>,
        /// What it came to.
        actual: String,
        /// Whether the two are as good as one.
        close: bool,
    },
    /// An answer to a task or a question.
    Answer {
        /// Its name.
        question: &'static str,
        /// What was answered, in a form that stays the same in all languages.
        answer: String,
        /// Whether that is right.
        correct: bool,
        /// How many answers were given to it so far.
        attempts: u32,
    },
    /// A task is done, or all are.
    Completed {
        /// The task's name, or `lesson`.
        task: &'static str,
        /// The part of what can be done that is done right, 0 to 1.
        score: f64,
        /// How many tasks are done.
        done: u32,
        /// How many there are.
        of: u32,
    },
}

type Listener = Box<dyn Fn(&Told)>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Tells it, if anyone listens.
pub fn tell(told: &Told) {
    LISTENER.with_borrow(|listener| listener.iter().for_each(|hear| hear(told)));
}

/// Listens from now on. There is one listener.
pub fn listen(hear: impl Fn(&Told) + 'static) {
    LISTENER.set(Some(Box::new(hear)));
}
