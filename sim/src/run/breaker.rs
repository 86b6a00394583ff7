//! Breakers: after some failures in a row a server leaves Redis alone for a while, then lets one check see.

use super::recorder::Breaker;
use crate::scenario::Scenario;
use crate::time::{Span, Time};

/// One server's breaker.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// How many failures in a row open it; none for never.
    most: Option<u32>,
    /// For how long it stays open.
    reset: Span,
    state: Breaker,
    failures: u32,
    /// Until when it is open.
    until: Time,
}

impl Switch {
    /// A server's at its start.
    pub fn new(scenario: &Scenario) -> Self {
        let Scenario { breaker: most, breaker_reset: reset, .. } = *scenario;
        Self { most, reset, state: Breaker::Closed, failures: 0, until: Time::START }
    }

    /// A check wants to ask Redis. Answers how the breaker stands for it: closed, open, or that it is the probe.
    pub fn ask(&mut self, now: Time) -> Breaker {
        match self.state {
            Breaker::Closed => Breaker::Closed,
            Breaker::Open if now >= self.until => {
                self.state = Breaker::Probing;
                Breaker::Probing
            }
            Breaker::Open | Breaker::Probing => Breaker::Open,
        }
    }

    /// Redis has answered a check, the probe or another. Answers the new state if it is another.
    pub fn answered(&mut self, probe: bool) -> Option<Breaker> {
        // What had asked before it opened says nothing of now.
        if self.state == Breaker::Closed || probe {
            self.failures = 0;
            return (std::mem::replace(&mut self.state, Breaker::Closed) != Breaker::Closed).then_some(Breaker::Closed);
        }
        None
    }

    /// It has not answered one. Answers the new state if it is another.
    pub fn failed(&mut self, now: Time, probe: bool) -> Option<Breaker> {
        self.failures += u32::from(self.state == Breaker::Closed);
        let opens = match self.state {
            Breaker::Closed => self.most.is_some_and(|most| self.failures >= most),
            Breaker::Probing | Breaker::Open => probe,
        };
        if opens {
            (self.state, self.until, self.failures) = (Breaker::Open, now + self.reset, 0);
        }
        opens.then_some(Breaker::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_after_so_many_failures_in_a_row_and_lets_one_probe_through_after_a_while() {
        let reset = Span::from_millis(10);
        let mut switch = Switch::new(&Scenario { breaker: Some(2), breaker_reset: reset, ..Scenario::default() });
        let at = |millis| Time::START + Span::from_millis(millis);
        assert_eq!((switch.ask(at(0)), switch.failed(at(0), false)), (Breaker::Closed, None));
        assert_eq!(switch.answered(false), None);
        assert_eq!(
            (switch.failed(at(1), false), switch.failed(at(2), false)),
            (None, Some(Breaker::Open)),
            "two in a row"
        );
        assert_eq!([3, 11, 12, 13].map(|millis| switch.ask(at(millis))), {
            use Breaker::{Open, Probing};
            [Open, Open, Probing, Open]
        });
        assert_eq!((switch.failed(at(13), false), switch.answered(false)), (None, None), "they had asked before");
        assert_eq!(switch.failed(at(14), true), Some(Breaker::Open), "the probe has failed");
        assert_eq!((switch.ask(at(23)), switch.ask(at(24))), (Breaker::Open, Breaker::Probing));
        assert_eq!((switch.answered(true), switch.ask(at(25))), (Some(Breaker::Closed), Breaker::Closed));
    }

    #[test]
    fn without_a_number_of_failures_it_never_opens() {
        let mut switch = Switch::new(&Scenario::default());
        assert!((0..1000).all(|_| switch.failed(Time::START, false).is_none()));
    }
}
