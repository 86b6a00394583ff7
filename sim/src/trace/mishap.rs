//! What is lost where something goes wrong.

use super::{Event, Kind, Trace};
use crate::redis::{Command, RedisError, Reply};
use crate::run::Request;
use crate::scenario::{Fault, Scenario, Strategy, What};
use crate::time::Time;

/// A key that was created and has no end: the command that was to set it never ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The request that created it.
    pub request: Request,
    /// When it did.
    pub at: Time,
    /// Whether its server stopped before it had sent the other command, or before that reached Redis.
    pub stopped: bool,
    /// When the key was removed after all, if it was.
    pub removed: Option<Time>,
}

impl Trace {
    /// How many changes of values a replica has not heard of that takes over at a fault's end.
    #[inline]
    pub fn forgotten(&self, fault: Fault) -> u32 {
        let (mut behind, mut forgotten) = (false, 0);
        for event in &self.events {
            match &event.kind {
                Kind::Fault(one, begins) if *one == fault => behind = *begins,
                Kind::Executed { before, after, .. } if behind && before != after => forgotten += 1,
                _ => {}
            }
        }
        forgotten
    }

    /// How many commands had run by an instant, that instant left out.
    #[inline]
    pub fn ran_before(&self, at: Time) -> usize {
        let before = self.events.iter().take_while(|event| event.at < at);
        before.filter(|event| matches!(event.kind, Kind::Executed { .. })).count()
    }

    /// How many calls of scripts Redis did not know.
    #[inline]
    pub fn unknown_scripts(&self) -> usize {
        let unknown = |kind: &Kind| matches!(kind, Kind::Executed { reply: Reply::Error(RedisError::NoScript), .. });
        self.events.iter().filter(|event| unknown(&event.kind)).count()
    }

    /// How many requests were lost with a server between two instants, both included.
    #[inline]
    pub fn lost_with(&self, server: u32, from: Time, until: Time) -> usize {
        let lost = self.events.iter().filter(|event| matches!(event.kind, Kind::Lost(_)));
        lost.filter(|event| event.request.server == server && from <= event.at && event.at <= until).count()
    }

    /// Whether a fault begins before all is decided.
    #[inline]
    pub fn meets(&self, fault: Fault) -> bool {
        let decided = |kind: &Kind| matches!(kind, Kind::Decided { .. } | Kind::Lost(_));
        self.events.iter().rev().find(|event| decided(&event.kind)).is_some_and(|last| fault.from <= last.at)
    }

    /// The first key that was left without an end, where one command counts and another sets the end of a key that is always
    /// the same.
    #[inline]
    pub fn stuck_key(&self) -> Option<Stuck> {
        let Scenario { strategy, faults, .. } = self.scenario;
        if strategy != Strategy::IncrExpire {
            return None;
        }
        let created =
            |kind: &Kind| matches!(kind, Kind::Executed { command: Command::Incr(_), reply: Reply::Integer(1), .. });
        let ended =
            |kind: &Kind| matches!(kind, Kind::Executed { command: Command::Expire(..) | Command::PExpire(..), .. });
        let later = |nth: usize, wanted: &dyn Fn(&Kind) -> bool| {
            let own = |other: &&Event| other.request.number == self.events[nth].request.number;
            self.events[nth..].iter().filter(own).any(|event| wanted(&event.kind))
        };
        let nth = (0..self.events.len()).find(|nth| created(&self.events[*nth].kind) && !later(*nth, &ended))?;
        let (event, stopped) = (&self.events[nth], later(nth, &|kind| matches!(kind, Kind::Lost(_))));
        let removes = |what| matches!(what, What::Flush | What::Delete | What::Evict);
        let removed = faults.iter().find(|fault| removes(fault.what) && fault.from > event.at);
        Some(Stuck { request: event.request, at: event.at, stopped, removed: removed.map(|fault| fault.from) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(link: &str) -> Trace {
        Trace::of(&link.parse::<crate::scenario::Link>().unwrap_or_else(|problems| panic!("{problems:?}")).scenario)
    }

    fn at(millis: u64) -> Time {
        Time::from_nanos(millis * 1_000_000)
    }

    #[test]
    fn what_a_replica_has_not_heard_of_is_counted() {
        let trace = trace("strategy=incr&arrivals=even&redis=failover@10ms..20ms");
        let fault = trace.scenario().faults.iter().next().unwrap();
        assert_eq!(trace.forgotten(fault), 10, "one request a millisecond");
        assert_eq!(trace.ran_before(at(0)), 0);
        assert!(trace.meets(fault) && !trace.meets(Fault { from: at(900), until: at(900), what: What::Flush }));
    }

    #[test]
    fn a_server_that_stops_between_incr_and_expire_leaves_a_key_without_an_end() {
        let base = "strategy=incr-expire&servers=1&burst=5&limit=3&arrivals=even";
        let first = trace(base);
        assert_eq!(first.stuck_key(), None);
        let ran = first.events().iter().find(|event| matches!(event.kind, Kind::Executed { .. })).unwrap().at;
        let crash = format!("{base}&crash=s1@{}us", ran.nanos() / 1000 + 100);
        let stuck = trace(&crash).stuck_key().unwrap();
        assert_eq!((stuck.request.number, stuck.stopped, stuck.removed), (0, true, None));
        let removed = trace(&format!("{crash}&redis=delete@30ms")).stuck_key().unwrap().removed;
        assert_eq!(removed, Some(at(30)));
        assert_eq!(trace(&crash).lost_with(0, at(0), at(100)) as u32, trace(&crash).verdict().lost);
    }

    #[test]
    fn scripts_that_are_gone_are_counted() {
        assert_eq!(trace("strategy=script").unknown_scripts(), 0);
        assert!(trace("strategy=script&redis=down@10ms..12ms").unknown_scripts() > 0);
    }
}
