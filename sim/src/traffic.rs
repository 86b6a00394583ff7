//! When requests are sent, and by which user.

use rand::RngExt;

use crate::random::Stream;
use crate::scenario::{Arrivals, Scenario};
use crate::time::Time;

/// Fills `sent` with the instants at which the scenario's requests leave their users, in order: request `i` is `sent[i]`.
///
/// `random` draws each instant uniformly from `[0, spread)`; `even` sends request `i` of `n` at `i * spread / n`. A spread of
/// zero sends all of them at the start. A stream is sent likewise, in its whole length: given how many there are, the
/// instants of a Poisson stream are uniform.
pub fn send_times(scenario: &Scenario, sent: &mut Vec<Time>) {
    sent.clear();
    let spread = scenario.sending().nanos();
    let burst = u64::from(scenario.requests());
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

/// The user who sends each request, from 0; empty where there is only one. The first user is [`Scenario::greedy`] times as
/// likely as each of the others.
pub fn users(scenario: &Scenario) -> Vec<u32> {
    let Scenario { users, greedy, .. } = *scenario;
    if users < 2 {
        return Vec::new();
    }
    let mut chance = Stream::Users.generator(scenario.seed);
    let draw = |_| chance.random_range(0..greedy + users - 1).saturating_sub(greedy - 1);
    (0..scenario.requests()).map(draw).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scenario::Traffic;
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

    #[test]
    fn the_greedy_user_sends_so_many_times_what_each_of_the_others_does() {
        let scenario = Scenario { users: 4, greedy: 7, burst: 1000, ..Scenario::default() };
        let mut sent = [0u32; 4];
        users(&scenario).into_iter().for_each(|user| sent[user as usize] += 1);
        // Five standard deviations of Bin(1000, 0.7) and Bin(1000, 0.1); the seed is fixed.
        assert!(sent[0].abs_diff(700) < 73 && sent[1..].iter().all(|n| n.abs_diff(100) < 48), "{sent:?}");
        assert_eq!(users(&Scenario { users: 1, ..scenario }), []);
    }

    #[test]
    fn a_stream_sends_its_rate_for_its_length_whatever_the_burst() {
        let traffic = Traffic::Steady;
        let scenario = Scenario { traffic, rate: 250, duration: Span::from_millis(1_500), ..Scenario::default() };
        let mut sent = Vec::new();
        send_times(&Scenario { arrivals: Arrivals::Even, ..scenario }, &mut sent);
        assert_eq!((sent.len(), sent[1]), (375, Time::from_nanos(4_000_000)));
    }
}
