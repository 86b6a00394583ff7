//! The verdict: cards with numbers, and the sentence that says what happened.

mod card;
mod mean;

use maud::html;

use crate::lab::{Run, use_lab};
use crate::live;
use crate::part::Part;
use crate::words::number::{trimmed, wait};
use crate::words::situation::Situation;
use crate::words::{story, strategy};
use card::Card;

const CARDS: [Card; 5] = [
    Card {
        name: "allowed",
        heading: "Let through",
        value: |run| run.verdict.allowed.to_string(),
        beside: limit,
        below: worst,
    },
    Card {
        name: "against",
        heading: "Against the limit",
        value: |run| against(run).0,
        beside: |_| String::new(),
        below: |run| against(run).1.to_owned(),
    },
    Card {
        name: "calls",
        heading: "Redis calls a request",
        value: |run| trimmed(run.verdict.redis_calls_per_request, 3),
        beside: |_| String::new(),
        below: |run| match run.verdict.redis_calls {
            0 if run.is_troubled() && strategy::uses_redis(run.trace.scenario().strategy) => "none was run".to_owned(),
            0 => "no network hop".to_owned(),
            calls => format!("{calls} in all"),
        },
    },
    Card {
        name: "wait",
        heading: "Added wait",
        value: |run| wait(run.verdict.added_wait_us.mean),
        beside: |_| String::new(),
        below: |run| match run.verdict.added_wait_us {
            waits if waits.max == 0.0 => if lost(run) { LOST } else { "decided on the spot" }.to_owned(),
            // The mean of what waits and what does not says little.
            waits if run.is_troubled() => format!("on average \u{b7} p99 {}", wait(waits.p99)),
            waits => format!("on average \u{b7} {} at most", wait(waits.max)),
        },
    },
    Card {
        name: "down",
        heading: "If Redis is down",
        value: |run| strategy::when_redis_is_down(run.trace.scenario()).0.to_owned(),
        beside: |_| String::new(),
        below: |run| strategy::when_redis_is_down(run.trace.scenario()).1.to_owned(),
    },
];

/// The cards.
pub fn cards() -> Part {
    let lab = use_lab();
    let mean = mean::use_mean(lab);
    let part = Part::new(html! { div.cards data-part="cards" {} });
    live::attribute(part.root(), "data-trace-hash", move || lab.run().trace.hash().to_string());
    live::markup(part.root(), move || {
        let (run, mean) = (lab.run(), mean());
        // The mean stands with the number that it is the mean of.
        let lead = |card: &Card| mean.as_ref().filter(|_| card.name == "allowed");
        html! { @for card in &CARDS { (card.told(&run, lead(card))) } }
    });
    part
}

/// What the run is held against: the limit where there is one window of one user, else what an exact limiter lets through.
fn limit(run: &Run) -> String {
    if is_plain(run) { format!("of a limit of {}", run.verdict.limit) } else { format!("of {} due", run.verdict.due) }
}

/// Whether the limit itself is what an exact limiter lets through at most.
fn is_plain(run: &Run) -> bool {
    run.trace.scenario().users == 1 && run.verdict.due <= run.verdict.limit && run.trace.windows() <= 1
}

/// What is said instead where nobody was decided.
const LOST: &str = "all were lost";

fn lost(run: &Run) -> bool {
    run.verdict.lost == run.trace.scenario().requests()
}

/// What luck could do. Where everything beyond the limit is refused by design, more would be better; where something goes wrong,
/// all could be let through.
fn worst(run: &Run) -> String {
    if run.is_troubled() {
        return String::new();
    }
    let most = run.verdict.worst_case;
    format!("{most} at {}", if strategy::never(run.trace.scenario()) { "most" } else { "worst" })
}

/// The run held against the limit: the number, and what to call it.
fn against(run: &Run) -> (String, &'static str) {
    let verdict = &run.verdict;
    match Situation::of(verdict) {
        Situation::Leaked => (format!("+{} over", verdict.over), "the limit is not enforced"),
        Situation::Unfair => (format!("{} short", verdict.falsely_refused), "refused while under the limit"),
        Situation::Fits if lost(run) => ("0 over".to_owned(), LOST),
        Situation::Fits => ("0 over".to_owned(), "nobody had to be refused"),
        Situation::Exact if !is_plain(run) => ("0 over".to_owned(), "as an exact limiter would"),
        Situation::Exact => ("0 over".to_owned(), "exactly the limit"),
    }
}

/// The sentence that says what happened.
pub fn story() -> Part {
    let lab = use_lab();
    Part::new(html! { p.story data-part="story" {} }).text(move || story::of(&lab.run(), lab.open().tell_trouble))
}

/// The verdict in one sentence, for those who hear it.
pub fn summary(run: &Run) -> String {
    let verdict = &run.verdict;
    let (number, meaning) = against(run);
    let held = if is_plain(run) { format!("limit {}", verdict.limit) } else { format!("{} due", verdict.due) };
    format!(
        "{} of {} let through, {held}. {number}: {meaning}. {} Redis calls a request.",
        verdict.allowed,
        verdict.allowed + verdict.refused,
        trimmed(verdict.redis_calls_per_request, 3)
    )
}
