//! What each strategy is called, and what to look for in it.

use limit_sim::scenario::{
    Arrivals, Balancer, Choice, Jitter, OnFailure, RedisVersion, Reload, Rule, Scenario, Strategy, Traffic, WindowStart,
};
use limit_sim::time::Span;

use super::why;

/// The strategies as someone would look for them: what they have in common, and which they are.
pub const GROUPS: [(&str, &[Strategy]); 4] = [
    ("No shared state", &[Strategy::Local, Strategy::Split, Strategy::Owner]),
    ("Shared and racy", &[Strategy::GetSet, Strategy::GetIncr, Strategy::ReadWrite, Strategy::IncrExpire]),
    (
        "Shared and exact",
        &[Strategy::Incr, Strategy::MultiExec, Strategy::SetNxIncr, Strategy::Cas, Strategy::Lock, Strategy::Script],
    ),
    (
        "Approximate on purpose",
        &[Strategy::SyncAll, Strategy::SyncShare, Strategy::Lease, Strategy::Edge, Strategy::DenyCache],
    ),
];

/// Each strategy's name, what it does, and what to watch, in the order of [`Strategy::ALL`].
const TOLD: [[&str; 3]; Strategy::ALL.len()] = [
    ["Local counters", "each server counts for itself", "the totals: no server sees another\u{2019}s"],
    ["Local, limit \u{f7} N", "each server has its share of the limit", "who is refused"],
    [
        "Redis GET then SET",
        "each server reads the count, decides, writes it back plus one",
        "what others do between its read and write",
    ],
    [
        "Redis GET then INCR",
        "each server reads the count, decides, has Redis add one",
        "who reads before the last additions arrive",
    ],
    [
        "Redis atomic INCR",
        "Redis adds one and answers the new count, in one step",
        "the count pass the limit while nobody else gets through",
    ],
    [
        "Redis INCR then EXPIRE",
        "Redis adds one, always at the same key; whoever counts first sets its end",
        "the gap between the two: under \u{201c}Break it\u{201d}, crash there, then end the window: the count never ends",
    ],
    [
        "Redis MULTI, EXPIRE NX",
        "count and expiry run as one transaction",
        "the single trip, and what Redis 6.2 makes of it",
    ],
    [
        "Redis SET NX and INCR",
        "the key is created with its end if it is missing, and counted up, in one transaction",
        "the single trip",
    ],
    [
        "Redis read, then write",
        "each server reads what any rule keeps, decides, writes it back",
        "what others do between its read and write",
    ],
    [
        "Compare and set",
        "each server reads, decides, and writes only if nobody else has; else it begins again",
        "the tries: of those in step, one wins",
    ],
    [
        "Lock in Redis",
        "each request takes a lock, reads, decides, writes, and gives it back",
        "the wait: one is served at a time",
    ],
    ["Redis script", "any rule runs in Redis, as one step", "the single trip: nothing comes between read and write"],
    [
        "Sync, spend all",
        "each server counts, tells Redis now and then, and may spend all that was left",
        "how much passes before the first sync",
    ],
    [
        "Sync, spend a share",
        "each server counts, tells Redis now and then, and may spend its share of what was left",
        "who hears an old total",
    ],
    [
        "Lease",
        "each server takes a few out of the shared limit, and spends those alone",
        "how few trips it takes, and what lies unused",
    ],
    [
        "One owner for each user",
        "one server counts this user, and the others forward to it",
        "the extra hop, and that Redis is not asked",
    ],
    [
        "Local, then Redis",
        "each server counts first; what passes there is decided in Redis",
        "how much never reaches Redis",
    ],
    [
        "Redis, refusals kept",
        "a script in Redis decides; a server remembers who was refused",
        "the calls that it saves",
    ],
];

/// The name on its button.
pub const fn name(strategy: Strategy) -> &'static str {
    TOLD[strategy as usize][0]
}

/// What it does, in half a line.
pub const fn hint(strategy: Strategy) -> &'static str {
    TOLD[strategy as usize][1]
}

/// What it does, and what to watch.
pub fn what(scenario: &Scenario) -> String {
    let Scenario { strategy, rule, limit, servers, .. } = *scenario;
    match strategy {
        Strategy::Local if rule == Rule::FixedWindow => {
            format!(
                "Each server keeps its own count and lets {limit} through. Watch the totals: no server sees another's."
            )
        }
        Strategy::Split if rule == Rule::FixedWindow => format!(
            "Each server counts for itself and lets its share through: {limit} \u{f7} {servers}, rounded down: {}. Watch who is \
             refused.",
            scenario.share()
        ),
        Strategy::MultiExec if fails(scenario) => why::old(scenario).to_owned(),
        _ => {
            let [_, does, watch] = TOLD[strategy.place()];
            format!("{}. Watch {watch}.", capitalised(does))
        }
    }
}

/// A text with its first letter as a capital. All of these begin with a letter of ASCII; the tables for the others are large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Whether Redis takes part in it.
pub const fn uses_redis(strategy: Strategy) -> bool {
    !matches!(strategy, Strategy::Local | Strategy::Split | Strategy::Owner)
}

/// Whether its requests are decided by what servers remember, not by what Redis answers them.
pub const fn decides_alone(strategy: Strategy) -> bool {
    matches!(strategy, Strategy::Local | Strategy::Split | Strategy::Owner | Strategy::SyncAll | Strategy::SyncShare)
}

