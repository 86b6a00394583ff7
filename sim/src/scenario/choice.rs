//! The parameters that are picked from a list, and their names in links.

use std::fmt::Debug;

/// A parameter value that is one of a few names.
pub trait Choice: Copy + Debug + PartialEq + 'static {
    /// All of them, the default first.
    const ALL: &'static [Self];
    /// Their names in links, in the same order.
    const NAMES: &'static [&'static str];

    /// Its place among all of them.
    fn place(self) -> usize;

    /// Its name in a link.
    fn name(self) -> &'static str {
        Self::NAMES[self.place()]
    }

    /// The one with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|one| *one == name).map(|place| Self::ALL[place])
    }
}

macro_rules! choice {
    ($(#[$doc:meta])* $kind:ident { $($(#[$one_doc:meta])* $one:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind { $($(#[$one_doc])* $one,)+ }

        impl Choice for $kind {
            const ALL: &'static [Self] = &[$(Self::$one,)+];
            const NAMES: &'static [&'static str] = &[$($name,)+];

            fn place(self) -> usize {
                self as usize
            }
        }

        impl Default for $kind {
            fn default() -> Self {
                Self::ALL[0]
            }
        }
    };
}

choice! {
    /// A placement: where the count lives and how a request reaches it. The programs are in [`crate::placement`].
    Strategy {
        /// Each server counts what it sees, against the whole limit.
        Local = "local",
        /// Each server counts what it sees, against its share of the limit.
        Split = "split",
        /// Read the shared count, decide, write it back plus one.
        GetSet = "get-set",
        /// Read the shared count, decide, then increment it.
        GetIncr = "get-incr",
        /// Increment the shared count and decide by what comes back.
        Incr = "incr",
        /// The same at a key that is always the same.
        IncrExpire = "incr-expire",
        /// Increment and expiry in one transaction.
        MultiExec = "multi-exec",
        /// Create the count with its expiry if it is missing, and increment it, in one transaction.
        SetNxIncr = "set-nx-incr",
        /// Read the rule's state, decide, write the new one.
        ReadWrite = "read-write",
        /// The same, but the write fails if someone else has written meanwhile.
        Cas = "cas",
        /// The same, while holding a lock.
        Lock = "lock",
        /// The rule as a script that runs in Redis.
        Script = "script",
        /// Each server counts, and tells Redis every now and then; all that was left may be spent by each.
        SyncAll = "sync-all",
        /// The same, but each server may spend only its share of what was left.
        SyncShare = "sync-share",
        /// Each server takes out a few at a time, and spends those.
        Lease = "lease",
        /// One server counts for all.
        Owner = "owner",
        /// Each server counts first; what it lets through is counted by a script in Redis.
        Edge = "edge",
        /// A script in Redis counts; a server remembers who was refused.
        DenyCache = "deny-cache",
    }
}

choice! {
    /// A counting rule. The transitions are in [`crate::rule`].
    Rule {
        /// Windows one after the other, each with its own count.
        FixedWindow = "fixed-window",
        /// A bucket that holds so many tokens and is refilled all the time; a request takes one.
        TokenBucket = "token-bucket",
        /// The instants of all that was let through in the last window's length.
        SlidingLog = "sliding-log",
        /// This window's count, and of the last one's the part that is less than a window ago.
        SlidingCounter = "sliding-counter",
        /// The instant at which a request would be on time; each moves it on.
        Gcra = "gcra",
    }
}

choice! {
    /// When a fixed window begins.
    WindowStart {
        /// At whole multiples of its length.
        Clock = "clock",
        /// With the first request after the last one has ended.
        FirstHit = "first-hit",
    }
}

choice! {
    /// Which Redis it is.
    RedisVersion {
        /// 7.0 or later.
        V7 = "7",
        /// 6.2, which knows no conditions on `EXPIRE`.
        V6_2 = "6.2",
    }
}

choice! {
    /// What becomes of a check that has no answer from Redis.
    OnFailure {
        /// The request is let through.
        Open = "open",
        /// It is refused.
        Closed = "closed",
        /// The server counts by itself, against its share of the limit.
        Local = "local",
    }
}

choice! {
    /// What a server does when Redis does not know its script.
    Reload {
        /// It loads it and calls it again.
        Yes = "yes",
        /// Nothing: the check has failed.
        No = "no",
    }
}

choice! {
    /// What requests come.
    Traffic {
        /// A burst.
        Burst = "burst",
        /// So many a second, for some time.
        Steady = "steady",
    }
}

choice! {
    /// How a burst's requests lie in its spread.
    Arrivals {
        /// Each at an instant drawn uniformly.
        Random = "random",
        /// Evenly spaced.
        Even = "even",
    }
}

choice! {
    /// How Redis round trips vary.
    Jitter {
        /// Not at all.
        None = "none",
        /// Each message takes an exponentially distributed time with half the round trip as its mean.
        Exponential = "exponential",
    }
}

