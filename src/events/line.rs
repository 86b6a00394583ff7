//! One event, in words.

use limit_sim::placement::{Comparison, Decision};
use limit_sim::redis::{Command, Text};
use limit_sim::trace::{Event, Kind, Trace};

use crate::language::{fill, t};
use crate::words::number::{exact, thousandths, wait};
use crate::words::{outcome, trouble};
use crate::{n, say};

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
pub fn of(trace: &Trace, event: &Event) -> Line {
    let line = |what, detail: String| Line { what: t(what), detail, mark: "" };
    match &event.kind {
        Kind::Routed => line(n!("balancer picks"), say!("server {}", event.request.server + 1)),
        Kind::Reached(window) if trace.windows() > 0 => line(n!("reaches server"), say!("counts in window {}", window)),
        Kind::Reached(_) => line(n!("reaches server"), t("its check begins").to_owned()),
        Kind::Sent(command) => line(n!("sends"), command.to_string()),
        Kind::Queued => line(n!("reaches Redis"), t("to be run in turn").to_owned()),
        Kind::Executed { command, reply, before, after } => {
            let change = change(trace, event, command, before.as_ref(), after.as_ref());
            line(n!("Redis runs"), format!("{command} \u{2192} {reply}{change}"))
        }
        Kind::Received(reply) => line(n!("reply arrives"), reply.to_string()),
        Kind::Forwarded(to) => line(n!("forwards"), say!("to server {}", to + 1)),
        Kind::Handed => line(n!("is handed over"), t("from server to server").to_owned()),
        Kind::Waits(span) => line(n!("waits"), say!("{}, then tries again", exact(*span))),
        Kind::Decided { decision, outcome } => {
            let (what, mark) = outcome::of(*outcome);
            // Why there was no answer follows from what came before.
            let detail = match decision.comparison.is_fallback() {
                true => trouble::event(trace, event).1,
                false => comparison(decision),
            };
            Line { what: t(what), detail, mark }
        }
        _ => {
            let (what, detail) = trouble::event(trace, event);
            line(what, detail)
        }
    }
}

/// What a command did to its key's value.
fn change(trace: &Trace, event: &Event, command: &Command, before: Option<&Text>, after: Option<&Text>) -> String {
    let shown = |value: Option<&Text>| value.map_or_else(|| t("no key").to_owned(), Text::to_string);
    let lost = trace.lost_counts(event);
    let sentence = match lost {
        _ if !command.writes_value() => return String::new(),
        0 if before == after => return String::new(),
        0 => n!("({0} becomes {1})"),
        1 => n!("({0} already: one count is lost)"),
        _ => n!("({0} becomes {1}: {2} counts are lost)"),
    };
    "  ".to_owned() + &fill(sentence, &[&shown(before), &shown(after), &lost])
}

/// The comparison that a decision rests on: `7 < 10`, `0.75 tokens < 1`.
pub fn comparison(decision: &Decision) -> String {
    let Decision { allowed, count, limit, comparison, .. } = *decision;
    let [below, at_least, at_most, above] = ["<", "\u{2265}", "\u{2264}", ">"];
    let sign = match (comparison, allowed) {
        (Comparison::Below | Comparison::Estimate, true) | (Comparison::Tokens, false) => below,
        (Comparison::Below | Comparison::Estimate, false) | (Comparison::Tokens, true) => at_least,
        (_, true) => at_most,
        (_, false) => above,
    };
    match comparison {
        Comparison::Below | Comparison::AtMost => format!("{count} {sign} {limit}"),
        Comparison::Estimate => format!("{} {sign} {limit}", thousandths(count)),
        Comparison::Tokens => say!("{} tokens {} {}", thousandths(count), sign, limit),
        Comparison::Ahead => say!("{} ahead {} {}", wait(count as f64), sign, wait(limit as f64)),
        Comparison::Left if allowed => say!("{} left to spend", count),
        Comparison::Left => t("nothing left to spend").to_owned(),
        Comparison::Told if allowed => say!("Redis said yes, {} left", count),
        Comparison::Told => t("Redis said no").to_owned(),
        Comparison::Remembered => say!("a refusal that holds for {} more", wait(count as f64)),
        Comparison::NoTryLeft => say!("no try of {} succeeded", limit),
        Comparison::Failed => t("no usable answer: let through").to_owned(),
        Comparison::Closed => t("no usable answer: refused").to_owned(),
        Comparison::Alone => t("no usable answer: by its share of the limit").to_owned(),
    }
}
