//! The messages between the lab and the page around it, apart from how a browser carries them: docs/embedding.md has the same.

use limit_sim::scenario;
use limit_sim::time::{Span, Time};

/// What every message has as `lab`.
pub const LAB: &str = "rate-limit-lab";
/// The version of the messages, their `v`.
pub const VERSION: f64 = 1.0;

/// A field of a message that came.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Something else.
    Other,
    /// There is none.
    Nothing,
}

/// A message to the lab.
#[derive(Clone, Debug, PartialEq)]
pub enum ToLab {
    /// Changes what a link names, brings the lesson to where it was, or both.
    Set {
        /// Parameters as in a link.
        link: Option<String>,
        /// What `completed` gave.
        progress: Option<String>,
    },
    /// Starts playing.
    Play,
    /// Stops playing.
    Pause,
    /// Moves the playhead.
    Seek(Time),
    /// Asks for an answer.
    Ask(Asked),
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// How the lab stands.
    State,
    /// How far the student is.
    Progress,
    /// How high the page is.
    Height,
}

/// A message that is for the lab: what comes back as `re`, and what it says, or why it can't be taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// Its `id`.
    pub id: Given,
    /// What it says.
    pub says: Result<ToLab, Problem>,
}

/// Reads a message, given its fields by name. None when it is not for the lab.
pub fn read(field: &dyn Fn(&str) -> Given) -> Option<Letter> {
    if field("lab") != Given::Text(LAB.to_owned()) {
        return None;
    }
    let id = match field("id") {
        id @ (Given::Text(_) | Given::Number(_)) => id,
        _ => Given::Nothing,
    };
    Some(Letter { id, says: said(field) })
}

fn said(field: &dyn Fn(&str) -> Given) -> Result<ToLab, Problem> {
    if field("v") != Given::Number(VERSION) {
        return Err(bad("v", &field("v"), "1"));
    }
    let kind = field("type");
    match shown(&kind).as_str() {
        "set" => {
            let (link, progress) = (text(field, "link")?, text(field, "progress")?);
            if link.is_none() && progress.is_none() {
                return Err(bad("link", &Given::Nothing, "a text, or a text as progress"));
            }
            Ok(ToLab::Set { link, progress })
        }
        "play" => Ok(ToLab::Play),
        "pause" => Ok(ToLab::Pause),
        "seek" => {
            let at = text(field, "t")?.and_then(|text| text.parse::<Span>().ok());
            let at = at.ok_or_else(|| bad("t", &field("t"), "a time since the start, with its unit (us, ms or s)"))?;
            Ok(ToLab::Seek(Time::START + at))
        }
        "ask" => match shown(&field("what")).as_str() {
            "state" => Ok(ToLab::Ask(Asked::State)),
            "progress" => Ok(ToLab::Ask(Asked::Progress)),
            "height" => Ok(ToLab::Ask(Asked::Height)),
            _ => Err(bad("what", &field("what"), "state, progress or height")),
        },
        _ => Err(bad("type", &kind, "set, play, pause, seek or ask")),
    }
}

/// A field that is a text or left out.
fn text(field: &dyn Fn(&str) -> Given, name: &str) -> Result<Option<String>, Problem> {
    match field(name) {
        Given::Text(text) => Ok(Some(text)),
        Given::Nothing => Ok(None),
        other => Err(bad(name, &other, "a text")),
    }
}

fn shown(given: &Given) -> String {
    match given {
        Given::Text(text) => text.clone(),
        Given::Number(number) => number.to_string(),
        Given::Other | Given::Nothing => String::new(),
    }
}

/// What was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field's or the parameter's name.
    pub name: String,
    /// What was given.
    pub given: String,
    /// What is allowed. Other programs read it: it is in English.
    pub allowed: String,
    /// All of that as a sentence, in English.
    pub told: String,
}

impl Problem {
    /// Something else was given than what is allowed.
    pub fn new(name: &str, given: String, allowed: &str) -> Self {
        let told = format!("{name}={given} was not taken; allowed: {allowed}");
        Self { name: name.to_owned(), given, allowed: allowed.to_owned(), told }
    }
}

impl From<scenario::Problem> for Problem {
    fn from(problem: scenario::Problem) -> Self {
        let (told, allowed) = (problem.to_string(), problem.allowed().to_string());
        Self { name: problem.name, given: problem.given, allowed, told }
    }
}

fn bad(name: &str, given: &Given, allowed: &str) -> Problem {
    Problem::new(name, shown(given), allowed)
}

/// How a run comes out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Requests.
    pub requests: u32,
    /// How many were let through.
    pub allowed: u32,
    /// How many were refused.
    pub refused: u32,
    /// The limit.
    pub limit: u32,
    /// What an exact limiter would have let through.
    pub due: u32,
    /// How many were let through over the limit.
    pub over: u32,
    /// How many were refused that were under it.
    pub falsely_refused: u32,
    /// Commands at Redis.
    pub redis_calls: u64,
    /// The run's hash.
    pub trace_hash: String,
}

