//! One step of a run in one sentence.

use limit_sim::redis::{Command, Text};
use limit_sim::run::Request;
use limit_sim::scenario::Strategy;
use limit_sim::trace::{Circumstances, Event, Kind, Outcome, Trace};

use crate::events::line::comparison;

/// What happens in each of the events of these numbers, which are in ascending order.
pub fn all(trace: &Trace, of: &[usize]) -> Vec<String> {
    let circumstances = trace.circumstances(of);
    of.iter().zip(&circumstances).map(|(nth, around)| told(trace, &trace.events()[*nth], around)).collect()
}

/// What happens in the event of this number.
pub fn of(trace: &Trace, nth: usize) -> String {
    all(trace, &[nth]).concat()
}

/// A value as a count: a missing key counts as 0.
pub fn shown(value: Option<&Text>) -> String {
    value.map_or_else(|| "0".to_owned(), Text::to_string)
}

fn told(trace: &Trace, event: &Event, around: &Circumstances) -> String {
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    match &event.kind {
        Kind::Routed => format!("The balancer sends request {request} to server {server}."),
        Kind::Reached(_) => format!("Request {request} reaches server {server}."),
        Kind::Sent(command) => sent(trace, event, command, around),
        Kind::Queued => format!("Server {server}'s command has reached Redis, which runs one at a time."),
        Kind::Executed { command, before, after, .. } => {
            ran(trace, event, command, [before, after].map(Option::as_ref), around)
        }
        Kind::Received(reply) => format!("Redis's answer, {reply}, reaches server {server}."),
        Kind::Decided { decision, outcome } => {
            decided(trace, event, &comparison(decision), *outcome, around.passed + 1)
        }
    }
}

fn sent(trace: &Trace, event: &Event, command: &Command, around: &Circumstances) -> String {
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    let read = match command {
        Command::Expire(..) | Command::PExpire(..) => {
            return format!("Server {server} counted first, so it tells Redis when to delete the key.");
        }
        Command::Set(..) | Command::Incr(_) => trace.read_before(event),
        _ => None,
    };
    let Some(read) = read else {
        return format!("Request {request} reaches server {server}, which sends {command}.");
    };
    let (read, now) = (shown(trace.left_by(Some(read))), shown(trace.left_by(around.last)));
    let late = if now == read { String::new() } else { format!(" But the count is {now} by now.") };
    let limit = trace.scenario().limit;
    format!("Server {server} decides: {read} is below {limit}, request {request} may pass. It sends its write.{late}")
}

fn ran(
    trace: &Trace,
    event: &Event,
    command: &Command,
    [before, after]: [Option<&Text>; 2],
    around: &Circumstances,
) -> String {
    let server = event.request.server + 1;
    let (old, new) = (shown(before), shown(after));
    match command {
        Command::Get(_) => {
            let read = match before {
                Some(_) => format!("Server {server} reads {old}."),
                None => format!("Server {server} finds no key, which counts as 0."),
            };
            read + &unseen(trace, event.request, &old, around)
        }
        Command::Set(..) => match event.lost_counts() {
            0 => format!("Server {server} writes {new} over {old}."),
            1 => format!("Server {server} writes {new}, but {new} was there already: one count is lost."),
            lost => format!("Server {server} writes {new} over {old}: {lost} counts are lost."),
        },
        Command::Incr(_) if trace.scenario().strategy == Strategy::Incr => format!(
            "Redis adds 1 for server {server} and answers {new}, in one step: nobody else can see {old} any more."
        ),
        Command::Incr(_) => format!("Redis adds 1 for server {server}: {old} becomes {new}."),
        Command::Expire(_, seconds, _) => format!("Redis will delete the key in {seconds} s, well after its window."),
        Command::PExpire(_, millis, _) => format!("Redis will delete the key in {millis} ms, well after its window."),
        _ => format!("Redis runs {command} for server {server}."),
    }
}

/// What a reader can't see yet: somebody's write that is still on its way, or somebody who read the same.
fn unseen(trace: &Trace, reader: Request, value: &str, around: &Circumstances) -> String {
    let who = |other: Request| match other.server == reader.server {
        true => format!("Its own request {}", other.number + 1),
        false => format!("Server {}", other.server + 1),
    };
    let event = |nth: Option<usize>| nth.map(|nth| &trace.events()[nth]);
    if let Some(Event { request, kind: Kind::Sent(command), .. }) = event(around.writing) {
        let what = match command {
            Command::Set(_, written, _) => format!("write of {written}"),
            _ => "increment".to_owned(),
        };
        return format!(" {}\u{2019}s {what} is still on its way.", who(*request));
    }
    event(around.reading).map_or_else(String::new, |other| {
        format!(" {} has read {value} too, and has not written yet.", who(other.request))
    })
}

fn decided(trace: &Trace, event: &Event, comparison: &str, outcome: Outcome, number: u32) -> String {
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    let limit = trace.scenario().limit;
    let own = match trace.scenario().strategy {
        Strategy::Local | Strategy::Split => " by its own count",
        Strategy::GetSet | Strategy::GetIncr | Strategy::Incr => "",
    };
    match outcome {
        Outcome::Allowed => {
            format!("Server {server} lets request {request} through{own} ({comparison}): number {number} of {limit}.")
        }
        Outcome::Over => format!(
            "Server {server} lets request {request} through{own} ({comparison}): number {number} of a limit of {limit}."
        ),
        // Where the count is shared, somebody holds that place who is decided a little later.
        Outcome::Refused if number <= limit && !own.is_empty() => format!(
            "Server {server} refuses request {request}{own} ({comparison}), although only {} of {limit} {} passed.",
            number - 1,
            if number == 2 { "has" } else { "have" }
        ),
        Outcome::Refused => format!("Server {server} refuses request {request}{own} ({comparison}): 429."),
    }
}
