//! The questions, and for each choice the run that shows why it is right or wrong. Numbers are that run's: the sentences have
//! places for them.

use crate::n;
use crate::seen::Figure;
use Figure::{
    Allowed, Calls, CallsASecond, FalselyRefused, Nodes, NodesNeeded, Over, Refused, Requests, Servers, Unchecked,
    Used, Wait,
};

/// A question with its choices.
pub struct Question {
    /// Its name, which stays the same in all languages and versions.
    pub name: &'static str,
    /// What is asked.
    pub asked: &'static str,
    /// The name of the choice that is right.
    pub right: &'static str,
    /// What there is to choose from.
    pub choices: &'static [Choice],
}

/// A choice.
pub struct Choice {
    /// Its name, which stays the same in all languages and versions.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
    /// The run that shows why, as a link.
    pub link: &'static str,
    /// What is said of it, with places for numbers of that run.
    pub said: &'static str,
    /// Those numbers, in their order.
    pub figures: &'static [Figure],
}

/// All questions.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "own-counters",
        asked: n!(
            "A limit of 10 a second is counted in the memory of each server. Eight servers take requests in turn, and a script sends 80 within a second. How many pass, and what is the cure?"
        ),
        right: "one-count",
        choices: &[
            Choice {
                name: "ten",
                text: n!("10: every server enforces the limit, so there is nothing to cure"),
                link: "strategy=local&servers=8&burst=80&balancer=round-robin",
                said: n!(
                    "{} of {} pass, and {} are refused. Every server does keep to its limit, and none knows of the others."
                ),
                figures: &[Allowed, Requests, Refused],
            },
            Choice {
                name: "sticky",
                text: n!("Up to 80; the balancer should send a user always to the same server"),
                link: "strategy=local&servers=8&balancer=sticky&traffic=steady&rate=80&for=1s&deploy=300ms..700ms",
                said: n!(
                    "That holds until servers restart, join or leave: with a deploy in the middle of the second, {} pass and {} of them are over. The count is still lost with its server."
                ),
                figures: &[Allowed, Over],
            },
            Choice {
                name: "lower",
                text: n!("Up to 80; each server should count to an eighth of the limit"),
                link: "strategy=split&servers=8&burst=80",
                said: n!(
                    "Then nothing is over, but an eighth of 10 is 1 in whole numbers, and requests are not spread evenly: {} are refused though they were due."
                ),
                figures: &[FalselyRefused],
            },
            Choice {
                name: "one-count",
                text: n!("Up to 80, ten at each server; all servers should ask one count"),
                link: "strategy=incr&servers=8&burst=80",
                said: n!("With one count in Redis {} of {} pass, whichever server they meet."),
                figures: &[Allowed, Requests],
            },
        ],
    },
    Question {
        name: "autoscaling",
        asked: n!(
            "Eight servers each let 5 a second through by their own count: 40 together. When it is busy, four more join. What becomes of the limit, and what keeps it as it was?"
        ),
        right: "shared",
        choices: &[
            Choice {
                name: "stays",
                text: n!("It stays at 40: the balancer only spreads the same requests more thinly"),
                link: "strategy=local&servers=8&limit=5&balancer=round-robin&traffic=steady&rate=200&for=2s&scale=%2B4@1s",
                said: n!(
                    "{} pass in the two seconds before and after: 40, and then 60. Each new server brings a count of its own."
                ),
                figures: &[Allowed],
            },
            Choice {
                name: "shared",
                text: n!("It grows to 60; one count in Redis does not depend on how many servers ask it"),
                link: "strategy=incr&servers=8&limit=5&balancer=round-robin&traffic=steady&rate=200&for=2s&scale=%2B4@1s",
                said: n!("With one count and a limit of 5, {} pass in two seconds, and {} are over, before and after."),
                figures: &[Allowed, Over],
            },
            Choice {
                name: "configured",
                text: n!("It grows; give each of the eight servers its share of 40 in the configuration"),
                link: "strategy=split&servers=8&limit=40&balancer=round-robin&traffic=steady&rate=200&for=2s&scale=%2B4@1s",
                said: n!(
                    "A share that is set once is for the number of servers of that day: with twelve of them {} are over."
                ),
                figures: &[Over],
            },
        ],
    },
    Question {
        name: "shares",
        asked: n!(
            "Each of four servers gets a quarter of a limit of 10. A user sends 10 requests at once, which is allowed. What does the user see, and what is the cure?"
        ),
        right: "one-count",
        choices: &[
            Choice {
                name: "fine",
                text: n!("All 10 pass, because the shares add up to the limit"),
                link: "strategy=split&burst=10",
                said: n!(
                    "{} pass and {} are refused though they were due: shares are whole, rounded down, and the balancer gave one server more than its share, another less."
                ),
                figures: &[Allowed, FalselyRefused],
            },
            Choice {
                name: "one-count",
                text: n!("Some are refused, by luck; all servers should ask one count"),
                link: "strategy=incr&burst=10",
                said: n!("With one count {} of {} pass, wherever the balancer sends them."),
                figures: &[Allowed, Requests],
            },
            Choice {
                name: "turns",
                text: n!("Some are refused; the balancer should go round the servers in turn"),
                link: "strategy=split&burst=80&balancer=round-robin&users=8",
                said: n!(
                    "It takes the requests of all users in turn, not those of each: with eight users {} are refused though they were due."
                ),
                figures: &[FalselyRefused],
            },
            Choice {
                name: "too-many",
                text: n!("Too many pass, as with counts of their own"),
                link: "strategy=split",
                said: n!(
                    "Shares never let too many through: {} of {} pass here, and {} are over. They err the other way."
                ),
                figures: &[Allowed, Requests, Over],
            },
        ],
    },
    Question {
        name: "race",
        asked: n!(
            "Each server reads the count from Redis with GET, compares it with the limit, and writes the count plus one with SET. Why do bursts get through?"
        ),
        right: "stale",
        choices: &[
            Choice {
                name: "stale",
                text: n!(
                    "Several servers read the same count before one of them has written, and write the same number"
                ),
                link: "strategy=get-set",
                said: n!(
                    "{} of {} pass. The race below shows whose read went stale: between a read and its write others have written."
                ),
                figures: &[Allowed, Requests],
            },
            Choice {
                name: "load",
                text: n!("Redis drops writes when many come at once"),
                link: "strategy=incr",
                said: n!(
                    "Redis runs every command. Of the same burst {} pass with INCR, which loses nothing, in {} calls."
                ),
                figures: &[Allowed, Calls],
            },
            Choice {
                name: "clocks",
                text: n!("The clocks of the servers differ"),
                link: "strategy=get-set&jitter=exponential",
                said: n!("In this run all clocks agree, and {} are over. No clock takes part in GET and SET."),
                figures: &[Over],
            },
        ],
    },
    Question {
        name: "cure",
        asked: n!("What cures that race?"),
        right: "atomic",
        choices: &[
            Choice {
                name: "nodes",
                text: n!("More Redis nodes, or replicas to read from"),
                link: "strategy=get-set&nodes=8",
                said: n!(
                    "With {} nodes {} are over, as with one: a key is at one node. A replica is behind, so its reads are older still."
                ),
                figures: &[Nodes, Over],
            },
            Choice {
                name: "window",
                text: n!("A shorter window"),
                link: "strategy=get-set&spread=30ms&window=100ms",
                said: n!(
                    "The race takes one round trip, not a window: with a tenth of a second {} are over in a single window."
                ),
                figures: &[Over],
            },
            Choice {
                name: "atomic",
                text: n!("One atomic step: INCR and look at what it answers, or the logic as a script"),
                link: "strategy=incr",
                said: n!(
                    "{} of {} pass. Reading and adding are one step in Redis, and no two requests get the same number."
                ),
                figures: &[Allowed, Requests],
            },
            Choice {
                name: "memory",
                text: n!("Moving the count back into the memory of each server"),
                link: "strategy=local",
                said: n!("That ends the race and brings back a limit for each server: {} are over."),
                figures: &[Over],
            },
            Choice {
                name: "closer",
                text: n!("A Redis that is closer, with a round trip of 0.3 ms"),
                link: "strategy=get-set&burst=200&rtt=300us",
                said: n!(
                    "A shorter trip makes the race rarer, and a denser burst brings it back: {} of {} pass, {} of them over."
                ),
                figures: &[Allowed, Requests, Over],
            },
        ],
    },
    Question {
        name: "expiry",
        asked: n!(
            "A user has one key for ever. Whoever adds the first with INCR sets its end with EXPIRE. A server crashes between the two. What happens, and what is the cure?"
        ),
        right: "transaction",
        choices: &[
            Choice {
                name: "nothing",
                text: n!("Nothing: the key ends with its window"),
                link: "strategy=incr-expire&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms",
                said: n!(
                    "The key has no end. In five windows {} pass and {} are refused: the user is shut out until someone deletes the key."
                ),
                figures: &[Allowed, Refused],
            },
            Choice {
                name: "free",
                text: n!("The user is not limited any more; EXPIRE should come before INCR"),
                link: "strategy=incr-expire&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms",
                said: n!(
                    "It is the other way round: the count stays at the limit, and {} of {} are refused. Before INCR there is no key that EXPIRE could give an end."
                ),
                figures: &[Refused, Requests],
            },
            Choice {
                name: "transaction",
                text: n!(
                    "The user is refused for good; both commands should run as one: MULTI, INCR, EXPIRE with NX, EXEC"
                ),
                link: "strategy=multi-exec&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms",
                said: n!(
                    "Both run or neither. After the same crash {} pass in five windows; only the crash itself costs requests."
                ),
                figures: &[Allowed],
            },
            Choice {
                name: "by-hand",
                text: n!("The user is refused for good; an operator should delete the key"),
                link: "strategy=incr-expire&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&redis=delete@2.5s&crash=s1@80ms",
                said: n!(
                    "Deleting helps this user: {} pass, and until then {} were refused though they were due. The next crash leaves the next stuck key."
                ),
                figures: &[Allowed, FalselyRefused],
            },
        ],
    },
    Question {
        name: "nx",
        asked: n!("MULTI, INCR key, EXPIRE key 1 NX, EXEC: what is NX for?"),
        right: "keeps-end",
        choices: &[
            Choice {
                name: "keeps-end",
                text: n!(
                    "It sets the end only where there is none, so that later requests do not push the window back"
                ),
                link: "strategy=multi-exec&traffic=steady&rate=20&for=5s",
                said: n!(
                    "A steady user gets a new window each second: {} pass in five. If each request moved the end, this window would never close."
                ),
                figures: &[Allowed],
            },
            Choice {
                name: "alone",
                text: n!("It keeps two servers from running the transaction at the same time"),
                link: "strategy=set-nx-incr&traffic=steady&rate=20&for=5s",
                said: n!(
                    "MULTI and EXEC do that. Here EXPIRE is left out, SET with NX and an end creates the key instead, and the limit holds all the same: {} over."
                ),
                figures: &[Over],
            },
            Choice {
                name: "any-redis",
                text: n!("It makes the command work with every Redis"),
                link: "strategy=multi-exec&redis-version=6.2",
                said: n!(
                    "It takes Redis 7. Version 6.2 does not know it, nothing of the transaction runs, and the servers let {} of {} through unchecked."
                ),
                figures: &[Unchecked, Requests],
            },
        ],
    },
    Question {
        name: "bucket",
        asked: n!(
            "A token bucket in Redis has to read tokens and time, work out the refill, and write both. What makes it exact?"
        ),
        right: "script",
        choices: &[
            Choice {
                name: "single",
                text: n!("Nothing more: Redis runs one command at a time"),
                link: "strategy=read-write&rule=token-bucket",
                said: n!(
                    "One command, yes; the decision lies between two of them. {} of {} pass, {} over: several servers spend the same last token."
                ),
                figures: &[Allowed, Requests, Over],
            },
            Choice {
                name: "script",
                text: n!("A Lua script that reads, decides and writes in Redis, by the clock of Redis"),
                link: "strategy=script&rule=token-bucket",
                said: n!(
                    "{} pass, in {} calls for {} requests: one trip each, and nothing comes between read and write."
                ),
                figures: &[Allowed, Calls, Requests],
            },
            Choice {
                name: "mutex",
                text: n!("A mutex in each server around its read and write"),
                link: "strategy=read-write&rule=token-bucket&servers=2&burst=2&spread=1ms&arrivals=even&limit=1&balancer=round-robin",
                said: n!(
                    "A mutex holds within its own process. Here two servers have one request each, and {} pass with one token."
                ),
                figures: &[Allowed],
            },
            Choice {
                name: "clocks",
                text: n!("Clocks of the servers that agree to the millisecond"),
                link: "strategy=read-write&rule=token-bucket&burst=100",
                said: n!(
                    "These agree to the nanosecond, and {} are over. Clocks matter too, and a script takes the one of Redis."
                ),
                figures: &[Over],
            },
        ],
    },
    Question {
        name: "cost",
        asked: n!(
            "60,000 requests a second make two limit checks each; one Redis node does about 100,000 simple operations a second. What now?"
        ),
        right: "shard",
        choices: &[
            Choice {
                name: "shard",
                text: n!("Several nodes, with the counts spread over them by key: a user is always at the same one"),
                link: "strategy=incr&nodes=2&tab=cost&cost-rate=60000&cost-checks=2.0",
                said: n!(
                    "The calls take {} of one node, so with some room to spare it takes {}. A count stays whole, so it stays exact. One hot key alone does not spread."
                ),
                figures: &[Used, NodesNeeded],
            },
            Choice {
                name: "one",
                text: n!("One node will do, as Redis works in memory"),
                link: "strategy=incr&tab=cost&cost-rate=60000&cost-checks=2.0",
                said: n!("{} calls a second take {} of a node: its queue grows without bound."),
                figures: &[CallsASecond, Used],
            },
            Choice {
                name: "turns",
                text: n!("Several nodes, and each server asks them in turn"),
                link: "strategy=local&balancer=round-robin",
                said: n!(
                    "Then each node counts for itself, as servers with counts of their own do: with {} of them {} of {} pass."
                ),
                figures: &[Servers, Allowed, Requests],
            },
        ],
    },
    Question {
        name: "policy",
        asked: n!(
            "Redis is down for a while. What should the API in general do, and what the endpoint that sends codes by SMS?"
        ),
        right: "each-its-own",
        choices: &[
            Choice {
                name: "closed",
                text: n!("Both should refuse: fail closed"),
                link: "strategy=incr&limit=1000&traffic=steady&rate=400&redis=down@1300ms..1800ms&on-failure=closed",
                said: n!(
                    "Nothing gets past the limit, but {} are refused that were well within it: the limiter takes the API down with it."
                ),
                figures: &[FalselyRefused],
            },
            Choice {
                name: "open",
                text: n!("Both should let through: fail open"),
                link: "strategy=incr&limit=100&traffic=steady&rate=400&redis=down@1300ms..1800ms",
                said: n!(
                    "{} pass unchecked, {} of them over. For searches that may do; for messages that cost money it does not."
                ),
                figures: &[Unchecked, Over],
            },
            Choice {
                name: "wait",
                text: n!("Both should wait until Redis is back"),
                link: "strategy=incr&limit=100&traffic=steady&rate=400&redis=silent@1300ms..1800ms",
                said: n!("Then a request waits up to {}, and holds its connection meanwhile."),
                figures: &[Wait],
            },
            Choice {
                name: "each-its-own",
                text: n!(
                    "The API lets through, at best up to a share that each server counts; codes are not sent: fail closed"
                ),
                link: "strategy=incr&limit=100&traffic=steady&rate=400&redis=down@1300ms..1800ms&on-failure=local",
                said: n!(
                    "With a share for each server meanwhile, {} are over instead of all that come. Codes are refused, because abuse there costs more than a lost login."
                ),
                figures: &[Over],
            },
        ],
    },
    Question {
        name: "slow",
        asked: n!(
            "Redis does answer, but takes far longer than usual for each command. What keeps that from stalling every request?"
        ),
        right: "timeout",
        choices: &[
            Choice {
                name: "timeout",
                text: n!("A short timeout, 5 to 10 ms, and a decision of what happens then"),
                link: "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000&timeout=10ms",
                said: n!("Nobody waits longer than {}; {} pass unchecked, which is the policy here."),
                figures: &[Wait, Unchecked],
            },
            Choice {
                name: "nothing",
                text: n!("Nothing needs to: slow is better than down"),
                link: "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000",
                said: n!("Requests wait up to {}. A Redis that is down would say so within a round trip."),
                figures: &[Wait],
            },
            Choice {
                name: "servers",
                text: n!("More API servers"),
                link: "strategy=incr&servers=16&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000",
                said: n!("{} servers wait for the same Redis, up to {}."),
                figures: &[Servers, Wait],
            },
            Choice {
                name: "long",
                text: n!("A timeout of two seconds, so that no check is given up too early"),
                link: "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000&timeout=2s",
                said: n!("It never comes into play: requests wait up to {}, as with none."),
                figures: &[Wait],
            },
        ],
    },
    Question {
        name: "sync",
        asked: n!(
            "Eight servers count locally and tell Redis every 100 ms. The limit is 1,000 a second, and 2,000 come. How far off is that, and what makes it less?"
        ),
        right: "interval",
        choices: &[
            Choice {
                name: "exact",
                text: n!("It is exact, because each sync corrects the count"),
                link: "strategy=sync-all&servers=8&limit=1000&traffic=steady&rate=2000&for=1s",
                said: n!("{} are over: until its next sync no server knows what the others have let through since."),
                figures: &[Over],
            },
            Choice {
                name: "interval",
                text: n!("By about what comes in one interval; less if each spends only its share of what is left"),
                link: "strategy=sync-share&servers=8&limit=1000&traffic=steady&rate=2000&for=1s",
                said: n!("With shares {} are over, in {} calls for {} requests."),
                figures: &[Over, Calls, Requests],
            },
            Choice {
                name: "seldom",
                text: n!("A little; syncing every 500 ms instead changes only the load on Redis"),
                link: "strategy=sync-all&servers=8&limit=1000&sync=500ms&traffic=steady&rate=2000&for=1s",
                said: n!("The calls do become few, {}; but {} are over, as the overshoot grows with the interval."),
                figures: &[Calls, Over],
            },
        ],
    },
    Question {
        name: "flood",
        asked: n!(
            "One user sends 2,000 requests a second against a limit of 100, and every one of them asks Redis. What takes that load away and lets no more through?"
        ),
        right: "remember",
        choices: &[
            Choice {
                name: "racy",
                text: n!("Reading the count first, and writing only if there is room"),
                link: "strategy=get-set&limit=100&traffic=steady&rate=2000&for=1s",
                said: n!("Reads are calls, too: {} of them, and {} requests are over, because the race is back."),
                figures: &[Calls, Over],
            },
            Choice {
                name: "remember",
                text: n!("Each server remembers a refusal until it may end, or a coarse limit stands in front"),
                link: "strategy=deny-cache&limit=100&traffic=steady&rate=2000&for=1s",
                said: n!(
                    "{} calls for {} requests, and {} over: only who was refused by Redis is refused without asking."
                ),
                figures: &[Calls, Requests, Over],
            },
            Choice {
                name: "sync",
                text: n!("Counting locally, with a sync every 100 ms"),
                link: "strategy=sync-all&limit=100&traffic=steady&rate=2000&for=1s",
                said: n!("{} calls are few; but {} are over."),
                figures: &[Calls, Over],
            },
        ],
    },
    Question {
        name: "exact",
        asked: n!("Which limit has to be exact, and closed when Redis gives no answer?"),
        right: "codes",
        choices: &[
            Choice {
                name: "hot",
                text: n!("The one of a partner who sends 20,000 a second through one counter"),
                link: "strategy=script&servers=8&limit=1000&traffic=steady&rate=20000&for=1s",
                said: n!(
                    "Exact costs {} calls a second for one key, which does not spread. What protects capacity may be a little over."
                ),
                figures: &[Calls],
            },
            Choice {
                name: "all",
                text: n!("Every one, so that users are treated alike"),
                link: "strategy=incr&limit=1000&traffic=steady&rate=400&redis=down@1300ms..1800ms&on-failure=closed",
                said: n!(
                    "Then half a second without Redis refuses {} requests that were within the limit, most of them of no danger to anyone."
                ),
                figures: &[FalselyRefused],
            },
            Choice {
                name: "codes",
                text: n!("The one of codes by SMS: few requests, and each one too many costs money"),
                link: "strategy=incr&burst=20&limit=3&window=600s&on-failure=closed",
                said: n!("{} of {} are sent, in {} calls: exact is cheap where little comes, and it matters there."),
                figures: &[Allowed, Requests, Calls],
            },
        ],
    },
];
