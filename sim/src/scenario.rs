//! A scenario: everything that a run depends on, in a value small enough for a link.

mod changed;
mod choice;
mod costs;
mod embedding;
mod fault;
mod held;
mod outage;
mod pair;
mod parameter;
mod policies;
mod problem;
mod runs;
mod small;
mod sweep;
mod text;

use std::ops::RangeInclusive;

pub use changed::Change;
pub use choice::{
    Answers, Arrivals, Axis, Balancer, Calls, Choice, Curves, Embed, Extras, Jitter, Lang, Lesson, Measure, OnFailure,
    RedisVersion, Reload, Rule, Strategy, Tab, Task, Theme, Traffic, WindowStart,
};
pub use costs::{Amount, Costs};
pub use embedding::Embedding;
pub use fault::{Extent, Family, Fault, Faults, LAG, SLOW, What};
pub use held::Kept;
pub use outage::Outage;
pub use pair::{Misfit, misfit};
pub use parameter::Parameter;
pub use policies::Policies;
pub use problem::{Problem, Why};
pub use runs::Runs;
pub use small::Small;
pub use sweep::Sweep;
pub use text::{Link, too_much};

use crate::time::Span;

/// What is run: what users send, the servers that it meets, and how they limit it.
///
/// Two runs of one scenario are identical, on every machine. The fields' ranges are the constants beside them, and the text
/// form ([`Link`]) admits nothing else. Code can build others; whatever runs or judges one needs at least one server, node,
/// user and request, a limit of at least 1, a window and a sync period longer than zero, and a strategy that its rule goes
/// with ([`misfit`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scenario {
    /// Where the count lives and how a request reaches it.
    pub strategy: Strategy,
    /// How requests are counted.
    pub rule: Rule,
    /// How many API servers there are.
    pub servers: u32,
    /// How many requests the user sends.
    pub burst: u32,
    /// The time in which they are sent.
    pub spread: Span,
    /// How they lie in it.
    pub arrivals: Arrivals,
    /// How many requests the user may make in each window.
    pub limit: u32,
    /// The window's length.
    pub window: Span,
    /// The Redis round trip, half of it out and half back; the mean when there is jitter.
    pub rtt: Span,
    /// How round trips vary.
    pub jitter: Jitter,
    /// How the balancer picks a server.
    pub balancer: Balancer,
    /// How long an allowed request keeps its server busy.
    pub work: Span,
    /// The seed of all chance.
    pub seed: u64,
    /// The most tokens that a bucket holds, and GCRA's burst; none for as many as the limit.
    pub capacity: Option<u32>,
    /// Tokens a second; none for the limit in each window.
    pub refill: Option<u32>,
    /// When fixed windows begin.
    pub window_start: WindowStart,
    /// How often a server that counts by itself tells Redis.
    pub sync: Span,
    /// How long a lease lasts, and a lock.
    pub lease: Span,
    /// How often an attempt that failed is made again: to write what nobody else has written, or to get a lock.
    pub retries: u32,
    /// How many Redis nodes the keys are spread over.
    pub nodes: u32,
    /// Which Redis it is.
    pub redis_version: RedisVersion,
    /// Whether it is a burst, or a stream that replaces it.
    pub traffic: Traffic,
    /// The stream's requests a second.
    pub rate: u32,
    /// How long the stream lasts.
    pub duration: Span,
    /// How many users send them.
    pub users: u32,
    /// How many times as much as each of the others the first user sends.
    pub greedy: u32,
    /// How far into a clock-aligned window the first instant is.
    pub phase: Span,
    /// What goes wrong.
    pub faults: Faults,
    /// How far each server's clock may be off, either way.
    pub skew: Span,
    /// How long a check waits for Redis; none for as long as it takes.
    pub timeout: Option<Span>,
    /// What becomes of a check that has no answer from Redis.
    pub on_failure: OnFailure,
    /// After how many failures in a row a server stops asking Redis for a while; none for never.
    pub breaker: Option<u32>,
    /// For how long it stops, before it asks once to see.
    pub breaker_reset: Span,
    /// How often a command that timed out is sent again, with the same time to wait.
    pub retry: u32,
    /// Whether a script that Redis does not know is loaded and called again.
    pub reload: Reload,
}

impl Scenario {
    /// Allowed numbers of servers.
    pub const SERVERS: RangeInclusive<u32> = 1..=32;
    /// Allowed numbers of requests in the burst.
    pub const BURST: RangeInclusive<u32> = 1..=1000;
    /// Allowed spreads.
    pub const SPREAD: RangeInclusive<Span> = Span::ZERO..=Span::from_secs(10);
    /// Allowed limits.
    pub const LIMIT: RangeInclusive<u32> = 1..=10_000;
    /// Allowed windows.
    pub const WINDOW: RangeInclusive<Span> = Span::from_millis(1)..=Span::from_secs(3600);
    /// Allowed round trips.
    pub const RTT: RangeInclusive<Span> = Span::ZERO..=Span::from_millis(500);
    /// Allowed times that a request keeps its server busy.
    pub const WORK: RangeInclusive<Span> = Span::ZERO..=Span::from_secs(10);
    /// Allowed seeds: all of them.
    pub const SEED: RangeInclusive<u64> = 0..=u64::MAX;

