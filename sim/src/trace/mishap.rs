//! What is lost where something goes wrong.

use super::{Event, Kind, Trace};
use crate::placement::USER;
use crate::redis::{Command, Key, RedisError, Reply};
use crate::run::{Loss, Request};
use crate::scenario::{Fault, Strategy, What};
use crate::time::Time;

/// A key that was created and has no end: the command that was to set it never ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The request that created it.
    pub request: Request,
    /// When it did.
    pub at: Time,
    /// The key.
    pub key: Key,
    /// Whether its server stopped before it had sent the other command, or before that reached Redis.
    pub stopped: bool,
    /// When the key was removed after all, if it was.
    pub removed: Option<Time>,
}

impl Stuck {
    /// Whether its window's number is in its name, so that nobody meets it once that window is over.
    #[inline]
    pub fn is_numbered(&self) -> bool {
        self.key.part.is_some()
    }

    /// Whether it is the key that is deleted by hand: the first user's.
    #[inline]
    pub fn is_first_users(&self) -> bool {
        self.key.id == USER
    }
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
        let with = |kind: &Kind| matches!(kind, Kind::Lost(Loss::OnTheWay | Loss::Checking(_)));
        let lost = self.events.iter().filter(|event| with(&event.kind));
        lost.filter(|event| event.request.server == server && from <= event.at && event.at <= until).count()
    }

    /// How many requests were lost because no server was there for them.
    #[inline]
    pub fn lost_at_balancer(&self) -> usize {
        self.events.iter().filter(|event| matches!(event.kind, Kind::Lost(Loss::AtBalancer))).count()
    }

    /// Whether a fault begins before all is decided.
    #[inline]
    pub fn meets(&self, fault: Fault) -> bool {
        let decided = |kind: &Kind| matches!(kind, Kind::Decided { .. } | Kind::Lost(_));
        self.events.iter().rev().find(|event| decided(&event.kind)).is_some_and(|last| fault.from <= last.at)
    }

    /// The first key that was left without an end, where one command counts and another sets the end.
    #[inline]
    pub fn stuck_key(&self) -> Option<Stuck> {
        if !matches!(self.scenario.strategy, Strategy::Incr | Strategy::IncrExpire) {
            return None;
        }
        let ended = |kind: &Kind| matches!(kind.ran(), Some(Command::Expire(..) | Command::PExpire(..)));
        let later = |nth: usize, wanted: &dyn Fn(&Kind) -> bool| {
            let own = |other: &&Event| other.request.number == self.events[nth].request.number;
            self.events[nth..].iter().filter(own).any(|event| wanted(&event.kind))
        };
        let creates = |nth: &usize| self.events[*nth].kind.creates().is_some() && !later(*nth, &ended);
        let nth = (0..self.events.len()).find(creates)?;
        let event = &self.events[nth];
        // Its server may have stopped while the first command was on its way.
        let stops = |other: &Event| other.request == event.request && matches!(other.kind, Kind::Lost(_));
        let stopped = self.events.iter().any(stops);
        let key = event.kind.creates()?;
        Some(Stuck { request: event.request, at: event.at, key, stopped, removed: self.removed(nth, key) })
    }

    /// When a key was removed that an event has created, if it was.
    #[inline]
    fn removed(&self, nth: usize, key: Key) -> Option<Time> {
        let after = &self.events[nth + 1..];
        let begins = |fault| after.iter().any(|other| other.kind == Kind::Fault(fault, true));
        let mut evicted = None;
        for event in after {
            match &event.kind {
                Kind::Fault(Fault { what: What::Flush, .. }, true) => return Some(event.at),
                Kind::Fault(Fault { what: What::Delete, .. }, true) if key.id == USER => return Some(event.at),
                // What takes over had its keys copied before this one was there.
                Kind::Fault(fault, false) if fault.what == What::Failover && !begins(*fault) => return Some(event.at),
                // Which keys went is seen once somebody begins anew.
                Kind::Fault(Fault { what: What::Evict, .. }, true) => evicted = Some(event.at),
                kind if kind.creates() == Some(key) => return Some(evicted.unwrap_or(event.at)),
                _ => {}
            }
        }
        None
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
        assert!(!stuck.is_numbered() && stuck.is_first_users());
        let failed_over = trace(&format!("{crash}&redis=failover@0ms..20ms")).stuck_key().unwrap().removed;
        assert_eq!(failed_over, Some(at(20)), "the replica had not heard of it");
        assert_eq!(trace(&format!("{crash}&redis=failover@20ms..30ms")).stuck_key().unwrap().removed, None);
    }

    #[test]
    fn only_the_first_users_key_is_deleted_by_hand_and_an_evicted_one_is_gone_once_it_begins_anew() {
        let base = "strategy=incr-expire&servers=2&users=2&burst=200&spread=200ms&limit=3&arrivals=even&crash=s1@3ms";
        let of = |link: &str| trace(&link.replace("s1@3ms", "s1@4ms")).stuck_key().or(trace(link).stuck_key());
        let stuck = of(base).unwrap();
        let deleted = of(&format!("{base}&redis=delete@30ms")).unwrap();
        assert_eq!(deleted.removed.is_some(), stuck.is_first_users());
        assert_eq!(of(&format!("{base}&redis=flush@30ms")).unwrap().removed, Some(at(30)));
        let evicted = trace(&format!("{base}&redis=evict@30ms"));
        let anew = |event: &Event| event.at > at(30) && event.kind.creates().is_some();
        let removed = evicted.stuck_key().map(|stuck| (stuck.key, stuck.removed));
        let begun = evicted.events().iter().find(|event| anew(event)).and_then(|event| event.kind.creates());
        let begun = begun.expect("half of two keys is gone");
        assert!(removed.is_some_and(|(key, removed)| removed == (key == begun).then_some(at(30))), "{removed:?}");
    }

    #[test]
    fn a_stuck_key_that_is_numbered_by_its_window_is_told_as_such() {
        let base = "strategy=incr&servers=1&burst=5&limit=3&arrivals=even";
        let ran = trace(base).events().iter().find(|event| matches!(event.kind, Kind::Executed { .. })).unwrap().at;
        let stuck = trace(&format!("{base}&crash=s1@{}us", ran.nanos() / 1000 + 100)).stuck_key().unwrap();
        assert!(stuck.stopped && stuck.is_numbered());
    }

    #[test]
    fn what_finds_no_server_is_not_lost_with_one() {
        let trace = trace("strategy=incr&servers=1&crash=s1@5ms..500ms");
        let (with, without) = (trace.lost_with(0, at(0), at(500)), trace.lost_at_balancer());
        assert_eq!((with + without, trace.verdict().lost), (40, 40));
        assert_eq!((with, without), (4, 36));
    }

    #[test]
    fn scripts_that_are_gone_are_counted() {
        assert_eq!(trace("strategy=script").unknown_scripts(), 0);
        assert!(trace("strategy=script&redis=down@10ms..12ms").unknown_scripts() > 0);
    }
}
