//! The headless run: a scenario as text in, one line of JSON out, or a table.

mod cost;
mod explore;
mod help;
mod many;
mod sweep;

use std::io::Write;
use std::process::ExitCode;

use lexopt::prelude::*;
use limit_sim::hand::{Case, Events};
use limit_sim::scenario::{Link, Problem, Sweep};
use limit_sim::trace::Trace;
use limit_sim::verdict::Verdict;
use serde::Serialize;

/// What is to be done.
enum Task {
    Help,
    One(Link),
    Many(Link, u64),
    Sweep(sweep::Task),
    Explore(Case),
    Cost(Link),
}

/// What the arguments say.
#[derive(Default)]
struct Given {
    text: Option<String>,
    runs: Option<u64>,
    sweep: Option<Sweep>,
    compare: bool,
    explore: bool,
    cost: bool,
    events: Events,
}

/// One run's line.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    verdict: Verdict,
    trace_hash: String,
}

fn main() -> ExitCode {
    let text = match task().and_then(Task::done) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("limit-sim: {error}");
            return ExitCode::from(2);
        }
    };
    match writeln!(std::io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has had enough; there is nobody to tell.
        Err(_) => ExitCode::FAILURE,
    }
}

impl Task {
    /// What it prints.
    fn done(self) -> Result<String, lexopt::Error> {
        Ok(match self {
            Self::Help => help::text(),
            Self::One(link) => {
                let trace = Trace::of(&link.scenario);
                json(&Line { verdict: trace.verdict(), trace_hash: trace.hash().to_string() })
            }
            Self::Many(link, runs) => json(&many::Line::of(&link.runs.begin(&link.scenario), runs)),
            Self::Sweep(task) => {
                let table = task.table();
                table.left_out.iter().for_each(|line| eprintln!("limit-sim: {line}"));
                table.text().ok_or("nothing is left of this sweep")?
            }
            Self::Explore(case) => json(&explore::Line::of(&case)),
            Self::Cost(link) => json(&cost::Line::of(&link)),
        })
    }
}

fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("a verdict has a JSON form")
}

fn task() -> Result<Task, lexopt::Error> {
    let Some(given) = given()? else { return Ok(Task::Help) };
    let link: Link = given.text.as_deref().unwrap_or_default().parse().map_err(|problems: Vec<Problem>| {
        let lines: Vec<_> = problems.iter().map(Problem::to_string).collect();
        lines.join("\nlimit-sim: ")
    })?;
    given.check()?;
    let Given { runs, sweep, compare, .. } = given;
    Ok(match (sweep, runs) {
        _ if given.explore => Task::Explore(explore::case(&link.scenario, given.events)?),
        _ if given.cost => Task::Cost(link),
        (Some(sweep), runs) => Task::Sweep(sweep::Task::of(&link, sweep, compare, runs)),
        (None, Some(runs)) => Task::Many(link, runs),
        (None, None) => Task::One(link),
    })
}

/// Reads the arguments; none when only help is wanted.
fn given() -> Result<Option<Given>, lexopt::Error> {
    let mut given = Given::default();
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(None),
            Long("runs") => {
                let text = arguments.value()?.string()?;
                let count = text.parse().ok().filter(|count| *count > 0);
                given.runs =
                    Some(count.ok_or_else(|| format!("--runs {text} was not taken; allowed: a whole number from 1"))?);
            }
            Long("sweep") => {
                let text = arguments.value()?.string()?;
                let sweep = Sweep::read(&text);
                let told = || format!("--sweep {text} was not taken; allowed: {}", Sweep::allowed());
                given.sweep = Some(sweep.ok_or_else(told)?);
            }
            Long("compare") => given.compare = true,
            Long("explore") => given.explore = true,
            Long("cost") => given.cost = true,
            Long("window-end") => given.events.window_ends = true,
            Long("crash") => given.events.crashes = true,
            Value(text) if given.text.is_none() => given.text = Some(text.string()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(given))
}

impl Given {
    /// What does not go together is an error.
    fn check(&self) -> Result<(), &'static str> {
        let by_chance = self.runs.is_some() || self.sweep.is_some();
        if self.cost && (self.explore || by_chance) {
            return Err("--cost is a bill of its own: it can't be had with --explore, --runs or --sweep");
        }
        if self.explore && by_chance {
            return Err("--explore goes through all orders, without chance: it can't be had with --runs or --sweep");
        }
        if !self.explore && self.events != Events::default() {
            return Err("--window-end and --crash are for --explore");
        }
        if self.compare && self.sweep.is_none() {
            return Err("--compare is for --sweep");
        }
        Ok(())
    }
}