    /// Allowed capacities.
    pub const CAPACITY: RangeInclusive<u32> = 1..=10_000;
    /// Allowed refills a second.
    pub const REFILL: RangeInclusive<u32> = 1..=100_000;
    /// Allowed sync periods.
    pub const SYNC: RangeInclusive<Span> = Span::from_millis(1)..=Span::from_secs(10);
    /// Allowed lengths of leases and locks.
    pub const LEASE: RangeInclusive<Span> = Span::from_millis(1)..=Span::from_secs(10);
    /// Allowed numbers of retries.
    pub const RETRIES: RangeInclusive<u32> = 0..=100;
    /// Allowed numbers of nodes.
    pub const NODES: RangeInclusive<u32> = 1..=16;
    /// Allowed rates of a stream, a second.
    pub const RATE: RangeInclusive<u32> = 1..=20_000;
    /// Allowed lengths of a stream.
    pub const DURATION: RangeInclusive<Span> = Span::from_millis(1)..=Span::from_secs(600);
    /// Allowed numbers of users.
    pub const USERS: RangeInclusive<u32> = 1..=16;
    /// Allowed factors of the first user.
    pub const GREEDY: RangeInclusive<u32> = 1..=1000;
    /// Allowed phases.
    pub const PHASE: RangeInclusive<Span> = Span::ZERO..=Span::from_secs(3600);
    /// Allowed skews.
    pub const SKEW: RangeInclusive<Span> = Span::ZERO..=Span::from_secs(10);
    /// Allowed timeouts.
    pub const TIMEOUT: RangeInclusive<Span> = Span::from_micros(100)..=Span::from_secs(60);
    /// Allowed numbers of failures in a row.
    pub const BREAKER: RangeInclusive<u32> = 1..=100;
    /// Allowed times that a breaker stays open.
    pub const BREAKER_RESET: RangeInclusive<Span> = Span::from_millis(1)..=Span::from_secs(60);
    /// Allowed numbers of times that a command is sent again.
    pub const RETRY: RangeInclusive<u32> = 0..=3;
    /// Allowed numbers of requests, of a burst or of a stream.
    pub const REQUESTS: RangeInclusive<u32> = 1..=20_000;

    /// How many requests are sent: the burst, or of a stream its rate times its length, rounded down.
    pub fn requests(&self) -> u32 {
        match self.traffic {
            Traffic::Burst => self.burst,
            Traffic::Steady => {
                let nanos = u64::from(self.rate).saturating_mul(self.duration.nanos());
                u32::try_from(nanos / 1_000_000_000).unwrap_or(u32::MAX)
            }
        }
    }

    /// The time in which they are sent.
    pub fn sending(&self) -> Span {
        match self.traffic {
            Traffic::Burst => self.spread,
            Traffic::Steady => self.duration,
        }
    }

    /// How many attempts, or syncs, a run may come to: what a browser keeps in a moment.
    const ATTEMPTS: u64 = 110_000;

    /// The same with as many syncs or retries as a run can bear: with thousands of requests, few retries; with many servers
    /// and users over a long time, syncs that don't come too often. Another strategy's scenario stays as it is.
    #[inline]
    pub fn bounded(self) -> Self {
        match self.strategy {
            Strategy::SyncAll | Strategy::SyncShare => {
                let pairs = u64::from(self.all_servers() * self.users);
                let least = Span::from_nanos(self.sending().nanos() / (Self::ATTEMPTS / pairs));
                // In whole milliseconds, as such a period is shown.
                let least = Span::from_millis(least.nanos().div_ceil(1_000_000));
                Self { sync: self.sync.max(least), ..self }
            }
            Strategy::Cas | Strategy::Lock => {
                let tries = (Self::ATTEMPTS / u64::from(self.requests().max(1))) as u32;
                Self { retries: self.retries.min(tries.saturating_sub(1)), ..self }
            }
            _ => self,
        }
    }

    /// When fixed windows begin: a strategy that keeps its count at one key for ever has no choice.
    pub fn window_start(&self) -> WindowStart {
        match self.strategy {
            Strategy::IncrExpire | Strategy::MultiExec | Strategy::SetNxIncr => WindowStart::FirstHit,
            _ => self.window_start,
        }
    }

    /// A server's share of the limit, rounded down; 0 when there is no server to share it.
    pub fn share(&self) -> u32 {
        self.limit.checked_div(self.servers).unwrap_or(0)
    }
}

impl Default for Scenario {
    /// The lesson's burst: 40 requests in 40 ms over 4 servers that count for themselves, limit 10 a second.
    fn default() -> Self {
        Self {
            strategy: Strategy::Local,
            rule: Rule::FixedWindow,
            servers: 4,
            burst: 40,
            spread: Span::from_millis(40),
            arrivals: Arrivals::Random,
            limit: 10,
            window: Span::from_secs(1),
            rtt: Span::from_millis(2),
            jitter: Jitter::None,
            balancer: Balancer::Random,
            work: Span::from_millis(30),
            seed: 7,
            capacity: None,
            refill: None,
            window_start: WindowStart::Clock,
            sync: Span::from_millis(100),
            lease: Span::from_millis(100),
            retries: 10,
            nodes: 1,
            redis_version: RedisVersion::V7,
            traffic: Traffic::Burst,
            rate: 100,
            duration: Span::from_secs(3),
            users: 1,
            greedy: 1,
            phase: Span::ZERO,
            faults: Faults::default(),
            skew: Span::ZERO,
            timeout: None,
            on_failure: OnFailure::Open,
            breaker: None,
            breaker_reset: Span::from_secs(1),
            retry: 0,
            reload: Reload::Yes,
        }
    }
}
