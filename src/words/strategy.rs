//! What each strategy is called, and what to look for in it.

use limit_sim::scenario::{
    Arrivals, Balancer, Choice, Jitter, OnFailure, RedisVersion, Reload, Rule, Scenario, Strategy, Traffic, WindowStart,
};
use limit_sim::time::Span;

use super::number::whole;
use super::why;
use crate::lab::Tell;
use crate::language::t;
use crate::{n, say};

/// The strategies as someone would look for them: what they have in common, and which they are.
pub const GROUPS: [(&str, &[Strategy]); 4] = [
    (n!("No shared state"), &[Strategy::Local, Strategy::Split, Strategy::Owner]),
    (n!("Shared and racy"), &[Strategy::GetSet, Strategy::GetIncr, Strategy::ReadWrite, Strategy::IncrExpire]),
    (
        n!("Shared and exact"),
        &[Strategy::Incr, Strategy::MultiExec, Strategy::SetNxIncr, Strategy::Cas, Strategy::Lock, Strategy::Script],
    ),
    (
        n!("Approximate on purpose"),
        &[Strategy::SyncAll, Strategy::SyncShare, Strategy::Lease, Strategy::Edge, Strategy::DenyCache],
    ),
];

/// Each strategy's name, in the order of [`Strategy::ALL`], in English.
const NAMES: [&str; Strategy::ALL.len()] = [
    n!("Local counters"),
    n!("Local, limit \u{f7} N"),
    n!("Redis GET then SET"),
    n!("Redis GET then INCR"),
    n!("Redis atomic INCR"),
    n!("Redis INCR then EXPIRE"),
    n!("Redis MULTI, EXPIRE NX"),
    n!("Redis SET NX and INCR"),
    n!("Redis read, then write"),
    n!("Compare and set"),
    n!("Lock in Redis"),
    n!("Redis script"),
    n!("Sync, spend all"),
    n!("Sync, spend a share"),
    n!("Lease"),
    n!("One owner for each user"),
    n!("Local, then Redis"),
    n!("Redis, refusals kept"),
];

/// What the lesson's strategies do, and what to watch.
const GET_SET: [&str; 2] = [
    n!("each server reads the count, decides, writes it back plus one"),
    n!("what others do between its read and write"),
];
const INCR: [&str; 2] = [
    n!("Redis adds one and answers the new count, in one step"),
    n!("the count pass the limit while nobody else gets through"),
];

/// What each does, and what to watch, in the same order.
const TOLD: [[&str; 2]; Strategy::ALL.len()] = [
    [n!("each server counts for itself"), n!("the totals: no server sees another\u{2019}s")],
    [n!("each server has its share of the limit"), n!("who is refused")],
    GET_SET,
    [n!("each server reads the count, decides, has Redis add one"), n!("who reads before the last additions arrive")],
    INCR,
    [
        n!("Redis adds one, always at the same key; whoever counts first sets its end"),
        n!(
            "the gap between the two: under \u{201c}Break it\u{201d}, crash there, then end the window: the count never ends"
        ),
    ],
    [n!("count and expiry run as one transaction"), n!("the single trip, and what Redis 6.2 makes of it")],
    [n!("the key is created with its end if it is missing, and counted up, in one transaction"), n!("the single trip")],
    [
        n!("each server reads what any rule keeps, decides, writes it back"),
        n!("what others do between its read and write"),
    ],
    [
        n!("each server reads, decides, and writes only if nobody else has; else it begins again"),
        n!("the tries: of those in step, one wins"),
    ],
    [
        n!("each request takes a lock, reads, decides, writes, and gives it back"),
        n!("the wait: one is served at a time"),
    ],
    [n!("any rule runs in Redis, as one step"), n!("the single trip: nothing comes between read and write")],
    [
        n!("each server counts, tells Redis now and then, and may spend all that was left"),
        n!("how much passes before the first sync"),
    ],
    [
        n!("each server counts, tells Redis now and then, and may spend its share of what was left"),
        n!("who hears an old total"),
    ],
    [
        n!("each server takes a few out of the shared limit, and spends those alone"),
        n!("how few trips it takes, and what lies unused"),
    ],
    [n!("one server counts this user, and the others forward to it"), n!("the extra hop, and that Redis is not asked")],
    [n!("each server counts first; what passes there is decided in Redis"), n!("how much never reaches Redis")],
    [n!("a script in Redis decides; a server remembers who was refused"), n!("the calls that it saves")],
];

/// The name on its button.
pub fn name(strategy: Strategy) -> &'static str {
    t(NAMES[strategy as usize])
}

/// What it does, in half a line.
pub fn hint(strategy: Strategy) -> &'static str {
    t(TOLD[strategy as usize][0])
}

/// What it does, and what to watch. Beyond the lesson's that is told by `tell`, once it is there.
pub fn what(scenario: &Scenario, tell: Option<Tell>) -> String {
    let Scenario { strategy, rule, limit, servers, .. } = *scenario;
    match strategy {
        Strategy::Local if rule == Rule::FixedWindow => {
            say!(
                "Each server keeps its own count and lets {} through. Watch the totals: no server sees another's.",
                whole(limit)
            )
        }
        Strategy::Split if rule == Rule::FixedWindow => say!(
            "Each server counts for itself and lets its share through: {} \u{f7} {}, rounded down: {}. Watch who is refused.",
            whole(limit),
            servers,
            whole(scenario.share())
        ),
        Strategy::GetSet => watched(GET_SET),
        Strategy::Incr => watched(INCR),
        _ => tell.map_or_else(String::new, |tell| (tell.what)(scenario)),
    }
}

