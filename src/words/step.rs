//! One step of a run in one sentence.

use limit_sim::redis::{Command, Condition, Reply, SetOptions, Text};
use limit_sim::run::Request;
use limit_sim::scenario::{Rule, Scenario, Strategy, WindowStart};
use limit_sim::trace::{Circumstances, Event, Kind, Outcome, Trace};

use super::command::{self, kept};
use super::number::exact;
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

fn told(trace: &Trace, event: &Event, around: &Circumstances) -> String {
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    match &event.kind {
        Kind::Routed => format!("The balancer sends request {request} to server {server}."),
        Kind::Reached(_) => format!("Request {request} reaches server {server}."),
        Kind::Sent(command) => sent(trace, event, command, around),
        Kind::Queued => format!("Server {server}'s command has reached Redis, which runs one at a time."),
        Kind::Executed { command, reply, before, after } => {
            ran(trace, event, (command, reply), [before, after].map(Option::as_ref), around)
        }
        Kind::Received(reply) if !trace.is_request(event.request) => {
            format!("Server {server} learns the total of all: {}.", reply.nth(0))
        }
        Kind::Received(reply) => format!("Redis's answer, {reply}, reaches server {server}."),
        Kind::Forwarded(to) if *to == event.request.server => {
            format!("The decision on request {request} is on its way back to server {server}.")
        }
        Kind::Forwarded(to) => format!(
            "Server {server} does not count this user: it forwards request {request} to server {}, which does.",
            to + 1
        ),
        Kind::Handed => format!("Request {request} is there."),
        Kind::Waits(span) => {
            format!("The lock is taken: request {request} waits for {} and tries again.", exact(*span))
        }
        Kind::Decided { decision, outcome } => {
            decided(trace, event, &comparison(decision), *outcome, around.passed + 1)
        }
    }
}

fn sent(trace: &Trace, event: &Event, command: &Command, around: &Circumstances) -> String {
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    if let Some(told) = told_redis(trace, event, command) {
        return told;
    }
    let scenario = trace.scenario();
    let read = match command {
        Command::Expire(..) | Command::PExpire(..) => {
            return format!("Server {server} counted first, so it tells Redis when to delete the key.");
        }
        // A count, not what other rules keep.
        Command::Set(..) | Command::Incr(_) if scenario.rule == Rule::FixedWindow => trace.read_before(event),
        _ => None,
    };
    let Some(read) = read else {
        return if is_first(trace, event) {
            format!("Request {request} reaches server {server}, which sends {command}.")
        } else {
            format!("Server {server} sends {command} for request {request}.")
        };
    };
    let (read, now) = (kept(scenario, trace.left_by(Some(read))), kept(scenario, trace.left_by(around.last)));
    let late = if now == read { String::new() } else { format!(" But the count is {now} by now.") };
    let limit = scenario.limit;
    format!("Server {server} decides: {read} is below {limit}, request {request} may pass. It sends its write.{late}")
}

/// Whether this is the first command of its request.
fn is_first(trace: &Trace, event: &Event) -> bool {
    let sent = |one: &&Event| one.request == event.request && matches!(one.kind, Kind::Sent(_));
    trace.events().iter().find(sent).is_some_and(|first| std::ptr::eq(first, event))
}

/// What a server tells Redis that it has let through.
fn told_redis(trace: &Trace, event: &Event, command: &Command) -> Option<String> {
    let told = command::told(command).filter(|_| !trace.is_request(event.request))?;
    Some(format!("Server {} tells Redis: {told} more.", event.request.server + 1))
}

