//! What each strategy is called, and what to look for in it.

use limit_sim::scenario::{Arrivals, Balancer, Jitter, Scenario, Strategy};

/// The name on its button.
pub const fn name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Local => "Local counters",
        Strategy::Split => "Local, limit \u{f7} N",
        Strategy::GetSet => "Redis GET then SET",
        Strategy::GetIncr => "Redis GET then INCR",
        Strategy::Incr => "Redis atomic INCR",
    }
}

/// What it does, and what to watch.
pub fn what(scenario: &Scenario) -> String {
    let Scenario { limit, servers, .. } = *scenario;
    match scenario.strategy {
        Strategy::Local => {
            format!(
                "Each server keeps its own count and lets {limit} through. Watch the totals: no server sees another's."
            )
        }
        Strategy::Split => format!(
            "Each server counts for itself and lets its share through: {limit} \u{f7} {servers}, rounded down: {}. Watch who is \
             refused.",
            scenario.share()
        ),
        Strategy::GetSet => "Each server reads the count, decides, writes it back plus one. Watch what others do \
                             between its read and write."
            .to_owned(),
        Strategy::GetIncr => {
            "Each server reads the count, decides, has Redis add one. Watch who reads before the last \
                              additions arrive."
                .to_owned()
        }
        Strategy::Incr => {
            "Redis adds one and answers the new count, in one step. Watch the count pass the limit while nobody \
                           else gets through."
                .to_owned()
        }
    }
}

/// Whether its requests ask Redis.
pub const fn uses_redis(strategy: Strategy) -> bool {
    match strategy {
        Strategy::Local | Strategy::Split => false,
        Strategy::GetSet | Strategy::GetIncr | Strategy::Incr => true,
    }
}

/// What happens to the limiter when Redis is gone, and what is to be said of that.
pub const fn when_redis_is_down(strategy: Strategy) -> (&'static str, &'static str) {
    match strategy {
        Strategy::Local => ("unaffected", "but it counts each server alone"),
        Strategy::Split => ("unaffected", "but it refuses unevenly"),
        Strategy::GetSet | Strategy::GetIncr | Strategy::Incr => {
            ("you decide", "let through, refuse, or count locally")
        }
    }
}

/// Why no order of commands lets too many through, where none does, and whether servers may crash.
pub const fn why_it_holds(strategy: Strategy, crashes: bool) -> &'static str {
    match strategy {
        Strategy::Split if crashes => {
            "A crashed server spends its share again, but here even that stays within the limit."
        }
        Strategy::Split => "Each server keeps to its own share, and the shares add up to no more than the limit.",
        Strategy::Incr => "Adding and reading are one step in Redis, so no two requests get the same number.",
        Strategy::Local | Strategy::GetSet | Strategy::GetIncr => {
            "There are too few requests, or servers, to go over it."
        }
    }
}

/// A balancer's name.
pub const fn balancer(balancer: Balancer) -> &'static str {
    match balancer {
        Balancer::Random => "random",
        Balancer::RoundRobin => "round robin",
        Balancer::LeastBusy => "least busy",
        Balancer::Sticky => "sticky",
    }
}

/// How arrivals lie, by name.
pub const fn arrivals(arrivals: Arrivals) -> &'static str {
    match arrivals {
        Arrivals::Random => "at random",
        Arrivals::Even => "evenly",
    }
}

/// How round trips vary, by name.
pub const fn jitter(jitter: Jitter) -> &'static str {
    match jitter {
        Jitter::None => "steady",
        Jitter::Exponential => "varying",
    }
}
