//! When the user's requests are sent.

use rand::RngExt;

use crate::random::Stream;
use crate::scenario::{Arrivals, Scenario};
use crate::time::Time;

/// Fills `sent` with the instants at which the scenario's requests leave the user, in order: request `i` is `sent[i]`.
///
/// `random` draws each instant uniformly from `[0, spread)`; `even` sends request `i` at `i * spread / burst`. A spread of
/// zero sends all of them at the start.
pub fn send_times(scenario: &Scenario, sent: &mut Vec<Time>) {
    sent.clear();
    let spread = scenario.spread.nanos();
    let burst = u64::from(scenario.burst);
    match scenario.arrivals {
        _ if spread == 0 => sent.extend((0..burst).map(|_| Time::START)),
        Arrivals::Random => {
            let mut chance = Stream::Arrivals.generator(scenario.seed);
            sent.extend((0..burst).map(|_| Time::from_nanos(chance.random_range(0..spread))));
            sent.sort_unstable();
        }
        Arrivals::Even => {
            sent.extend((0..burst).map(|i| Time::from_nanos(i * spread / burst)));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::Span;

    proptest! {
        #[test]
        fn every_request_is_sent_within_the_spread_and_in_order(
            burst in 1..=1000u32, spread in 0..=10_000_000_000u64, seed: u64, even: bool
        ) {
            let arrivals = if even { Arrivals::Even } else { Arrivals::Random };
            let scenario = Scenario { burst, spread: Span::from_nanos(spread), seed, arrivals, ..Scenario::default() };
            let mut sent = Vec::new();
            send_times(&scenario, &mut sent);
            prop_assert_eq!(sent.len(), burst as usize);
            prop_assert!(sent.is_sorted());
            prop_assert!(sent.iter().all(|at| at.nanos() < spread.max(1)));
        }
    }
}
