//! What clocks show.

use rand::RngExt;

use crate::random::Stream;
use crate::scenario::Scenario;
use crate::time::{Span, Time};

/// Redis's clock and each server's.
pub struct Clocks {
    /// How far Redis's is ahead of the run's instants.
    redis: Span,
    /// How far each server's is. None of them is behind: so no clock shows less than nothing.
    servers: Vec<Span>,
}

impl Clocks {
    /// The scenario's. Each server's is off by a span that is drawn uniformly, once for all its time.
    pub fn new(scenario: &Scenario) -> Self {
        let (skew, servers) = (scenario.skew.nanos(), scenario.all_servers());
        if skew == 0 {
            return Self { redis: scenario.phase, servers: vec![scenario.phase; servers as usize] };
        }
        // Whole windows more change nothing but their numbers.
        let redis = scenario.phase + scenario.window * skew.div_ceil(scenario.window.nanos());
        let mut chance = Stream::Skew.generator(scenario.seed);
        let off = |chance: &mut crate::random::Generator| chance.random_range(0..=2 * skew);
        let servers = (0..servers).map(|_| Span::from_nanos(redis.nanos() - skew + off(&mut chance))).collect();
        Self { redis, servers }
    }

    /// What Redis's clock shows.
    #[inline(always)]
    pub fn redis(&self, at: Time) -> Time {
        at + self.redis
    }

    /// What a server's shows.
    #[inline(always)]
    pub fn server(&self, server: u32, at: Time) -> Time {
        at + self.servers[server as usize]
    }

    /// What Redis's clock shows when a server's shows this.
    pub fn by_redis(&self, server: u32, shown: Time) -> Time {
        shown.saturating_sub(self.servers[server as usize]) + self.redis
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_off_by_no_more_than_the_skew_either_way_and_differ() {
        let skew = Span::from_millis(5);
        let clocks = Clocks::new(&Scenario { skew, servers: 32, ..Scenario::default() });
        let now = Time::from_nanos(1);
        let off: Vec<i64> = (0..32)
            .map(|server| clocks.server(server, now).nanos() as i64 - clocks.redis(now).nanos() as i64)
            .collect();
        assert!(off.iter().all(|off| off.unsigned_abs() <= skew.nanos()), "{off:?}");
        assert!(off.iter().any(|off| *off < -1_000_000) && off.iter().any(|off| *off > 1_000_000), "{off:?}");
        assert_eq!(
            (0..32).map(|server| clocks.by_redis(server, clocks.server(server, now))).max(),
            Some(clocks.redis(now))
        );
    }

    #[test]
    fn without_a_skew_all_clocks_show_the_same() {
        let clocks = Clocks::new(&Scenario { phase: Span::from_millis(3), ..Scenario::default() });
        assert_eq!(clocks.server(3, Time::START), Time::START + Span::from_millis(3));
        assert_eq!(clocks.redis(Time::START), Time::START + Span::from_millis(3));
    }
}
