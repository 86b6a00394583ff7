//! What becomes of the requests that come during some time.

use super::{Keeps, Kind, Outcome, Trace, Waiting};
use crate::run::Loss;
use crate::scenario::Scenario;
use crate::time::{Span, Time};
use crate::verdict::Wait;

/// What becomes of the requests that reach their servers during some time, whenever they are decided.
#[derive(Clone, Debug, PartialEq)]
pub struct During {
    /// How many are let through.
    pub through: u32,
    /// How many of these beyond what an exact limiter lets through.
    pub over: u32,
    /// How many are refused.
    pub refused: u32,
    /// How many are let through without an answer from Redis.
    pub unchecked: u32,
    /// How many are refused because there was none.
    pub unheard: u32,
    /// How many are lost with their servers.
    pub lost: u32,
    /// How long they wait for the limiter.
    pub wait: Wait,
    /// How many wait at once, in that time.
    pub waiting: Waiting,
}

impl Trace {
    /// What becomes of the requests that reach their servers from an instant until just before another.
    #[inline]
    pub fn during(&self, from: Time, until: Time) -> During {
        let waiting = self.waiting(from, until);
        let mut during = During {
            through: 0,
            over: 0,
            refused: 0,
            unchecked: 0,
            unheard: 0,
            lost: 0,
            wait: Wait::of(&mut []),
            waiting,
        };
        let mut waits: Vec<Span> = Vec::new();
        // When each of them came; none for those who came before or after.
        let mut came: Vec<Option<Time>> = vec![None; self.scenario.requests() as usize];
        for event in &self.events {
            let Some(place) = came.get_mut(event.request.number as usize) else { continue };
            match &event.kind {
                Kind::Reached(_) => *place = (from <= event.at && event.at < until).then_some(event.at),
                Kind::Decided { decision, outcome } => {
                    let Some(reached) = *place else { continue };
                    waits.push(event.at - reached);
                    let alone = u32::from(decision.comparison.is_fallback());
                    if *outcome == Outcome::Refused {
                        during.refused += 1;
                        during.unheard += alone;
                    } else {
                        during.through += 1;
                        during.over += u32::from(*outcome == Outcome::Over);
                        during.unchecked += alone;
                    }
                }
                Kind::Lost(Loss::Checking(_)) => during.lost += u32::from(place.is_some()),
                _ => {}
            }
        }
        during.wait = Wait::of(&mut waits);
        during
    }

    /// The trace of a run in which nothing is kept but when checks begin, what they come to and what goes wrong: enough for
    /// numbers and curves, at a fraction of the room.
    pub fn of_decisions(scenario: &Scenario) -> Self {
        Self::keeping(Keeps::Decisions, scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Link;

    fn scenario(link: &str) -> Scenario {
        link.parse::<Link>().unwrap_or_else(|problems| panic!("{problems:?}")).scenario
    }

    const OUTAGE: &str = "strategy=incr&traffic=steady&rate=400&for=3s&limit=100&redis=silent@1s..2s&timeout=10ms\
        &on-failure=local&crash=s1@1500ms&breaker=5";

    #[test]
    fn a_trace_of_decisions_comes_to_the_same_as_one_of_everything() {
        for link in [OUTAGE, "strategy=script&rule=token-bucket&users=3&retry=1&timeout=1ms&redis=slow@10ms..20msx500"]
        {
            let scenario = scenario(link);
            let (whole, brief) = (Trace::of(&scenario), Trace::of_decisions(&scenario));
            assert_eq!(whole.verdict(), brief.verdict(), "{link}");
            let (from, until) = (Time::START + Span::from_millis(10), Time::START + Span::from_millis(1500));
            assert_eq!(whole.during(from, until), brief.during(from, until), "{link}");
            assert!(brief.events().len() < whole.events().len(), "{link}");
        }
    }

    #[test]
    fn whoever_comes_is_counted_once_in_the_time_in_which_he_comes() {
        let trace = Trace::of_decisions(&scenario(OUTAGE));
        let at = |millis| Time::START + Span::from_millis(millis);
        let parts = [(0, 1000), (1000, 2000), (2000, 100_000)].map(|(from, until)| trace.during(at(from), at(until)));
        let sum = |of: fn(&During) -> u32| parts.iter().map(of).sum::<u32>();
        let verdict = trace.verdict();
        assert_eq!(sum(|one| one.through), verdict.allowed);
        assert_eq!(sum(|one| one.refused), verdict.refused);
        assert_eq!(sum(|one| one.over), verdict.over);
        assert_eq!(sum(|one| one.unchecked), verdict.failures.let_through);
        assert_eq!(sum(|one| one.unheard), verdict.failures.refused);
        let outage = &parts[1];
        assert_eq!(outage.waiting.came, outage.through + outage.refused + outage.lost);
        assert_eq!(outage.wait.max, 10_000.0, "the timeout");
    }

    #[test]
    fn who_waits_already_when_an_outage_begins_did_not_come_in_it() {
        let trace = Trace::of_decisions(&scenario("strategy=incr&arrivals=even&spread=40ms&redis=down@10ms..30ms"));
        let at = |millis| Time::START + Span::from_millis(millis);
        let waiting = trace.during(at(10), at(30)).waiting;
        // One comes each millisecond, and waits for two.
        assert_eq!((waiting.came, waiting.before), (20, 2));
        assert_eq!(trace.during(at(0), at(30)).waiting.before, 0);
    }
}
