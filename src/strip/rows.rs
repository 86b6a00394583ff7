//! What goes wrong in the present scenario: a row for each, with fields for its numbers.

use limit_sim::scenario::{Extent, Fault, SLOW, Scenario, What};
use limit_sim::time::{Span, Time};
use maud::{Markup, html};

use crate::language::t;
use crate::words::number::{exact, millis, whole};
use crate::words::trouble;
use crate::{n, say};

/// What a row says, with a `$` and a letter where each of its fields stands: `f` when it begins, `u` when it ends, `n` its number.
fn row(what: What) -> &'static str {
    t(match what {
        What::Down => n!("Redis down from $f until $u"),
        What::Silent => n!("Redis silent from $f until $u"),
        What::Paused => n!("Redis paused from $f until $u"),
        What::Slow(_) => n!("Redis $n times as slow from $f until $u"),
        What::Failover => n!("A replica takes over at $u that is behind since $f"),
        What::Flush => n!("Keys flushed at $f"),
        What::Evict => n!("Half of the keys evicted at $f"),
        What::Delete => n!("First user\u{2019}s key deleted by hand at $f"),
        What::Crash(_) => n!("Server $n crashes at $f and is back at $u"),
        What::Join(_) => n!("$n servers join at $f"),
        What::Leave(_) => n!("$n servers leave at $f"),
        What::Deploy => n!("Servers restarted in turn from $f until $u"),
    })
}

/// The rows, and one for clocks that differ.
pub fn told(scenario: &Scenario) -> Markup {
    let rows = scenario.faults.iter().enumerate().map(|(nth, fault)| one(&nth.to_string(), &fault));
    html! {
        @for row in rows { (row) }
        @if scenario.skew > Span::ZERO {
            li data-part="skew" {
                (pieces(t("Clocks are off by up to $n"), |_| {
                    field("skew", "n", t("Clocks are off by up to"), &millis(scenario.skew), t("ms"))
                }))
                (rest("skew", t("clocks that differ")))
            }
        }
    }
}

fn one(nth: &str, fault: &Fault) -> Markup {
    let name = trouble::fault(fault.what);
    html! {
        li data-part=(fault.what.family().name()) {
            (pieces(row(fault.what), |letter| part(nth, letter, &name, fault)))
            (rest(nth, &name))
        }
    }
}

/// A row's words, with what stands in the place of each letter.
fn pieces(words: &str, field: impl Fn(Option<char>) -> Markup) -> Markup {
    let mut pieces = words.split('$');
    html! {
        (pieces.next().unwrap_or_default())
        @for piece in pieces {
            @let mut letters = piece.chars();
            (field(letters.next()))
            (letters.as_str())
        }
    }
}

fn part(nth: &str, letter: Option<char>, name: &str, fault: &Fault) -> Markup {
    let (letter, label, value, unit) = match letter {
        Some('f') => ("f", n!("from"), millis(fault.from.since_start()), n!("ms")),
        Some('u') => ("u", n!("until"), millis(fault.until.since_start()), n!("ms")),
        _ => ("n", n!("how many"), number(fault.what).to_string(), ""),
    };
    let label = match (letter, fault.what) {
        ("f", what) if what.extent() == Extent::Instant => n!("at"),
        ("n", What::Slow(_)) => n!("factor"),
        ("n", What::Crash(_)) => n!("server"),
        _ => label,
    };
    field(nth, letter, &format!("{name}: {}", t(label)), &value, t(unit))
}

fn field(nth: &str, letter: &str, label: &str, value: &str, unit: &str) -> Markup {
    html! {
        span.field {
            input type="text" inputmode="decimal" autocomplete="off" aria-label=(label) value=(value)
                name={ "fault-" (nth) "-" (letter) } data-key={ "fault-" (nth) "-" (letter) } data-nth=(nth) data-letter=(letter)
                aria-describedby={ "fault-" (nth) "-problem" } data-css={ "width:" (value.len().clamp(3, 9) + 2) "ch" };
            span.unit { (unit) }
        }
    }
}

/// What stands at each row's end.
fn rest(nth: &str, name: &str) -> Markup {
    html! {
        button.quiet type="button" data-remove=(nth) data-key={ "remove-" (nth) } aria-label=(say!("Remove: {}", name))
            title=(t("Remove")) { "\u{2715}" }
        span.problem id={ "fault-" (nth) "-problem" } role="alert" {}
    }
}

/// A fault's number, as a reader counts.
fn number(what: What) -> u32 {
    match what {
        What::Slow(number) | What::Join(number) | What::Leave(number) => number,
        What::Crash(server) => server + 1,
        _ => 0,
    }
}

/// The fault with one of its numbers set from text.
///
/// # Errors
/// When the text is not allowed: what is.
pub fn set(fault: Fault, letter: &str, text: &str) -> Result<Fault, String> {
    let Fault { from, until, what } = fault;
    if letter == "n" {
        let range = if matches!(what, What::Slow(_)) { SLOW } else { Scenario::SERVERS };
        let number = text.parse::<u32>().ok().filter(|number| range.contains(number));
        let Some(number) = number else {
            return Err(say!("a whole number from {} to {}", whole(*range.start()), whole(*range.end())));
        };
        let what = match what {
            What::Slow(_) => What::Slow(number),
            What::Join(_) => What::Join(number),
            What::Leave(_) => What::Leave(number),
            _ => What::Crash(number - 1),
        };
        return Ok(Fault { what, ..fault });
    }
    let at = span(text).map(|span| Time::START + span);
    let instant = what.extent() == Extent::Instant;
    let last = Time::START + *Scenario::DURATION.end();
    let allowed = match letter {
        _ if instant => Time::START..=last,
        "f" => Time::START..=until,
        _ => from..=last,
    };
    let Some(at) = at.filter(|at| allowed.contains(at)) else {
        let [least, most] = [allowed.start(), allowed.end()].map(|at| exact(at.since_start()));
        return Err(say!("{} to {}", least, most));
    };
    Ok(match letter {
        _ if instant => Fault { from: at, until: at, what },
        "f" => Fault { from: at, ..fault },
        _ => Fault { until: at, ..fault },
    })
}

/// A span as it is typed: without a unit it is in milliseconds.
pub fn span(text: &str) -> Option<Span> {
    let unit = if text.ends_with(|last: char| last.is_ascii_digit()) { "ms" } else { "" };
    (text.to_owned() + unit).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_or_it_is_said_what_is_allowed() {
        let at = |millis: u64| Time::from_nanos(millis * 1_000_000);
        let down = Fault { from: at(10), until: at(30), what: What::Down };
        assert_eq!(set(down, "f", "20"), Ok(Fault { from: at(20), ..down }));
        assert_eq!(set(down, "u", "0.5s"), Ok(Fault { until: at(500), ..down }));
        assert_eq!(set(down, "f", "31"), Err("0 ms to 30 ms".to_owned()));
        assert_eq!(set(down, "u", "soon"), Err("10 ms to 600 s".to_owned()));
        let crash = Fault { what: What::Crash(1), ..down };
        assert_eq!(set(crash, "n", "1"), Ok(Fault { what: What::Crash(0), ..down }));
        assert_eq!(set(crash, "n", "33"), Err("a whole number from 1 to 32".to_owned()));
        let flush = Fault { from: at(5), until: at(5), what: What::Flush };
        assert_eq!(set(flush, "f", "7"), Ok(Fault { from: at(7), until: at(7), what: What::Flush }));
    }
}
