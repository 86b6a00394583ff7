//! One step of a run in one sentence.

use limit_sim::redis::{Command, Key, Text};
use limit_sim::run::Request;
use limit_sim::scenario::Strategy;
use limit_sim::trace::{Event, Kind, Outcome, Trace};

use crate::events::line::comparison;

/// What happens in the event of this number.
pub fn of(trace: &Trace, nth: usize) -> String {
    let event = &trace.events()[nth];
    let (server, request) = (event.request.server + 1, event.request.number + 1);
    let past = Past { trace, events: &trace.events()[..nth] };
    match &event.kind {
        Kind::Routed => format!("The balancer sends request {request} to server {server}."),
        Kind::Reached(_) => format!("Request {request} reaches server {server}."),
        Kind::Sent(command) => past.sent(event, command),
        Kind::Queued => format!("Server {server}'s command has reached Redis, which runs one at a time."),
        Kind::Executed { command, before, after, .. } => past.ran(event, command, before.as_ref(), after.as_ref()),
        Kind::Received(reply) => format!("Redis's answer, {reply}, reaches server {server}."),
        Kind::Decided { decision, outcome } => past.decided(event, &comparison(decision), *outcome),
    }
}

/// A value as a count: a missing key counts as 0.
pub fn shown(value: Option<&Text>) -> String {
    value.map_or_else(|| "0".to_owned(), Text::to_string)
}

/// What had happened before an event.
struct Past<'a> {
    trace: &'a Trace,
    events: &'a [Event],
}

impl Past<'_> {
    /// The last event of each request that has been checked and is not decided, in the order of these events.
    fn under_way(&self, but: u32) -> impl Iterator<Item = &Event> {
        let events = self.events;
        events.iter().enumerate().filter_map(move |(nth, event)| {
            let later = events[nth + 1..].iter().any(|later| later.request == event.request);
            (!later && event.request.number != but).then_some(event)
        })
    }

    /// The value that a request read last.
    fn read_by(&self, number: u32) -> Option<String> {
        self.events.iter().rev().filter(|event| event.request.number == number).find_map(|event| match &event.kind {
            Kind::Executed { command: Command::Get(_), before, .. } => Some(shown(before.as_ref())),
            _ => None,
        })
    }

    /// The count in Redis.
    fn count(&self) -> String {
        let value = self.events.iter().rev().find_map(|event| match &event.kind {
            Kind::Executed { after, .. } => Some(shown(after.as_ref())),
            _ => None,
        });
        value.unwrap_or_else(|| "0".to_owned())
    }

    fn sent(&self, event: &Event, command: &Command) -> String {
        let (server, request) = (event.request.server + 1, event.request.number + 1);
        let Some(read) = self.read_by(event.request.number).filter(|_| command.writes_value()) else {
            return match command {
                Command::Expire(..) | Command::PExpire(..) => {
                    format!("Server {server} counted first, so it tells Redis when to delete the key.")
                }
                _ => format!("Request {request} reaches server {server}, which sends {command}."),
            };
        };
        let limit = self.trace.scenario().limit;
        let count = self.count();
        let late = if count == read { String::new() } else { format!(" But the count is {count} by now.") };
        format!(
            "Server {server} decides: {read} is below {limit}, request {request} may pass. It sends its write.{late}"
        )
    }

    fn ran(&self, event: &Event, command: &Command, before: Option<&Text>, after: Option<&Text>) -> String {
        let server = event.request.server + 1;
        let (old, new) = (shown(before), shown(after));
        match command {
            Command::Get(key) => {
                let read = match before {
                    Some(_) => format!("Server {server} reads {old}."),
                    None => format!("Server {server} finds no key, which counts as 0."),
                };
                read + &self.unseen(event.request, *key, &old)
            }
            Command::Set(..) if before == after => {
                format!("Server {server} writes {new}, but {new} was there already: one count is lost.")
            }
            Command::Set(..) => format!("Server {server} writes {new} over {old}."),
            Command::Incr(_) if self.trace.scenario().strategy == Strategy::Incr => format!(
                "Redis adds 1 for server {server} and answers {new}, in one step: nobody else can see {old} any more."
            ),
            Command::Incr(_) => format!("Redis adds 1 for server {server}: {old} becomes {new}."),
            Command::Expire(..) | Command::PExpire(..) => {
                "Redis notes when the key is to go. The count stays.".to_owned()
            }
            _ => format!("Redis runs {command} for server {server}."),
        }
    }

    /// What a reader can't see yet: somebody's write to the same key that is still on its way, or somebody who read the same.
    fn unseen(&self, reader: Request, key: Key, value: &str) -> String {
        let who = |other: Request| match other.server == reader.server {
            true => format!("Its own request {}", other.number + 1),
            false => format!("Server {}", other.server + 1),
        };
        let writes = |command: &Command| command.writes_value() && command.keys().contains(&key);
        let writing = self.under_way(reader.number).find_map(|event| {
            let sent = self.events.iter().rev().filter(|one| one.request == event.request);
            let sent = sent.take_while(|one| matches!(one.kind, Kind::Sent(_) | Kind::Queued));
            sent.into_iter().find_map(|one| match &one.kind {
                Kind::Sent(command) if writes(command) => Some((event.request, command)),
                _ => None,
            })
        });
        if let Some((other, command)) = writing {
            let what = match command {
                Command::Set(_, value, _) => format!("write of {value}"),
                _ => "increment".to_owned(),
            };
            return format!(" {}\u{2019}s {what} is still on its way.", who(other));
        }
        let reading = self.under_way(reader.number).find(|event| match &event.kind {
            Kind::Executed { command: Command::Get(of), before, .. } => *of == key && shown(before.as_ref()) == value,
            _ => false,
        });
        reading.map_or_else(String::new, |event| {
            format!(" {} has read {value} too, and has not written yet.", who(event.request))
        })
    }

    /// How many its window has let through, with this one.
    fn number(&self, event: &Event) -> usize {
        let mut windows = vec![0; self.trace.scenario().burst as usize];
        let mut passed = Vec::new();
        for one in self.events {
            match one.kind {
                Kind::Reached(window) => windows[one.request.number as usize] = window,
                Kind::Decided { outcome: Outcome::Allowed | Outcome::Over, .. } => passed.push(one.request.number),
                _ => {}
            }
        }
        let window = windows[event.request.number as usize];
        passed.into_iter().filter(|number| windows[*number as usize] == window).count() + 1
    }

    fn decided(&self, event: &Event, comparison: &str, outcome: Outcome) -> String {
        let (server, request) = (event.request.server + 1, event.request.number + 1);
        let scenario = self.trace.scenario();
        let (limit, number) = (scenario.limit, self.number(event));
        let own = match scenario.strategy {
            Strategy::Local | Strategy::Split => " by its own count",
            Strategy::GetSet | Strategy::GetIncr | Strategy::Incr => "",
        };
        match outcome {
            Outcome::Allowed => {
                format!(
                    "Server {server} lets request {request} through{own} ({comparison}): number {number} of {limit}."
                )
            }
            Outcome::Over => format!(
                "Server {server} lets request {request} through{own} ({comparison}): number {number} of a limit of {limit}."
            ),
            // Where the count is shared, somebody holds that place who is decided a little later.
            Outcome::Refused if number as u32 <= limit && !own.is_empty() => format!(
                "Server {server} refuses request {request}{own} ({comparison}), although only {} of {limit} have passed.",
                number - 1
            ),
            Outcome::Refused => format!("Server {server} refuses request {request}{own} ({comparison}): 429."),
        }
    }
}
