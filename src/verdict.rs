//! The verdict: cards with numbers, and the sentence that says what happened.

mod card;
mod mean;

use maud::html;

use limit_sim::verdict::Verdict;

use crate::lab::{Run, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::words::number::{counted, trimmed, wait, whole};
use crate::words::situation::Situation;
use crate::words::{story, strategy};
use crate::{n, say};
use card::Card;

const CARDS: [Card; 5] = [
    Card {
        name: "allowed",
        heading: n!("Let through"),
        value: |run| whole(run.verdict.allowed),
        beside: limit,
        below: worst,
    },
    Card {
        name: "against",
        heading: n!("Against the limit"),
        value: |run| against(run).0,
        beside: |_| String::new(),
        below: |run| against(run).1.to_owned(),
    },
    Card {
        name: "calls",
        heading: n!("Redis calls a request"),
        value: |run| trimmed(run.verdict.redis_calls_per_request, 3),
        beside: |_| String::new(),
        below: |run| match run.verdict.redis_calls {
            0 if run.is_troubled() && strategy::uses_redis(run.trace.scenario().strategy) => say!("none was run"),
            0 => say!("no network hop"),
            calls => say!("{} in all", whole(calls as u32)),
        },
    },
    Card {
        name: "wait",
        heading: n!("Added wait"),
        value: |run| wait(run.verdict.added_wait_us.mean),
        beside: |_| String::new(),
        below: |run| match run.verdict.added_wait_us {
            waits if waits.max == 0.0 => t(if lost(run) { LOST } else { n!("decided on the spot") }).to_owned(),
            // The mean of what waits and what does not says little.
            waits if run.is_troubled() => say!("on average \u{b7} p99 {}", wait(waits.p99)),
            waits => say!("on average \u{b7} {} at most", wait(waits.max)),
        },
    },
    Card {
        name: "down",
        heading: n!("If Redis is down"),
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
    let Verdict { limit, due, .. } = run.verdict;
    if is_plain(run) { say!("of a limit of {}", whole(limit)) } else { say!("of {} due", whole(due)) }
}

/// Whether the limit itself is what an exact limiter lets through at most.
fn is_plain(run: &Run) -> bool {
    run.trace.scenario().users == 1 && run.verdict.due <= run.verdict.limit && run.trace.windows() <= 1
}

/// What is said instead where nobody was decided.
const LOST: &str = n!("all were lost");

fn lost(run: &Run) -> bool {
    run.verdict.lost == run.trace.scenario().requests()
}

/// What luck could do. Where everything beyond the limit is refused by design, more would be better; where something goes wrong,
/// all could be let through.
fn worst(run: &Run) -> String {
    if run.is_troubled() {
        return String::new();
    }
    let most = whole(run.verdict.worst_case);
    if strategy::never(run.trace.scenario()) { say!("{} at most", most) } else { say!("{} at worst", most) }
}

/// What a run is held against the limit with, where nothing is over it.
const NONE_OVER: &str = n!("{} over");

/// The run held against the limit: the number, and what to call it.
fn against(run: &Run) -> (String, &'static str) {
    let verdict = &run.verdict;
    let (number, sentence, meaning) = match Situation::of(verdict) {
        Situation::Leaked => (verdict.over, n!("+{} over"), n!("the limit is not enforced")),
        Situation::Unfair => (verdict.falsely_refused, n!("{} short"), n!("refused while under the limit")),
        Situation::Fits if lost(run) => (0, NONE_OVER, LOST),
        Situation::Fits => (0, NONE_OVER, n!("nobody had to be refused")),
        Situation::Exact if !is_plain(run) => (0, NONE_OVER, n!("as an exact limiter would")),
        Situation::Exact => (0, NONE_OVER, n!("exactly the limit")),
    };
    (counted(number, sentence, sentence), t(meaning))
}

/// The sentence that says what happened.
pub fn story() -> Part {
    let lab = use_lab();
    Part::new(html! { p.story data-part="story" {} }).text(move || story::of(&lab.run(), lab.open().tell))
}

/// The verdict in one sentence, for those who hear it.
pub fn summary(run: &Run) -> String {
    let verdict = &run.verdict;
    let (number, meaning) = against(run);
    let held = if is_plain(run) { say!("limit {}", whole(verdict.limit)) } else { say!("{} due", whole(verdict.due)) };
    say!(
        "{} of {} let through, {}. {}: {}. {} Redis calls a request.",
        whole(verdict.allowed),
        whole(verdict.allowed + verdict.refused),
        held,
        number,
        meaning,
        trimmed(verdict.redis_calls_per_request, 3)
    )
}
