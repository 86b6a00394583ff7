//! The network between the servers and Redis: one connection each, on which messages never overtake each other.

use rand::Rng;

use super::recorder::Way;
use crate::random::{Generator, Stream};
use crate::scenario::{Jitter, Scenario};
use crate::time::{Span, Time};

/// All the connections of a run.
pub struct Network {
    /// The (mean) delay of one message.
    one_way: Span,
    /// Where delays are drawn from, when they vary.
    chance: Option<Generator>,
    /// For each server, when the last message out arrives, and the last one back.
    last: Vec<[Time; 2]>,
}

impl Network {
    /// The scenario's network, before its first message.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            one_way: Span::from_nanos(scenario.rtt.nanos() / 2),
            chance: match scenario.jitter {
                Jitter::None => None,
                Jitter::Exponential => Some(Stream::Jitter.generator(scenario.seed)),
            },
            last: vec![[Time::START; 2]; scenario.all_servers() as usize],
        }
    }

    /// When a message that is sent now arrives: never before the one sent before it, the same way on the same connection.
    pub fn deliver(&mut self, server: u32, way: Way, now: Time) -> Time {
        let Some(chance) = &mut self.chance else {
            // With one delay for all, none can overtake.
            return now + self.one_way;
        };
        let last = &mut self.last[server as usize][way as usize];
        *last = (*last).max(now + exponential(self.one_way, chance));
        *last
    }

    /// When a message arrives that is sent once more at an instant. Others don't wait for it.
    #[inline(never)]
    pub fn once_more(&mut self, from: Time) -> Time {
        from + self.chance.as_mut().map_or(self.one_way, |chance| exponential(self.one_way, chance))
    }
}

/// An exponentially distributed span, by inversion: `-mean * ln(u)` with u uniform in (0, 1]. The logarithm is libm's, which
/// is the same on every machine; u has 53 bits, so the longest span is 36.7 times the mean.
fn exponential(mean: Span, chance: &mut Generator) -> Span {
    let uniform = ((chance.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
    Span::from_nanos(libm::round(-libm::log(uniform) * mean.nanos() as f64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(jitter: Jitter) -> Network {
        Network::new(&Scenario { jitter, rtt: Span::from_millis(2), ..Scenario::default() })
    }

    #[test]
    fn a_message_takes_half_the_round_trip() {
        let now = Time::from_nanos(5);
        assert_eq!(network(Jitter::None).deliver(0, Way::Out, now), now + Span::from_millis(1));
    }

    #[test]
    fn messages_with_jitter_keep_their_order_on_a_connection_but_not_across() {
        let mut network = network(Jitter::Exponential);
        let mut overtaken = false;
        let mut last = Time::START;
        for sent in 0..1000 {
            let now = Time::from_nanos(sent * 100_000);
            let first = network.deliver(0, Way::Out, now);
            assert!(first >= last && first >= now);
            last = first;
            overtaken |= network.deliver(1, Way::Out, now) < first;
        }
        assert!(overtaken);
    }

    #[test]
    fn exponential_spans_have_the_mean_and_spread_that_they_should() {
        let mut chance = Stream::Jitter.generator(1);
        let n = 100_000;
        let spans: Vec<f64> = (0..n).map(|_| exponential(Span::from_millis(1), &mut chance).millis_f64()).collect();
        let mean = spans.iter().sum::<f64>() / f64::from(n);
        let variance = spans.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
        // Four standard errors: of the mean 1/sqrt(n), of the variance sqrt(8/n).
        assert!((mean - 1.0).abs() < 4.0 / f64::from(n).sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 4.0 * (8.0 / f64::from(n)).sqrt(), "{variance}");
    }
}
