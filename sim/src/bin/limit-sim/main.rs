//! The headless run: a scenario as text in, one line of JSON out.

mod cost;
mod explore;
mod many;

use std::io::Write;
use std::process::ExitCode;

use lexopt::prelude::*;
use limit_sim::hand::{Case, Events};
use limit_sim::scenario::{Link, Parameter, Problem};
use limit_sim::trace::Trace;
use limit_sim::verdict::Verdict;
use serde::Serialize;

/// What is to be done.
enum Task {
    Help,
    One(Link),
    Many(Link, u64),
    Explore(Case),
    Cost(Link),
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
        Ok(Task::Explore(case)) => serde_json::to_string(&explore::Line::of(&case)),
        Ok(Task::Cost(link)) => serde_json::to_string(&cost::Line::of(&link)),
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
    let mut explore = false;
    let mut cost = false;
    let mut events = Events::default();
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
            Long("explore") => explore = true,
            Long("cost") => cost = true,
            Long("window-end") => events.window_ends = true,
            Long("crash") => events.crashes = true,
            Value(given) if text.is_none() => text = Some(given.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let link: Link = text.as_deref().unwrap_or_default().parse().map_err(|problems: Vec<Problem>| {
        let lines: Vec<_> = problems.iter().map(Problem::to_string).collect();
        lines.join("\nlimit-sim: ")
    })?;
    if cost && (explore || runs.is_some()) {
        return Err("--cost is a bill of its own: it can't be had with --explore or --runs".into());
    }
    match (explore, runs) {
        (true, Some(_)) => Err("--explore goes through all orders, without chance: it can't be had with --runs".into()),
        (true, None) => Ok(Task::Explore(explore::case(&link.scenario, events)?)),
        (false, _) if events != Events::default() => Err("--window-end and --crash are for --explore".into()),
        (false, None) if cost => Ok(Task::Cost(link)),
        (false, None) => Ok(Task::One(link)),
        (false, Some(runs)) => Ok(Task::Many(link, runs)),
    }
}

fn help() -> String {
    let names: Vec<_> = Parameter::ALL.iter().map(|one| format!("  {:<14} {}", one.name, one.allowed())).collect();
    format!(
        "usage: limit-sim [--runs N] ['name=value&name=value...']\n\
         {:7}limit-sim --explore [--window-end] [--crash] ['name=value&name=value...']\n\
         {:7}limit-sim --cost ['name=value&name=value...']\n\n\
         Runs a scenario and prints one line of JSON. With --runs it uses N seeds, one after the other,\n\
         and prints mean, sd, min and max of each number. An error goes to standard error, exit code 2.\n\n\
         worst_case is an upper bound over all seeds: none lets more through, and perhaps none lets as many.\n\
         expected is the mean over all seeds where a closed form is known, else null.\n\n\
         With --explore, time stands still, request i (from 0) goes to server i mod N, and every order in which\n\
         the requests' steps can happen is counted: how many orders there are, how many exceed the limit, how\n\
         many requests each lets through. A step is a Redis command with all that follows from its reply, or\n\
         where none is sent the whole check. In shortest and example, choice i (from 1) is the next step of\n\
         request i. With K requests, --window-end adds choice K+1, the end of the window, and --crash K+1+s,\n\
         the crash of server s (from 1); each at most once. With N servers that tell each other what they have\n\
         counted, choice K+1+N+s is that of server s, each once. Of the scenario, strategy, rule, servers, burst\n\
         ({} to {}), limit and window count. Where there are too many states or orders, complete is false, and\n\
         what is complete after covered_choices choices is counted.\n\n\
         With --cost it prints what a limiter costs whose counts are in Redis, by the values whose names begin with\n\
         cost-: calls, how much of a node they take, nodes, the mean wait by a formula and as measured in a run of\n\
         its own, memory, and the part of a request's time.\n\n\
         {}",
        "",
        "",
        Case::REQUESTS.start(),
        Case::REQUESTS.end(),
        names.join("\n")
    )
}