fn ran(
    trace: &Trace,
    event: &Event,
    (command, reply): (&Command, &Reply),
    [before, after]: [Option<&Text>; 2],
    around: &Circumstances,
) -> String {
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    let scenario = trace.scenario();
    let (old, new) = (kept(scenario, before), kept(scenario, after));
    match command {
        _ if !trace.is_request(event.request) => {
            format!("Redis adds what server {server} has counted: {old} becomes {new}.")
        }
        Command::Get(_) | Command::HMGet(..) | Command::ZCount(..) if scenario.rule != Rule::FixedWindow => {
            match before {
                Some(_) => format!("Server {server} reads {}.", what_is_kept(scenario.rule, &old)),
                None => format!("Server {server} finds no key: nothing has been kept of this user."),
            }
        }
        Command::Get(_) => {
            let read = match before {
                Some(_) => format!("Server {server} reads {old}."),
                None => format!("Server {server} finds no key, which counts as 0."),
            };
            read + &unseen(trace, event.request, &old, around)
        }
        Command::Set(_, _, SetOptions { condition: Condition::IfMissing, .. }) => match before {
            None => format!("Server {server} takes the lock for request {request}."),
            Some(_) => format!("Server {server} finds the lock taken: nothing is set."),
        },
        Command::Set(..) => match trace.lost_counts(event) {
            0 => format!("Server {server} writes {new} over {old}."),
            1 => format!("Server {server} writes {new}, but {new} was there already: one count is lost."),
            lost => format!("Server {server} writes {new} over {old}: {lost} counts are lost."),
        },
        Command::Incr(_) if trace.scenario().strategy != Strategy::GetIncr => format!(
            "Redis adds 1 for server {server} and answers {new}, in one step: nobody else can see {old} any more."
        ),
        Command::Incr(_) => format!("Redis adds 1 for server {server}: {old} becomes {new}."),
        Command::Expire(_, seconds, _) => deletes(trace, &format!("{seconds} s")),
        Command::PExpire(_, millis, _) => deletes(trace, &format!("{millis} ms")),
        Command::Watch(_) => {
            format!(
                "Redis watches the key for server {server}: if anyone changes it, the next write here does nothing."
            )
        }
        Command::Unwatch => "Redis stops watching the key: there is nothing to write.".to_owned(),
        Command::EvalSha(..) if !matches!(reply, Reply::Array(_)) => {
            format!("Redis deletes the lock if it is still request {request}\u{2019}s own.")
        }
        Command::EvalSha(..) => format!(
            "Redis runs the whole rule for server {server} in one step, and answers {reply}: how many pass, how many are left, and \
             for how long to wait, in microseconds."
        ),
        Command::Transaction(_) => match reply {
            Reply::Nil => {
                format!("The key has changed since server {server} read it: Redis runs nothing of {command}.")
            }
            Reply::Error(error) => format!("Redis runs nothing: {error}"),
            _ => format!("Redis runs {command} for server {server}, with nothing in between."),
        },
        _ => format!("Redis runs {command} for server {server}."),
    }
}

/// What a rule keeps, with the number that tells how it stands.
fn what_is_kept(rule: Rule, number: &str) -> String {
    match rule {
        Rule::TokenBucket => format!("the bucket as it was left: {number} tokens"),
        Rule::SlidingLog => "how many the log has in the last window\u{2019}s length".to_owned(),
        Rule::Gcra => format!("when the next request is on time: at {number}"),
        Rule::FixedWindow | Rule::SlidingCounter => format!("the counts of this window, {number}, and of the last"),
    }
}

/// When a key goes.
fn deletes(trace: &Trace, after: &str) -> String {
    let when = match trace.scenario().window_start() {
        WindowStart::Clock => "well after its window",
        WindowStart::FirstHit => "which ends its window",
    };
    format!("Redis will delete the key in {after}, {when}.")
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
    let Scenario { strategy, limit, .. } = *trace.scenario();
    let alone = matches!(strategy, Strategy::Local | Strategy::Split);
    let own = if alone { " by its own count" } else { "" };
    // Which number it is can be said where all are counted in one window after the other.
    let counted = one_count(trace);
    match outcome {
        Outcome::Allowed if counted => {
            format!("Server {server} lets request {request} through{own} ({comparison}): number {number} of {limit}.")
        }
        Outcome::Over if counted => format!(
            "Server {server} lets request {request} through{own} ({comparison}): number {number} of a limit of {limit}."
        ),
        Outcome::Allowed => format!("Server {server} lets request {request} through{own} ({comparison})."),
        Outcome::Over => {
            format!("Server {server} lets request {request} through{own} ({comparison}): that is over the limit.")
        }
        // Where the count is shared, somebody holds that place who is decided a little later.
        Outcome::Refused if counted && alone && number <= limit => format!(
            "Server {server} refuses request {request}{own} ({comparison}), although only {} of {limit} {} passed.",
            number - 1,
            if number == 2 { "has" } else { "have" }
        ),
        Outcome::Refused => format!("Server {server} refuses request {request}{own} ({comparison}): 429."),
    }
}

/// Whether which number a request is in its window says how the limit stands: there is one user, and windows are the
/// clock's.
pub fn one_count(trace: &Trace) -> bool {
    trace.scenario().users == 1 && trace.windows() > 0
}
