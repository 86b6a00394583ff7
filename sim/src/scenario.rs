//! A scenario: everything that a run depends on, in a value small enough for a link.

mod choice;
mod parameter;
mod small;
mod text;

use std::ops::RangeInclusive;

pub use choice::{Arrivals, Balancer, Choice, Extras, Jitter, Rule, Strategy, Tab};
pub use parameter::Parameter;
pub use small::Small;
pub use text::{Link, Problem};

use crate::time::Span;

/// What is run: one user's burst, the servers that it meets, and how they limit it.
///
/// Two runs of one scenario are identical, on every machine. The fields' ranges are the constants beside them, and the text
/// form ([`Link`]) admits nothing else. Code can build others; whatever runs or judges one needs at least one server, at
/// least one request, a limit of at least 1 and a window longer than zero.
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
        }
    }
}