choice! {
    /// How the balancer picks a server.
    Balancer {
        /// Uniformly at random.
        Random = "random",
        /// In turn.
        RoundRobin = "round-robin",
        /// The one with the fewest open requests; in turn among equals.
        LeastBusy = "least-busy",
        /// Always the same for this user.
        Sticky = "sticky",
    }
}

choice! {
    /// The part of the lab that a link opens below the verdict.
    Tab {
        /// The race, command by command.
        Race = "race",
        /// The student's hand: which command runs next.
        Break = "break",
        /// Every order in which commands can reach Redis.
        Orders = "orders",
        /// Several strategies on the same requests.
        Compare = "compare",
        /// Many runs: how likely what is, and how that changes with a setting.
        Runs = "runs",
        /// The same outage met by several endpoints, each with a policy of its own.
        Failure = "failure",
        /// What a limiter that shares its count costs.
        Cost = "cost",
        /// The strategy as code.
        Code = "code",
        /// Everything that happened.
        Events = "events",
    }
}

choice! {
    /// How many Redis calls a check of the bill makes.
    Calls {
        /// One, as the lesson counts.
        One = "one",
        /// As many as in the run.
        Run = "run",
    }
}

choice! {
    /// What else can happen between commands, in the small case that is ordered by hand or in every way.
    Extras {
        /// Nothing: time stands still.
        None = "none",
        /// The window can end.
        WindowEnd = "window-end",
        /// A server can crash.
        Crash = "crash",
        /// Both.
        Both = "both",
    }
}

choice! {
    /// What a sweep changes. In links it has the name of the parameter.
    Axis {
        /// The Redis round trip.
        Rtt = "rtt",
        /// How many servers there are.
        Servers = "servers",
        /// How many requests the burst has.
        Burst = "burst",
        /// The time in which they are sent.
        Spread = "spread",
        /// How often a server that counts by itself tells Redis.
        Sync = "sync",
        /// The limit.
        Limit = "limit",
    }
}

choice! {
    /// What is asked of each of many runs.
    Measure {
        /// How many requests are let through.
        Allowed = "allowed",
        /// How many are refused although they were due.
        FalselyRefused = "falsely-refused",
        /// Redis calls a request.
        RedisCalls = "redis-calls",
        /// The wait that the limiter adds, as half of the requests have it at most.
        WaitP50 = "wait-p50",
        /// The same for 99 of 100.
        WaitP99 = "wait-p99",
    }
}

choice! {
    /// Whose curves a sweep draws.
    Curves {
        /// The strategy's and those of the strategies that are held against each other.
        Compared = "compared",
        /// The strategy's alone.
        One = "one",
    }
}

choice! {
    /// Where the page is shown.
    Embed {
        /// By itself.
        No = "0",
        /// In a frame of another page: without what only a page of its own needs.
        Yes = "1",
    }
}

choice! {
    /// How the page looks.
    Theme {
        /// As its reader has chosen.
        Reader = "reader",
        /// As the reader's system.
        System = "system",
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
        /// For the back row.
        Projector = "projector",
    }
}

choice! {
    /// The language that the page speaks, by its BCP 47 tag.
    Lang {
        /// The one that its reader has chosen.
        Reader = "reader",
        /// English.
        English = "en",
        /// Hindi.
        Hindi = "hi",
    }
}

choice! {
    /// Whether the lesson stands beside the lab.
    Lesson {
        /// On a page of its own, and not in a frame.
        Auto = "auto",
        /// It does.
        Open = "open",
        /// It does not, until someone opens it.
        Closed = "closed",
    }
}

choice! {
    /// Whether the lesson says what is right once a student has committed to an answer.
    Answers {
        /// It does.
        Shown = "shown",
        /// It says that the answer was taken, and no more: whoever embeds the lab is told whether it was right.
        Hidden = "hidden",
    }
}

choice! {
    /// The lesson's tasks, in their order.
    Task {
        /// None: where the student was, or at the beginning.
        None = "none",
        /// A count in each server's memory.
        OwnCounts = "own-counts",
        /// What more servers do to it.
        Autoscale = "autoscale",
        /// The limit divided by the number of servers.
        Shares = "shares",
        /// A shared count that is read and then written.
        SharedCount = "shared-count",
        /// How the round trip widens the race.
        RoundTrip = "round-trip",
        /// The race, made by hand.
        BreakIt = "break-it",
        /// One atomic step.
        Atomic = "atomic",
        /// The same race and the same cure under another rule.
        OtherRules = "other-rules",
        /// What sharing costs each request.
        Price = "price",
        /// A policy for the time when Redis is gone.
        Outage = "outage",
        /// Approximate on purpose.
        Approximate = "approximate",
    }
}