/// A message from the lab.
#[derive(Clone, Debug, PartialEq)]
pub enum FromLab {
    /// It can be spoken to.
    Ready {
        /// The link to the lab as it stands.
        link: String,
        /// The page's height in CSS pixels.
        height: f64,
        /// The lesson's tasks.
        tasks: Vec<String>,
        /// How far the student is.
        progress: String,
    },
    /// The page's height in CSS pixels.
    Height(f64),
    /// How the lab stands.
    State {
        /// The link to that.
        link: String,
        /// Whether it plays.
        playing: bool,
        /// The playhead.
        t: String,
        /// How the run comes out.
        outcome: Outcome,
    },
    /// See [`crate::outside::Told`].
    Prediction { task: String, predicted: Option<String>, actual: String, close: bool },
    /// See [`crate::outside::Told`].
    Answer { question: String, answer: String, correct: bool, attempts: u32 },
    /// See [`crate::outside::Told`].
    Completed { task: String, score: f64, done: u32, of: u32, progress: String },
    /// Something went wrong, or was not taken: of a parameter with its name, what was given, and what is allowed.
    Error { message: String, of: Option<Problem> },
}

/// A field of a message that goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Put {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Yes or no.
    Yes(bool),
    /// Nothing.
    Null,
    /// Texts.
    Texts(Vec<String>),
    /// Fields.
    Fields(Vec<(&'static str, Put)>),
}

impl From<&str> for Put {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Put {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<f64> for Put {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Put {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Put {
    fn from(yes: bool) -> Self {
        Self::Yes(yes)
    }
}

impl FromLab {
    /// Its fields, those that every message has included.
    pub fn fields(&self) -> Vec<(&'static str, Put)> {
        let (kind, own): (_, Vec<(&'static str, Put)>) = match self {
            Self::Ready { link, height, tasks, progress } => (
                "ready",
                vec![
                    ("link", link.into()),
                    ("height", (*height).into()),
                    ("tasks", Put::Texts(tasks.clone())),
                    ("progress", progress.into()),
                ],
            ),
            Self::Height(height) => ("height", vec![("height", (*height).into())]),
            Self::State { link, playing, t, outcome } => (
                "state",
                vec![
                    ("link", link.into()),
                    ("playing", (*playing).into()),
                    ("t", t.into()),
                    ("verdict", Put::Fields(outcome.fields())),
                ],
            ),
            Self::Prediction { task, predicted, actual, close } => (
                "prediction",
                vec![
                    ("task", task.into()),
                    ("predicted", predicted.as_ref().map_or(Put::Null, Put::from)),
                    ("actual", actual.into()),
                    ("close", (*close).into()),
                ],
            ),
            Self::Answer { question, answer, correct, attempts } => (
                "answer",
                vec![
                    ("question", question.into()),
                    ("answer", answer.into()),
                    ("correct", (*correct).into()),
                    ("attempts", (*attempts).into()),
                ],
            ),
            Self::Completed { task, score, done, of, progress } => (
                "completed",
                vec![
                    ("task", task.into()),
                    ("score", (*score).into()),
                    ("done", (*done).into()),
                    ("of", (*of).into()),
                    ("progress", progress.into()),
                ],
            ),
            Self::Error { message, of } => {
                let mut fields = vec![("message", message.into())];
                if let Some(Problem { name, given, allowed, .. }) = of {
                    fields.extend([("name", name.into()), ("given", given.into()), ("allowed", allowed.into())]);
                }
                ("error", fields)
            }
        };
        let all = [("lab", LAB.into()), ("v", VERSION.into()), ("type", kind.into())];
        all.into_iter().chain(own).collect()
    }
}

impl Outcome {
    fn fields(&self) -> Vec<(&'static str, Put)> {
        vec![
            ("requests", self.requests.into()),
            ("allowed", self.allowed.into()),
            ("refused", self.refused.into()),
            ("limit", self.limit.into()),
            ("due", self.due.into()),
            ("over", self.over.into()),
            ("falsely_refused", self.falsely_refused.into()),
            ("redis_calls", (self.redis_calls as f64).into()),
            ("trace_hash", (&self.trace_hash).into()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> Given {
        Given::Text(text.to_owned())
    }

    fn letter(fields: &[(&str, Given)]) -> Option<Letter> {
        let mut all = HashMap::from([("lab", text(LAB)), ("v", Given::Number(1.0))]);
        all.extend(fields.iter().cloned());
        read(&|name| all.get(name).cloned().unwrap_or(Given::Nothing))
    }

    fn says(fields: &[(&str, Given)]) -> Result<ToLab, Problem> {
        letter(fields).unwrap().says
    }

    #[test]
    fn each_message_is_read() {
        let set = |link: Option<&str>, progress: Option<&str>| {
            Ok(ToLab::Set { link: link.map(str::to_owned), progress: progress.map(str::to_owned) })
        };
        let of = |kind: &str| ("type", text(kind));
        assert_eq!(says(&[of("set"), ("link", text("servers=8"))]), set(Some("servers=8"), None));
        assert_eq!(says(&[of("set"), ("progress", text("x"))]), set(None, Some("x")));
        assert_eq!(says(&[of("play")]), Ok(ToLab::Play));
        assert_eq!(says(&[of("pause")]), Ok(ToLab::Pause));
        assert_eq!(says(&[of("seek"), ("t", text("12.3ms"))]), Ok(ToLab::Seek(Time::from_nanos(12_300_000))));
        for (what, asked) in [("state", Asked::State), ("progress", Asked::Progress), ("height", Asked::Height)] {
            assert_eq!(says(&[of("ask"), ("what", text(what))]), Ok(ToLab::Ask(asked)));
        }
    }

    #[test]
    fn what_is_not_for_the_lab_is_left_alone() {
        for lab in [Given::Nothing, Given::Other, Given::Number(1.0), text("rate-limit"), text("")] {
            assert_eq!(letter(&[("lab", lab), ("type", text("play"))]), None);
        }
    }

    #[test]
    fn what_can_not_be_taken_is_answered_with_what_is_allowed() {
        let of = |kind: &str| ("type", text(kind));
        for (fields, name) in [
            (vec![of("play"), ("v", Given::Number(2.0))], "v"),
            (vec![of("play"), ("v", text("1"))], "v"),
            (vec![], "type"),
            (vec![of("stop")], "type"),
            (vec![("type", Given::Other)], "type"),
            (vec![of("set")], "link"),
            (vec![of("set"), ("link", Given::Number(8.0))], "link"),
            (vec![of("set"), ("link", text("")), ("progress", Given::Other)], "progress"),
            (vec![of("seek")], "t"),
            (vec![of("seek"), ("t", Given::Number(3.0))], "t"),
            (vec![of("seek"), ("t", text("soon"))], "t"),
            (vec![of("ask")], "what"),
            (vec![of("ask"), ("what", text("all"))], "what"),
        ] {
            let problem = says(&fields).unwrap_err();
            assert_eq!(problem.name, name, "{fields:?}");
            assert!(!problem.allowed.is_empty());
        }
    }

    #[test]
    fn an_id_comes_back_when_it_is_a_text_or_a_number() {
        let id = |id: Given| letter(&[("type", text("play")), ("id", id)]).unwrap().id;
        assert_eq!(id(text("a")), text("a"));
        assert_eq!(id(Given::Number(7.0)), Given::Number(7.0));
        assert_eq!((id(Given::Other), id(Given::Nothing)), (Given::Nothing, Given::Nothing));
    }

    #[test]
    fn what_the_lab_says_has_the_fields_that_are_documented() {
        let documented = include_str!("../../docs/embedding.md");
        let outcome = Outcome {
            requests: 40,
            allowed: 36,
            refused: 4,
            limit: 10,
            due: 10,
            over: 26,
            falsely_refused: 0,
            redis_calls: 0,
            trace_hash: "0".to_owned(),
        };
        let of = Problem::new("servers", "0".to_owned(), "1");
        let one = String::new;
        for message in [
            FromLab::Ready { link: one(), height: 1.0, tasks: vec![], progress: one() },
            FromLab::Height(1.0),
            FromLab::State { link: one(), playing: true, t: one(), outcome },
            FromLab::Prediction { task: one(), predicted: None, actual: one(), close: true },
            FromLab::Answer { question: one(), answer: one(), correct: true, attempts: 1 },
            FromLab::Completed { task: one(), score: 1.0, done: 1, of: 1, progress: one() },
            FromLab::Error { message: one(), of: Some(of) },
        ] {
            let fields = message.fields();
            let Put::Text(kind) = &fields[2].1 else { panic!("{fields:?}") };
            let row = documented.lines().find(|line| line.starts_with(&format!("| `{kind}` |"))).expect(kind);
            for (name, put) in &fields[3..] {
                assert!(row.contains(&format!("`{name}`")), "{kind} has {name}: {row}");
                if let Put::Fields(inner) = put {
                    inner.iter().for_each(|(name, _)| assert!(row.contains(&format!("`{name}`")), "{name}: {row}"));
                }
            }
        }
    }

    fn given() -> impl Strategy<Value = Given> {
        prop_oneof![
            "\\PC{0,20}".prop_map(Given::Text),
            "(set|play|pause|seek|ask|state|progress|rate-limit-lab|[0-9]{1,25}(\\.[0-9]{1,12})?(us|ms|s))"
                .prop_map(Given::Text),
            any::<f64>().prop_map(Given::Number),
            Just(Given::Number(1.0)),
            Just(Given::Other),
            Just(Given::Nothing),
        ]
    }

    proptest! {
        #[test]
        fn no_message_makes_the_reader_panic(all: bool, fields in proptest::collection::vec(given(), 8)) {
            let names = ["type", "link", "progress", "t", "what", "id", "lab", "v"];
            let field = |name: &str| match name {
                "lab" if all => text(LAB),
                "v" if all => Given::Number(1.0),
                _ => names.iter().position(|one| *one == name).map_or(Given::Nothing, |nth| fields[nth].clone()),
            };
            let read = read(&field);
            prop_assert!(read.is_some() || !all);
            if let Some(Letter { id, .. }) = read {
                prop_assert!(!matches!(id, Given::Other));
            }
        }
    }
}
