//! The verdict: cards with numbers, and the sentence that says what happened.

mod average;
mod card;

use leptos::prelude::*;
use limit_sim::verdict::Verdict;

use crate::lab::use_lab;
use crate::words::number::{precise, rounded, wait};
use crate::words::situation::Situation;
use crate::words::{story, strategy};
use card::Card;

/// The cards.
#[component]
pub fn Cards() -> impl IntoView {
    let lab = use_lab();
    let average = average::use_average();
    let verdict = move || lab.run().verdict.clone();
    let window = lab.setting(|scenario| scenario.window);
    let strategy = lab.setting(|scenario| scenario.strategy);
    let limit = move || {
        let Verdict { limit, .. } = verdict();
        let many = lab.run().trace.windows() > 1;
        if many {
            format!("of {limit} in each {}", crate::words::number::exact(window.get()))
        } else {
            format!("of a limit of {limit}")
        }
    };
    let hash = move || lab.run().trace.hash().to_string();
    view! {
        <div class="cards" data-trace-hash=hash>
            <Card
                name="allowed"
                heading="Let through"
                value=Signal::derive(move || verdict().allowed.to_string())
                beside=Signal::derive(limit)
                below=Signal::derive(move || {
                    let worst = verdict().worst_case;
                    match average.get() {
                        Some(average) => format!("{average} \u{b7} {worst} at worst"),
                        None => format!("{worst} at worst"),
                    }
                })
            />
            <Card
                name="against"
                heading="Against the limit"
                tone=Signal::derive(move || Situation::of(&verdict()).name())
                value=Signal::derive(move || against(&verdict()).0)
                below=Signal::derive(move || against(&verdict()).1.to_owned())
            />
            <Card
                name="calls"
                heading="Redis calls a request"
                value=Signal::derive(move || precise(verdict().redis_calls_per_request))
                below=Signal::derive(move || match verdict().redis_calls {
                    0 => "no network hop".to_owned(),
                    calls => format!("{calls} in all"),
                })
            />
            <Card
                name="wait"
                heading="Added wait"
                value=Signal::derive(move || wait(verdict().added_wait_us.mean))
                below=Signal::derive(move || match verdict().added_wait_us.max {
                    0.0 => "decided on the spot".to_owned(),
                    _ => format!("on average \u{b7} {} for 99 %", wait(verdict().added_wait_us.p99)),
                })
            />
            <Card
                name="down"
                heading="If Redis is down"
                value=Signal::derive(move || strategy::when_redis_is_down(strategy.get()).0.to_owned())
                below=Signal::derive(move || strategy::when_redis_is_down(strategy.get()).1.to_owned())
            />
        </div>
    }
}

/// The run held against the limit: the number, and what to call it.
fn against(verdict: &Verdict) -> (String, &'static str) {
    match Situation::of(verdict) {
        Situation::Leaked => (format!("+{} over", verdict.over), "the limit is not enforced"),
        Situation::Unfair => (format!("{} short", verdict.falsely_refused), "refused while under the limit"),
        Situation::Fits => ("0 over".to_owned(), "nobody had to be refused"),
        Situation::Exact => ("0 over".to_owned(), "exactly the limit"),
    }
}

/// The sentence that says what happened.
#[component]
pub fn Story() -> impl IntoView {
    let lab = use_lab();
    view! { <p class="story">{move || story::of(&lab.run())}</p> }
}

/// The verdict in one sentence, for those who hear it.
pub fn summary(verdict: &Verdict) -> String {
    let (number, meaning) = against(verdict);
    format!(
        "{} of {} let through, limit {}. {number}: {meaning}. {} Redis calls a request.",
        verdict.allowed,
        verdict.allowed + verdict.refused,
        verdict.limit,
        rounded(verdict.redis_calls_per_request)
    )
}
