//! Random scenarios, the same for the same seed.

use std::time::{SystemTime, UNIX_EPOCH};

use limit_sim::scenario::{
    Arrivals, Balancer, Choice, Extent, Fault, Jitter, Rule, Scenario, Strategy, Traffic, What, misfit,
};
use limit_sim::time::{Span, Time};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The seed of `LAB_SEED`, or else a new one.
///
/// # Panics
/// When that is no number: another seed would not bring about again what it is given for.
pub fn seed() -> u64 {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    std::env::var("LAB_SEED").map_or_else(
        |_| now(),
        |text| {
            text.parse().unwrap_or_else(|_| panic!("LAB_SEED is a whole number from 0 to 2^64 - 1, and not {text:?}"))
        },
    )
}

/// A source of scenarios.
pub struct Source(Xoshiro256PlusPlus);

impl Source {
    /// A source with the seed of `LAB_SEED`, or else a new one. Says which, so that a failure can be run again.
    pub fn announced(test: &str) -> Self {
        let seed = seed();
        println!("{test}: LAB_SEED={seed}");
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Any number below this.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    fn any<T: Choice>(&mut self) -> T {
        T::ALL[self.below(T::ALL.len())]
    }

    /// Mostly small, as students have it, and now and then as large as can be.
    fn up_to(&mut self, usual: u32, most: u32) -> u32 {
        let most = if self.below(4) == 0 { most } else { usual };
        self.0.random_range(1..=most)
    }

    fn micros(&mut self, usual: u64, most: u64) -> Span {
        let most = if self.below(4) == 0 { most } else { usual };
        Span::from_micros(if self.below(8) == 0 { 0 } else { self.0.random_range(0..=most) })
    }

    /// A scenario of this strategy.
    pub fn scenario(&mut self, strategy: Strategy) -> Scenario {
        let scenario = self.of_fixed_windows(strategy);
        let mixed = Scenario {
            rule: self.any::<Rule>(),
            users: if self.below(3) == 0 { self.up_to(4, *Scenario::USERS.end()) } else { 1 },
            traffic: self.any::<Traffic>(),
            rate: self.up_to(2000, 4000),
            duration: Span::from_millis(self.up_to(400, 800).into()),
            phase: Span::from_millis(self.up_to(900, 3000).into()),
            ..scenario
        };
        let fits = misfit(&mixed).is_none() && Scenario::REQUESTS.contains(&mixed.requests());
        if fits && self.below(2) == 0 { mixed } else { scenario }
    }

    /// The same with up to four things that go wrong, and what is done about it.
    pub fn troubled(&mut self, strategy: Strategy) -> Scenario {
        let scenario = self.scenario(strategy);
        let faults = (0..=self.below(4)).map(|_| self.fault(&scenario)).collect();
        Scenario {
            faults,
            skew: self.micros(0, 40_000),
            timeout: (self.below(2) == 0).then(|| Span::from_millis(self.up_to(20, 200).into())),
            on_failure: self.any(),
            breaker: (self.below(3) == 0).then(|| self.up_to(5, 20)),
            breaker_reset: Span::from_millis(self.up_to(20, 400).into()),
            retry: self.below(3) as u32,
            reload: self.any(),
            ..scenario
        }
    }

    fn fault(&mut self, scenario: &Scenario) -> Fault {
        let number = self.up_to(4, 8);
        let what = [
            What::Down,
            What::Silent,
            What::Paused,
            What::Slow(1 + 50 * number),
            What::Failover,
            What::Flush,
            What::Evict,
            What::Delete,
            What::Crash(self.below(scenario.servers as usize) as u32),
            What::Join(number),
            What::Leave(number),
            What::Deploy,
        ];
        let what = what[self.below(what.len())];
        let sending = scenario.sending().nanos() / 1_000;
        let from = Time::START + Span::from_micros(self.0.random_range(0..=sending));
        let lasts = match what.extent() {
            Extent::Instant => Span::ZERO,
            Extent::Lasting | Extent::Either => Span::from_micros(self.0.random_range(0..=sending)),
        };
        Fault { from, until: from + lasts, what }
    }

    fn of_fixed_windows(&mut self, strategy: Strategy) -> Scenario {
        Scenario {
            strategy,
            servers: self.up_to(8, *Scenario::SERVERS.end()),
            burst: self.up_to(80, *Scenario::BURST.end()),
            spread: self.micros(100_000, 3_000_000),
            arrivals: self.any::<Arrivals>(),
            limit: self.up_to(30, 600),
            window: Span::from_millis(if self.below(3) == 0 { self.up_to(50, 400).into() } else { 1000 }),
            rtt: self.micros(10_000, 500_000),
            jitter: self.any::<Jitter>(),
            balancer: self.any::<Balancer>(),
            work: self.micros(60_000, 500_000),
            seed: self.0.random_range(0..10_000),
            ..Scenario::default()
        }
    }
}
