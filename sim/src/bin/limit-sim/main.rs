//! The headless run: a scenario as text in, one line of JSON out.

mod many;

use std::io::Write;
use std::process::ExitCode;

use lexopt::prelude::*;
use limit_sim::scenario::{Link, Parameter, Problem};
use limit_sim::trace::Trace;
use limit_sim::verdict::Verdict;
use serde::Serialize;

/// What is to be done.
enum Task {
    Help,
    One(Link),
    Many(Link, u64),
}

/// One run's line.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    verdict: Verdict,
    trace_hash: String,
}

fn main() -> ExitCode {
    let line = match task() {
        Ok(Task::Help) => Ok(help()),
        Ok(Task::One(link)) => {
            let trace = Trace::of(&link.scenario);
            serde_json::to_string(&Line { verdict: trace.verdict(), trace_hash: trace.hash().to_string() })
        }
        Ok(Task::Many(link, runs)) => serde_json::to_string(&many::Line::of(&link.scenario, runs)),
        Err(error) => {
            eprintln!("limit-sim: {error}");
            return ExitCode::from(2);
        }
    };
    match writeln!(std::io::stdout(), "{}", line.expect("a verdict has a JSON form")) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has had enough; there is nobody to tell.
        Err(_) => ExitCode::FAILURE,
    }
}

fn task() -> Result<Task, lexopt::Error> {
    let mut text = None;
    let mut runs = None;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Task::Help),
            Long("runs") => {
                let given = arguments.value()?.string()?;
                let count = given.parse().ok().filter(|count| *count > 0);
                runs =
                    Some(count.ok_or_else(|| format!("--runs {given} was not taken; allowed: a whole number from 1"))?);
            }
            Value(given) if text.is_none() => text = Some(given.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let link: Link = text.as_deref().unwrap_or_default().parse().map_err(|problems: Vec<Problem>| {
        let lines: Vec<_> = problems.iter().map(Problem::to_string).collect();
        lines.join("\nlimit-sim: ")
    })?;
    Ok(match runs {
        None => Task::One(link),
        Some(runs) => Task::Many(link, runs),
    })
}

fn help() -> String {
    let names: Vec<_> = Parameter::ALL.iter().map(|one| format!("  {:<14} {}", one.name, (one.allowed)())).collect();
    format!(
        "usage: limit-sim [--runs N] ['name=value&name=value...']\n\n\
         Runs a scenario and prints one line of JSON. With --runs it uses N seeds, one after the other,\n\
         and prints mean, sd, min and max of each number. An error goes to standard error, exit code 2.\n\n\
         worst_case is an upper bound over all seeds: none lets more through, and perhaps none lets as many.\n\
         expected is the mean over all seeds where a closed form is known, else null.\n\n\
         {}",
        names.join("\n")
    )
}
