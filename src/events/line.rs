//! One event, in words.

use limit_sim::placement::{Comparison, Decision};
use limit_sim::redis::{Command, Text};
use limit_sim::trace::{Event, Kind};

use crate::words::outcome;

/// What an event is called, and what there is to say of it.
pub struct Line {
    /// What happened.
    pub what: &'static str,
    /// With which command, reply or numbers.
    pub detail: String,
    /// How it is marked, in style sheets.
    pub mark: &'static str,
}

/// The event's line.
pub fn of(event: &Event) -> Line {
    let line = |what, detail: String| Line { what, detail, mark: "" };
    match &event.kind {
        Kind::Routed => line("balancer picks", format!("server {}", event.request.server + 1)),
        Kind::Reached(window) => line("reaches server", format!("counts in window {window}")),
        Kind::Sent(command) => line("sends", command.to_string()),
        Kind::Queued => line("reaches Redis", "to be run in turn".to_owned()),
        Kind::Executed { command, reply, before, after } => {
            let change = change(event, command, before.as_ref(), after.as_ref());
            line("Redis runs", format!("{command} \u{2192} {reply}{change}"))
        }
        Kind::Received(reply) => line("reply arrives", reply.to_string()),
        Kind::Decided { decision, outcome } => {
            let (what, mark) = outcome::of(*outcome);
            Line { what, detail: comparison(decision), mark }
        }
    }
}

/// What a command did to its key's value.
fn change(event: &Event, command: &Command, before: Option<&Text>, after: Option<&Text>) -> String {
    let shown = |value: Option<&Text>| value.map_or_else(|| "no key".to_owned(), Text::to_string);
    match event.lost_counts() {
        _ if !command.writes_value() => String::new(),
        0 => format!("  ({} becomes {})", shown(before), shown(after)),
        1 => format!("  ({} already: one count is lost)", shown(before)),
        lost => format!("  ({} becomes {}: {lost} counts are lost)", shown(before), shown(after)),
    }
}

/// The comparison that a decision rests on: `7 < 10`, `11 > 10`.
pub fn comparison(decision: &Decision) -> String {
    let Decision { allowed, count, limit, comparison } = decision;
    let sign = match (comparison, allowed) {
        (Comparison::Below, true) => "<",
        (Comparison::Below, false) => "\u{2265}",
        (Comparison::AtMost, true) => "\u{2264}",
        (Comparison::AtMost, false) => ">",
    };
    format!("{count} {sign} {limit}")
}