/// Whether Redis does not take what is to write the count: EXPIRE with NX, which 6.2 does not know. With a limit of one, only
/// `multi-exec` sends it.
#[inline(never)]
pub fn fails(scenario: &Scenario) -> bool {
    let Scenario { strategy, limit, .. } = *scenario;
    let sends = match strategy {
        Strategy::MultiExec => true,
        Strategy::ReadWrite | Strategy::Cas | Strategy::Lock => limit > 1 && begins_with_hits(scenario),
        _ => false,
    };
    sends && scenario.redis_version == RedisVersion::V6_2
}

/// Whether windows begin with their first hit.
#[inline(never)]
fn begins_with_hits(scenario: &Scenario) -> bool {
    scenario.rule == Rule::FixedWindow && scenario.window_start() == WindowStart::FirstHit
}

/// Whether the strategy lets nothing over the limit, whatever happens, as long as nothing can go wrong.
pub fn never(scenario: &Scenario) -> bool {
    let Scenario { faults, skew, timeout, .. } = scenario;
    if !faults.is_empty() || *skew > Span::ZERO || timeout.is_some() {
        return false;
    }
    match scenario.strategy {
        // Where the shares add up.
        Strategy::Split => scenario.rule != Rule::SlidingCounter && !begins_with_hits(scenario),
        Strategy::MultiExec | Strategy::Cas => !fails(scenario),
        Strategy::Incr
        | Strategy::SetNxIncr
        | Strategy::Script
        | Strategy::Lease
        | Strategy::Owner
        | Strategy::Edge
        | Strategy::DenyCache => true,
        _ => false,
    }
}

/// What happens to the limiter when Redis is gone, and what is to be said of that.
pub const fn when_redis_is_down(Scenario { strategy, on_failure, .. }: &Scenario) -> (&'static str, &'static str) {
    let (policy, still, beyond) = match on_failure {
        OnFailure::Open => ("all pass", "nobody is limited until it is back", "beyond that, all pass"),
        OnFailure::Closed => ("all refused", "nobody passes until it is back", "beyond that, all are refused"),
        OnFailure::Local => {
            ("share each", "each server counts alone, limit \u{f7} N", "beyond that, limit \u{f7} N each")
        }
    };
    match strategy {
        Strategy::Local => ("unaffected", "but it counts each server alone"),
        Strategy::Split => ("unaffected", "but it refuses unevenly"),
        Strategy::Owner => ("unaffected", "but each owner must be up"),
        Strategy::SyncAll => ("drifts", "each server alone: up to N \u{d7} the limit"),
        Strategy::SyncShare => ("drifts", "each server keeps to its last share"),
        Strategy::Lease => ("leases last", beyond),
        Strategy::Edge => ("coarse limit holds", beyond),
        Strategy::DenyCache => ("refusals last", beyond),
        _ => (policy, still),
    }
}

/// Why no order of commands lets too many through, where none does, and whether servers may crash.
pub fn why_it_holds(scenario: &Scenario, crashes: bool) -> &'static str {
    const FEW: &str = "There are too few requests, or servers, to go over it.";
    match scenario.strategy {
        _ if fails(scenario) => FEW,
        Strategy::Split if crashes => {
            "A crashed server spends its share again, but here even that stays within the limit."
        }
        Strategy::Split => "Each server keeps to its own share, and the shares add up to no more than the limit.",
        Strategy::Incr | Strategy::IncrExpire | Strategy::MultiExec | Strategy::SetNxIncr => {
            "Adding and reading are one step in Redis, so no two requests get the same number."
        }
        Strategy::Cas => {
            "Redis drops a write if the key has changed since it was read, so no decision rests on an old state."
        }
        Strategy::Lock => "Only one request at a time reads and writes.",
        Strategy::Script => "The whole rule is one step in Redis, so nothing comes between its read and write.",
        Strategy::Lease => {
            "What a server takes counts as let through from then on, so all together take no more than the limit."
        }
        Strategy::Owner => "One server counts every request of this user.",
        Strategy::Edge | Strategy::DenyCache => "Whatever is let through was counted by one step in Redis.",
        Strategy::Local
        | Strategy::GetSet
        | Strategy::GetIncr
        | Strategy::ReadWrite
        | Strategy::SyncAll
        | Strategy::SyncShare => FEW,
    }
}

/// A counting rule's name.
pub const fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::FixedWindow => "Fixed window",
        Rule::TokenBucket => "Token bucket",
        Rule::SlidingLog => "Sliding log",
        Rule::SlidingCounter => "Sliding counter",
        Rule::Gcra => "GCRA",
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

/// What requests come, by name.
pub const fn traffic(traffic: Traffic) -> &'static str {
    match traffic {
        Traffic::Burst => "a burst",
        Traffic::Steady => "a steady stream",
    }
}

/// When windows begin, by name.
pub const fn window_start(start: WindowStart) -> &'static str {
    match start {
        WindowStart::Clock => "by the clock",
        WindowStart::FirstHit => "at the first hit",
    }
}

/// Which Redis it is, by name.
pub const fn redis_version(version: RedisVersion) -> &'static str {
    match version {
        RedisVersion::V7 => "7",
        RedisVersion::V6_2 => "6.2",
    }
}

/// What becomes of a check that has no answer, by name.
pub const fn on_failure(policy: OnFailure) -> &'static str {
    match policy {
        OnFailure::Open => "let through",
        OnFailure::Closed => "refuse",
        OnFailure::Local => "each its share",
    }
}

/// What is done when Redis does not know a script, by name.
pub const fn reload(reload: Reload) -> &'static str {
    match reload {
        Reload::Yes => "is loaded again",
        Reload::No => "stays away",
    }
}
