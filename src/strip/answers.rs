//! What is done about it: how long checks wait for Redis, and what becomes of them without an answer.

use limit_sim::scenario::{Choice, Scenario, Strategy};
use maud::html;

use crate::controls::setting::{Setting, entries, maybe, picked, typed};
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::words::number::millis;
use crate::words::strategy;

/// Whether checks wait for Redis, or something of Redis's.
fn asks(scenario: &Scenario) -> bool {
    strategy::uses_redis(scenario.strategy)
}

/// Whether a check goes by Redis's answer, and so needs something to be done without one.
fn heeds(scenario: &Scenario) -> bool {
    !strategy::decides_alone(scenario.strategy)
}

/// How long checks wait, and what becomes of them without an answer.
const SETTINGS: [Setting; 6] = [
    typed(
        "timeout",
        n!("A check waits at most"),
        |scenario| scenario.timeout.map_or_else(String::new, millis),
        "ms",
        asks,
    ),
    picked(
        "on-failure",
        n!("Without an answer"),
        (|| entries(strategy::on_failure), |scenario| scenario.on_failure.name()),
        heeds,
    ),
    typed(
        "retry",
        n!("Retries"),
        |scenario| scenario.retry.to_string(),
        "",
        |scenario| heeds(scenario) && scenario.timeout.is_some(),
    ),
    typed("breaker", n!("Breaker opens after failures"), |scenario| maybe(scenario.breaker), "", heeds),
    typed(
        "breaker-reset",
        n!("It stays open for"),
        |scenario| millis(scenario.breaker_reset),
        "ms",
        |scenario| heeds(scenario) && scenario.breaker.is_some(),
    ),
    picked(
        "reload",
        n!("A script that is gone"),
        (|| entries(strategy::reload), |scenario| scenario.reload.name()),
        |scenario| {
            use Strategy::{DenyCache, Edge, Lease, Lock, Script};
            matches!(scenario.strategy, Script | Lease | Edge | DenyCache | Lock)
        },
    ),
];

/// The settings, folded while nothing of them is set; none where Redis is not asked.
pub fn answers() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        details.answers {
            summary { (t("When Redis fails")) }
            div { @for setting in &SETTINGS { (setting.told()) } }
        }
    });
    live::flag(part.root(), "hidden", move || !asks(&lab.scenario()));
    live::flag(part.root(), "open", move || is_set(&lab.scenario()));
    SETTINGS.into_iter().for_each(|setting| setting.keep(&part));
    part
}

/// Whether something is done about failures that is not done by default.
fn is_set(scenario: &Scenario) -> bool {
    let Scenario { timeout, on_failure, breaker, retry, reload, .. } = Scenario::default();
    *scenario != Scenario { timeout, on_failure, breaker, retry, reload, ..*scenario }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_policy_is_offered_where_no_check_goes_by_redis() {
        for strategy in Strategy::ALL.iter().copied() {
            let scenario = Scenario { strategy, ..Scenario::default() };
            let syncs = matches!(strategy, Strategy::SyncAll | Strategy::SyncShare);
            assert_eq!(heeds(&scenario), asks(&scenario) && !syncs, "{strategy:?}");
        }
    }
}