/// The same for those beyond the lesson's.
pub fn what_else(scenario: &Scenario) -> String {
    if scenario.strategy == Strategy::MultiExec && fails(scenario) {
        return why::old(scenario).to_owned();
    }
    watched(TOLD[scenario.strategy.place()])
}

fn watched([does, watch]: [&str; 2]) -> String {
    say!("{}. Watch {}.", capitalised(t(does)), t(watch))
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
pub fn when_redis_is_down(Scenario { strategy, on_failure, .. }: &Scenario) -> (&'static str, &'static str) {
    let (policy, still, beyond) = match on_failure {
        OnFailure::Open => (n!("all pass"), n!("nobody is limited until it is back"), n!("beyond that, all pass")),
        OnFailure::Closed => {
            (n!("all refused"), n!("nobody passes until it is back"), n!("beyond that, all are refused"))
        }
        OnFailure::Local => {
            (n!("share each"), n!("each server counts alone, limit \u{f7} N"), n!("beyond that, limit \u{f7} N each"))
        }
    };
    let (short, long) = match strategy {
        Strategy::Local => (n!("unaffected"), n!("but it counts each server alone")),
        Strategy::Split => (n!("unaffected"), n!("but it refuses unevenly")),
        Strategy::Owner => (n!("unaffected"), n!("but each owner must be up")),
        Strategy::SyncAll => (n!("drifts"), n!("each server alone: up to N \u{d7} the limit")),
        Strategy::SyncShare => (n!("drifts"), n!("each server keeps to its last share")),
        Strategy::Lease => (n!("leases last"), beyond),
        Strategy::Edge => (n!("coarse limit holds"), beyond),
        Strategy::DenyCache => (n!("refusals last"), beyond),
        _ => (policy, still),
    };
    (t(short), t(long))
}

/// Why no order of commands lets too many through, where none does, and whether servers may crash.
pub fn why_it_holds(scenario: &Scenario, crashes: bool) -> &'static str {
    const FEW: &str = n!("There are too few requests, or servers, to go over it.");
    t(match scenario.strategy {
        _ if fails(scenario) => FEW,
        Strategy::Split if crashes => {
            n!("A crashed server spends its share again, but here even that stays within the limit.")
        }
        Strategy::Split => n!("Each server keeps to its own share, and the shares add up to no more than the limit."),
        Strategy::Incr | Strategy::IncrExpire | Strategy::MultiExec | Strategy::SetNxIncr => {
            n!("Adding and reading are one step in Redis, so no two requests get the same number.")
        }
        Strategy::Cas => {
            n!("Redis drops a write if the key has changed since it was read, so no decision rests on an old state.")
        }
        Strategy::Lock => n!("Only one request at a time reads and writes."),
        Strategy::Script => n!("The whole rule is one step in Redis, so nothing comes between its read and write."),
        Strategy::Lease => {
            n!("What a server takes counts as let through from then on, so all together take no more than the limit.")
        }
        Strategy::Owner => n!("One server counts every request of this user."),
        Strategy::Edge | Strategy::DenyCache => n!("Whatever is let through was counted by one step in Redis."),
        Strategy::Local
        | Strategy::GetSet
        | Strategy::GetIncr
        | Strategy::ReadWrite
        | Strategy::SyncAll
        | Strategy::SyncShare => FEW,
    })
}

/// A counting rule's name.
pub fn rule(rule: Rule) -> &'static str {
    t(match rule {
        Rule::FixedWindow => n!("Fixed window"),
        Rule::TokenBucket => n!("Token bucket"),
        Rule::SlidingLog => n!("Sliding log"),
        Rule::SlidingCounter => n!("Sliding counter"),
        Rule::Gcra => n!("GCRA"),
    })
}

/// A balancer's name.
pub fn balancer(balancer: Balancer) -> &'static str {
    t(match balancer {
        Balancer::Random => n!("random"),
        Balancer::RoundRobin => n!("round robin"),
        Balancer::LeastBusy => n!("least busy"),
        Balancer::Sticky => n!("sticky"),
    })
}

/// How arrivals lie, by name.
pub fn arrivals(arrivals: Arrivals) -> &'static str {
    t(match arrivals {
        Arrivals::Random => n!("at random"),
        Arrivals::Even => n!("evenly"),
    })
}

/// How round trips vary, by name.
pub fn jitter(jitter: Jitter) -> &'static str {
    t(match jitter {
        Jitter::None => n!("steady"),
        Jitter::Exponential => n!("varying"),
    })
}

/// What requests come, by name.
pub fn traffic(traffic: Traffic) -> &'static str {
    t(match traffic {
        Traffic::Burst => n!("a burst"),
        Traffic::Steady => n!("a steady stream"),
    })
}

/// When windows begin, by name.
pub fn window_start(start: WindowStart) -> &'static str {
    t(match start {
        WindowStart::Clock => n!("by the clock"),
        WindowStart::FirstHit => n!("at the first hit"),
    })
}

/// Which Redis it is, by name.
pub const fn redis_version(version: RedisVersion) -> &'static str {
    match version {
        RedisVersion::V7 => "7",
        RedisVersion::V6_2 => "6.2",
    }
}

/// What becomes of a check that has no answer, by name.
pub fn on_failure(policy: OnFailure) -> &'static str {
    t(match policy {
        OnFailure::Open => n!("let all pass"),
        OnFailure::Closed => n!("refuse all"),
        OnFailure::Local => n!("each its share"),
    })
}

/// What is done when Redis does not know a script, by name.
pub fn reload(reload: Reload) -> &'static str {
    t(match reload {
        Reload::Yes => n!("is loaded again"),
        Reload::No => n!("stays away"),
    })
}
