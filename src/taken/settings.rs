//! The main settings of a scenario in words: for captions, and on paper. All the others are in the link.

use limit_sim::scenario::{Scenario, Traffic};

use crate::language::t;
use crate::say;
use crate::words::number::exact;
use crate::words::strategy;

/// What is set, and to what.
pub fn settings(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let Scenario { burst, rate, duration, spread, .. } = *scenario;
    let requests = match scenario.traffic {
        Traffic::Burst => say!("{} in a burst, within {}", burst, exact(spread)),
        Traffic::Steady => say!("{} a second, for {}", rate, exact(duration)),
    };
    vec![
        (t("Strategy"), t(strategy::name(scenario.strategy)).to_owned()),
        (t("Rule"), t(strategy::rule(scenario.rule)).to_owned()),
        (t("Limit"), say!("{} in {}", scenario.limit, exact(scenario.window))),
        (t("API servers"), scenario.servers.to_string()),
        (t("Balancer"), t(strategy::balancer(scenario.balancer)).to_owned()),
        (t("Users"), scenario.users.to_string()),
        (t("Requests"), requests),
        (t("Redis round trip"), exact(scenario.rtt)),
        (t("Seed"), scenario.seed.to_string()),
    ]
}

/// The same in a line.
pub fn in_words(scenario: &Scenario) -> String {
    let all = settings(scenario).into_iter().map(|(name, value)| format!("{name}: {value}"));
    all.collect::<Vec<_>>().join("; ")
}
