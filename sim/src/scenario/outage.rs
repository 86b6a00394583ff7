//! The time in which Redis gives no answers, or late ones.

use super::{Fault, Faults, Scenario, Strategy, What};
use crate::time::{Span, Time};

/// From when until when Redis is down, silent, paused or slow: from the first such fault's beginning to the last one's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it begins.
    pub from: Time,
    /// When it ends.
    pub until: Time,
    /// What happens first.
    pub what: What,
}

impl What {
    /// Whether Redis gives no answer while it lasts, or a late one.
    pub fn is_outage(self) -> bool {
        matches!(self, Self::Down | Self::Silent | Self::Paused | Self::Slow(_))
    }
}

impl Scenario {
    /// Its outage, if Redis has one.
    #[inline]
    pub fn outage(&self) -> Option<Outage> {
        let all = || self.faults.iter().filter(|fault| fault.what.is_outage());
        let Fault { from, what, .. } = all().next()?;
        let until = all().map(|fault| fault.until).max()?;
        Some(Outage { from, until, what })
    }

    /// The same with all that makes up its outage replaced by one thing that lasts as long.
    #[inline]
    #[must_use]
    pub fn with_outage(self, what: What) -> Self {
        let Some(Outage { from, until, .. }) = self.outage() else { return self };
        let rest = self.faults.iter().filter(|fault| !fault.what.is_outage());
        let faults: Faults = rest.chain([Fault { from, until, what }]).collect();
        Self { faults, ..self }
    }

    /// The middle third of the time in which requests are sent, in whole milliseconds where that is long enough: where an outage
    /// shows best.
    #[inline]
    pub fn middle(&self) -> (Time, Time) {
        let third = self.sending().nanos() / 3;
        let unit = match third {
            1_000_000_000.. => 1_000_000_000,
            1_000_000.. => 1_000_000,
            _ => 1_000,
        };
        let third = (third / unit).max(1) * unit;
        (Time::START + Span::from_nanos(third), Time::START + Span::from_nanos(2 * third))
    }

    /// The same requests before an exact limiter to which nothing happens: any rule, in a script.
    #[inline]
    #[must_use]
    pub fn untroubled(self) -> Self {
        let window_start = self.window_start();
        Self { strategy: Strategy::Script, window_start, faults: Faults::default(), timeout: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Link;

    fn scenario(link: &str) -> Scenario {
        link.parse::<Link>().unwrap_or_else(|problems| panic!("{problems:?}")).scenario
    }

    #[test]
    fn an_outage_lasts_from_its_first_fault_to_its_last() {
        let of = |redis: &str| scenario(&format!("crash=s1@1ms&{redis}")).outage();
        let at = |millis| Time::START + Span::from_millis(millis);
        assert_eq!(of("redis=flush@5ms,failover@9ms"), None);
        assert_eq!(
            of("redis=silent@10ms..40ms,down@20ms..30ms,flush@50ms"),
            Some(Outage { from: at(10), until: at(40), what: What::Silent })
        );
    }

    #[test]
    fn another_outage_lasts_as_long_and_nothing_else_changes() {
        let other = scenario("redis=silent@10ms..40ms,down@20ms..50ms,flush@60ms&crash=s1@1ms").with_outage(What::Down);
        assert_eq!(other, scenario("redis=down@10ms..50ms,flush@60ms&crash=s1@1ms"));
        assert_eq!(Scenario::default().with_outage(What::Down), Scenario::default());
    }

    #[test]
    fn an_exact_limiter_in_peace_lets_through_what_is_due_and_not_one_more() {
        for link in ["strategy=get-set&redis=down@10ms..20ms", "strategy=incr-expire&timeout=1ms&crash=s1@9ms"] {
            let peace = scenario(link).untroubled();
            let verdict = crate::verdict::Verdict::of(&peace);
            assert_eq!((verdict.allowed, verdict.over, verdict.falsely_refused), (10, 0, 0), "{link}");
            assert_eq!(crate::scenario::misfit(&peace), None);
        }
    }

    #[test]
    fn the_middle_third_is_told_in_round_numbers() {
        for (link, from, until) in [
            ("spread=40ms", "13ms", "26ms"),
            ("traffic=steady&rate=10&for=300s", "100s", "200s"),
            ("spread=1ms", "0.333ms", "0.666ms"),
            ("spread=0ms", "0.001ms", "0.002ms"),
        ] {
            let at = |text: &str| Time::START + text.parse().unwrap();
            assert_eq!(scenario(link).middle(), (at(from), at(until)), "{link}");
        }
    }
}
