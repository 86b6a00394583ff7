//! The small case: few enough requests to order by hand, or in every way.

use std::ops::RangeInclusive;

use super::Extras;

/// How large the small case is. Strategy, rule and window are the scenario's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    /// How many servers it has.
    pub servers: u32,
    /// How many requests reach them.
    pub requests: u32,
    /// How many of them may be let through.
    pub limit: u32,
    /// What else can happen between commands.
    pub extras: Extras,
}

impl Small {
    /// Allowed numbers of servers.
    pub const SERVERS: RangeInclusive<u32> = 2..=4;
    /// Allowed numbers of requests.
    pub const REQUESTS: RangeInclusive<u32> = 2..=8;
    /// Allowed limits.
    pub const LIMIT: RangeInclusive<u32> = 1..=7;
    /// The most choices that an order in a link can have.
    pub const CHOICES: usize = 64;
}

impl Default for Small {
    /// The lesson's case: two servers, two requests, and one may pass.
    fn default() -> Self {
        Self { servers: 2, requests: 2, limit: 1, extras: Extras::None }
    }
}
