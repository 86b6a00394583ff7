//! What Redis and the way there are like at each instant.

use crate::scenario::{Fault, Scenario, What};
use crate::time::{Span, Time};

/// What goes wrong with Redis while it lasts, and what breaks its connections.
pub struct Conditions(Vec<Fault>);

impl Conditions {
    /// The scenario's.
    pub fn new(scenario: &Scenario) -> Self {
        // What is over at once may break connections, which shows later.
        let matters = |fault: &Fault| match fault.what {
            What::Down | What::Failover => true,
            what => what.is_redis() && fault.from < fault.until,
        };
        Self(scenario.faults.iter().filter(matters).collect())
    }

    /// Whether nothing of the kind ever happens.
    #[inline(always)]
    pub fn are_fine(&self) -> bool {
        self.0.is_empty()
    }

    fn ending(&self, what: What, at: Time) -> impl Iterator<Item = &Fault> {
        self.0.iter().filter(move |fault| fault.what.is_like(what) && fault.from <= at && at < fault.until)
    }

    /// Whether connections are refused.
    pub fn is_down(&self, at: Time) -> bool {
        self.ending(What::Down, at).next().is_some()
    }

    /// When messages get through again, if they don't.
    pub fn silent_until(&self, at: Time) -> Option<Time> {
        self.ending(What::Silent, at).map(|fault| fault.until).max()
    }

    /// When a service that takes so long and can begin at an instant ends: it takes longer where Redis is slow as it begins, and
    /// as long again as Redis stands still before its end.
    pub fn served(&self, from: Time, service: Span) -> Time {
        let (mut at, mut left) = (from, None);
        loop {
            if let Some(still) = self.ending(What::Paused, at).map(|fault| fault.until).max() {
                at = still;
                continue;
            }
            let rest = *left.get_or_insert_with(|| service * self.slowness(at));
            let pauses = self.0.iter().filter(|fault| fault.what == What::Paused && fault.from > at);
            let next = pauses.map(|fault| fault.from).min().filter(|pause| *pause < at + rest);
            let Some(pause) = next else { return at + rest };
            left = Some(Span::from_nanos(rest.nanos() - (pause - at).nanos()));
            at = pause;
        }
    }

    /// How many times as long a service takes that begins at an instant.
    fn slowness(&self, at: Time) -> u64 {
        let factor = |fault: &Fault| if let What::Slow(factor) = fault.what { factor } else { 1 };
        self.ending(What::Slow(1), at).map(factor).max().unwrap_or(1).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Link;

    fn conditions(redis: &str) -> Conditions {
        let link: Link = format!("redis={redis}").parse().unwrap_or_else(|problems| panic!("{problems:?}"));
        Conditions::new(&link.scenario)
    }

    fn at(millis: u64) -> Time {
        Time::START + Span::from_millis(millis)
    }

    #[test]
    fn each_condition_holds_from_its_beginning_until_just_before_its_end() {
        let down = conditions("down@10ms..20ms");
        assert_eq!([9, 10, 19, 20].map(|millis| down.is_down(at(millis))), [false, true, true, false]);
        let silent = conditions("silent@10ms..20ms,silent@15ms..30ms");
        assert_eq!(
            [9, 10, 16, 30].map(|millis| silent.silent_until(at(millis))),
            [None, Some(at(20)), Some(at(30)), None]
        );
    }

    #[test]
    fn a_service_takes_longer_where_redis_is_slow_as_it_begins() {
        let slow = conditions("slow@10ms..20msx3");
        for (from, until) in [(5, 7), (9, 11), (10, 16), (19, 25), (20, 22)] {
            assert_eq!(slow.served(at(from), Span::from_millis(2)), at(until), "from {from} ms");
        }
    }

    #[test]
    fn a_service_waits_while_redis_stands_still_before_it_or_within() {
        let paused = conditions("paused@10ms..20ms,paused@20ms..25ms,paused@26ms..30ms");
        for (from, until) in [(5, 7), (8, 10), (9, 26), (12, 31), (25, 31), (30, 32)] {
            assert_eq!(paused.served(at(from), Span::from_millis(2)), at(until), "from {from} ms");
        }
    }
}
