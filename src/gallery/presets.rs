//! The scenarios that have names. What the lessons claim of failure and cost is in docs/claims.txt.

use crate::n;

/// A scenario with a name.
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What to look at, in a line.
    pub line: &'static str,
    /// Its link.
    pub link: &'static str,
}

const fn preset(name: &'static str, line: &'static str, link: &'static str) -> Preset {
    Preset { name, line, link }
}

/// All of them, in groups with a heading each.
pub const GROUPS: &[(&str, &[Preset])] = &[
    (
        n!("Counts of their own"),
        &[
            preset(
                n!("Eight servers, eight limits"),
                n!("80 requests in turn over eight servers, and not one refusal"),
                "strategy=local&servers=8&burst=80&balancer=round-robin",
            ),
            preset(
                n!("A burst over four servers"),
                n!("Each server keeps to the limit; together they do not"),
                "strategy=local",
            ),
            preset(
                n!("A share for each server"),
                n!("Never over, and unfair: who is refused is a matter of luck"),
                "strategy=split",
            ),
            preset(
                n!("A share, and a user within the limit"),
                n!("10 requests of 10 allowed ones, and some are refused"),
                "strategy=split&burst=10",
            ),
            preset(
                n!("Fewer than one each"),
                n!("A limit of 10 over 16 servers is a share of none: everyone is refused"),
                "strategy=split&servers=16",
            ),
            preset(
                n!("A balancer that sticks"),
                n!("One user, always at one server: exact, as long as the servers stay"),
                "strategy=local&balancer=sticky",
            ),
            preset(
                n!("A balancer that sticks, and a deploy"),
                n!("The count is lost with its server"),
                "strategy=local&servers=8&balancer=sticky&traffic=steady&rate=80&for=1s&deploy=300ms..700ms",
            ),
            preset(
                n!("One owner for each user"),
                n!("Others forward to it: exact without Redis, for one more hop"),
                "strategy=owner",
            ),
        ],
    ),
    (
        n!("The race"),
        &[
            preset(
                n!("Read, decide, write"),
                n!("GET, compare, SET: everyone between a read and its write reads the same count"),
                "strategy=get-set",
            ),
            preset(
                n!("A slow round trip"),
                n!("The longer the trip, the wider the window for the race"),
                "strategy=get-set&rtt=5ms",
            ),
            preset(
                n!("A trip longer than the burst"),
                n!("All read before anyone has written"),
                "strategy=get-set&rtt=50ms",
            ),
            preset(
                n!("Two servers, one place left"),
                n!("The race as small as it gets: two reads, then two writes"),
                "strategy=get-set&servers=2&burst=2&spread=1ms&arrivals=even&limit=1&balancer=round-robin",
            ),
            preset(
                n!("Read, then increment"),
                n!("Nothing is lost from the count, and still too many pass"),
                "strategy=get-incr",
            ),
            preset(
                n!("A token bucket, read and written"),
                n!("Two servers spend the same last token"),
                "strategy=read-write&rule=token-bucket&servers=2&burst=2&spread=1ms&arrivals=even&limit=1&balancer=round-robin",
            ),
            preset(
                n!("A token bucket under a burst"),
                n!("The same with 40 requests"),
                "strategy=read-write&rule=token-bucket",
            ),
        ],
    ),
    (
        n!("Cures"),
        &[
            preset(n!("Atomic INCR"), n!("One step adds and answers: exact, whatever the trip"), "strategy=incr"),
            preset(
                n!("Atomic INCR, far away"),
                n!("The same over a trip of 20 ms: exact, and slower"),
                "strategy=incr&rtt=20ms",
            ),
            preset(
                n!("Count and expiry in one transaction"),
                n!("MULTI, INCR, EXPIRE with NX, EXEC: both or neither"),
                "strategy=multi-exec",
            ),
            preset(
                n!("The same with Redis 6.2"),
                n!("It does not know NX, so nothing runs and everyone passes"),
                "strategy=multi-exec&redis-version=6.2",
            ),
            preset(
                n!("A token bucket as a script"),
                n!("The whole rule is one step in Redis"),
                "strategy=script&rule=token-bucket",
            ),
            preset(n!("Compare and set"), n!("Exact without a script, for many tries"), "strategy=cas"),
            preset(n!("A lock"), n!("Exact, one at a time: look at the waits"), "strategy=lock"),
        ],
    ),
    (
        n!("Windows and users"),
        &[
            preset(
                n!("Across the boundary of a window"),
                n!("20 ms before a window ends: twice the limit within 40 ms, as the rule allows"),
                "strategy=incr&phase=980ms",
            ),
            preset(
                n!("The same with a sliding log"),
                n!("No boundary: any second has 10 at most"),
                "strategy=script&rule=sliding-log&phase=980ms",
            ),
            preset(
                n!("The same with a sliding counter"),
                n!("Nearly that, with two numbers for each user"),
                "strategy=script&rule=sliding-counter&phase=980ms",
            ),
            preset(
                n!("One greedy user among many"),
                n!("Each user has a count: the greedy one is held, the others are not"),
                "strategy=incr&traffic=steady&rate=200&for=1s&users=8&greedy=20",
            ),
            preset(
                n!("The lesson\u{2019}s dinner peak"),
                n!("3,600 requests a second with 1.5 checks each: Redis has room to spare"),
                "strategy=incr&tab=cost",
            ),
            preset(
                n!("More than one Redis node can do"),
                n!("120,000 calls a second: counts spread over nodes by key"),
                "strategy=incr&nodes=2&tab=cost&cost-rate=60000&cost-checks=2.0",
            ),
        ],
    ),
    (
        n!("Approximate on purpose"),
        &[
            preset(
                n!("A local limit in front of Redis"),
                n!("What is refused at the edge never reaches Redis"),
                "strategy=edge&limit=100&traffic=steady&rate=2000&for=1s",
            ),
            preset(
                n!("Refusals remembered"),
                n!("Who was refused is refused again without asking"),
                "strategy=deny-cache&limit=100&traffic=steady&rate=2000&for=1s",
            ),
            preset(
                n!("Each request asks Redis"),
                n!("The same requests without either"),
                "strategy=script&limit=100&traffic=steady&rate=2000&for=1s",
            ),
            preset(
                n!("Shares of what is left, every 100 ms"),
                n!("Less over than when each may spend all"),
                "strategy=sync-share&servers=8&limit=1000&traffic=steady&rate=2000&for=1s",
            ),
            preset(n!("Leases"), n!("Each server takes a few at a time, and never too many"), "strategy=lease"),
        ],
    ),
];
