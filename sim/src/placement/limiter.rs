//! A limiter as it is deployed.

use super::program::{Asker, Program};
use super::script::Script;
use super::{
    cas, deny_cache, edge, get_incr, get_set, incr, incr_expire, lease, local, lock, multi_exec, owner, read_write,
    scripts, set_nx_incr, sync,
};
use crate::redis::slot::slot;
use crate::redis::{self, Key};
use crate::rule::Rule;
use crate::scenario::{OnFailure, Reload, Scenario, Strategy};
use crate::time::{Span, Time};

/// The first user: the lessons' user 81. Others follow.
pub const USER: u32 = 81;

/// A limiter as it is deployed: the same on every server, for all requests of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limiter {
    pub(super) strategy: Strategy,
    pub(super) rule: Rule,
    pub(super) limit: i64,
    pub(super) window: Span,
    pub(super) servers: u32,
    pub(super) retries: u32,
    pub(super) lease: Span,
    sync: Span,
    pub(super) on_failure: OnFailure,
    /// What a server counts by when it falls back to itself.
    pub(super) fallback: Rule,
    /// Whether scripts that Redis does not know are loaded.
    pub(super) reloads: bool,
}

impl Limiter {
    /// The scenario's limiter.
    pub fn new(scenario: &Scenario) -> Self {
        let rule = match scenario.strategy {
            Strategy::Split => Rule::shared(scenario, scenario.servers),
            _ => Rule::of(scenario),
        };
        Self {
            strategy: scenario.strategy,
            rule,
            limit: scenario.limit.into(),
            window: Span::from_micros(scenario.window.micros_up() as u64),
            servers: scenario.servers,
            retries: scenario.retries,
            lease: scenario.lease,
            sync: scenario.sync,
            on_failure: scenario.on_failure,
            fallback: Rule::shared(scenario, scenario.servers),
            reloads: scenario.reload == Reload::Yes,
        }
    }

    /// Whether requests that are alike in all else are told apart by their numbers: in a log, and as a lock's holders.
    pub(crate) fn names_requests(&self) -> bool {
        let logs = matches!(self.rule, Rule::SlidingLog(_));
        match self.strategy {
            Strategy::Lock => true,
            Strategy::ReadWrite | Strategy::Cas => logs,
            _ => false,
        }
    }

    /// The program for one request that reaches a server at `now`, by that server's clock.
    pub fn program(&self, asker: Asker, now: Time) -> Program {
        self.program_in(self.window(now), asker, now)
    }

    /// The same, for who knows the clock-aligned window that contains `now`.
    pub(crate) fn program_in(&self, window: u64, asker: Asker, now: Time) -> Program {
        let asker = if self.names_requests() { asker } else { Asker { id: 0, ..asker } };
        let fixed = self.fixed_key(asker.user);
        let numbered = Key { part: Some(window), ..fixed };
        match self.strategy {
            Strategy::Local | Strategy::Split => Program::Local(local::Local),
            Strategy::GetSet if matches!(self.rule, Rule::FirstHit(_)) => {
                Program::GetSet(get_set::GetSet::new(fixed, now))
            }
            Strategy::GetSet => Program::GetSet(get_set::GetSet::new(numbered, now)),
            Strategy::GetIncr => Program::GetIncr(get_incr::GetIncr::new(numbered, now)),
            Strategy::Incr => Program::Incr(incr::Incr::new(numbered, now)),
            Strategy::IncrExpire => Program::Incr(incr_expire::program(fixed, now)),
            Strategy::MultiExec => Program::MultiExec(multi_exec::MultiExec::new(fixed)),
            Strategy::SetNxIncr => Program::SetNxIncr(set_nx_incr::SetNxIncr::new(fixed)),
            Strategy::ReadWrite => Program::ReadWrite(read_write::ReadWrite::new(asker, now)),
            Strategy::Cas => Program::Cas(cas::Cas::new(asker, self.retries)),
            Strategy::Lock => Program::Lock(lock::Lock::new(asker, self.retries)),
            Strategy::Script => Program::Script(Script::new(asker, 1)),
            Strategy::SyncAll | Strategy::SyncShare => Program::Synced(sync::Synced),
            Strategy::Lease => Program::Lease(lease::Lease::new(self, asker, now)),
            Strategy::Owner => Program::Owner(owner::Owner::new(asker)),
            Strategy::Edge => Program::Edge(edge::Edge::new(asker)),
            Strategy::DenyCache => Program::DenyCache(deny_cache::DenyCache::new(asker, now)),
        }
    }

    /// The key of a user's count in the clock-aligned window that contains `now`.
    pub fn key(&self, user: u32, now: Time) -> Key {
        Key { part: Some(self.window(now)), ..self.fixed_key(user) }
    }

    /// The key of all that is kept of a user at one place.
    pub(super) fn fixed_key(&self, user: u32) -> Key {
        Key { name: "rl:user", id: USER + user, part: None }
    }

    /// The clock-aligned window that contains `now`, where an earlier instant's is known: it is mostly the same one, and to
    /// find that out by multiplying is quicker than to divide.
    pub(crate) fn window_after(&self, known: u64, now: Time) -> u64 {
        let length = self.window.nanos();
        // Clocks that differ can show an earlier one.
        if now.nanos().wrapping_sub(known * length) < length { known } else { self.window(now) }
    }

    /// The clock-aligned window that contains `now`.
    pub(crate) fn window(&self, now: Time) -> u64 {
        now.window(self.window)
    }

    /// How often each server tells Redis what it has counted; none when it doesn't.
    pub(crate) fn sync_period(&self) -> Option<Span> {
        matches!(self.strategy, Strategy::SyncAll | Strategy::SyncShare).then_some(self.sync)
    }

    /// The scripts that servers load when they start.
    pub(crate) fn scripts(&self) -> Vec<redis::Script> {
        match self.strategy {
            Strategy::Script | Strategy::Lease | Strategy::Edge | Strategy::DenyCache => vec![scripts::of(&self.rule)],
            Strategy::Lock => vec![scripts::UNLOCK],
            _ => Vec::new(),
        }
    }

    /// The server in whose memory a user is counted, when the request is at `server`.
    pub fn home(&self, user: u32, server: u32) -> u32 {
        match self.strategy {
            Strategy::Owner => u32::from(slot(&self.fixed_key(user))) % self.servers,
            _ => server,
        }
    }

    /// So many servers are there now. Only owners go by that: each server's share is what it was when the limiter was set up.
    pub(crate) fn set_servers(&mut self, servers: u32) {
        if self.strategy == Strategy::Owner {
            self.servers = servers;
        }
    }

    /// Whether servers remember something of a user, so that it matters which one a request reaches.
    pub(crate) fn keeps_memory(&self) -> bool {
        matches!(
            self.strategy,
            Strategy::Local
                | Strategy::Split
                | Strategy::SyncAll
                | Strategy::SyncShare
                | Strategy::Lease
                | Strategy::Owner
                | Strategy::Edge
                | Strategy::DenyCache
        )
    }

    /// How many round trips a check takes at least that lets a request through and asks Redis.
    #[inline]
    pub fn fewest_commands(&self) -> u32 {
        match self.strategy {
            Strategy::Incr | Strategy::IncrExpire => 1,
            Strategy::Cas => 3,
            Strategy::Lock => 4,
            _ => self.most_commands(),
        }
    }

    /// The most commands that a check sends, where scripts are loaded.
    pub(crate) fn most_commands(&self) -> u32 {
        match self.strategy {
            Strategy::Local | Strategy::Split | Strategy::SyncAll | Strategy::SyncShare | Strategy::Owner => 0,
            Strategy::MultiExec
            | Strategy::SetNxIncr
            | Strategy::Script
            | Strategy::Lease
            | Strategy::Edge
            | Strategy::DenyCache => 1,
            Strategy::GetSet | Strategy::GetIncr | Strategy::Incr | Strategy::IncrExpire | Strategy::ReadWrite => 2,
            Strategy::Cas => 3 * (self.retries + 1),
            Strategy::Lock => self.retries + 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Choice;
    use crate::verdict::Verdict;

    #[test]
    fn no_check_takes_fewer_round_trips_than_its_fewest_commands() {
        for strategy in Strategy::ALL.iter().copied() {
            let scenario = Scenario { strategy, burst: 2, spread: Span::from_millis(90), ..Scenario::default() };
            let waits = Verdict::of(&scenario).added_wait_us;
            // The first request of a window sets its end, too, and nobody waits for what a lease covers.
            let wait = if matches!(strategy, Strategy::Incr | Strategy::IncrExpire) { waits.p50 } else { waits.max };
            let trips = (wait / scenario.rtt.micros_f64()).floor();
            let fewest = Limiter::new(&scenario).fewest_commands();
            if strategy != Strategy::Owner {
                assert_eq!(trips as u32, fewest, "{strategy:?}");
            }
        }
    }

    #[test]
    fn programs_of_two_requests_differ_only_where_something_names_requests() {
        for strategy in Strategy::ALL.iter().copied() {
            let limiter = Limiter::new(&Scenario { strategy, ..Scenario::default() });
            let program = |id| limiter.program(Asker { user: 0, id }, Time::START);
            assert_eq!(program(1) == program(2), strategy != Strategy::Lock, "{strategy:?}");
        }
    }

    #[test]
    fn a_check_that_may_try_again_sends_its_commands_for_each_try() {
        let most = |strategy| Limiter::new(&Scenario { strategy, retries: 2, ..Scenario::default() }).most_commands();
        // Watch, read and write, each time; a lock asked for three times, then read, write and unlock.
        assert_eq!((most(Strategy::Cas), most(Strategy::Lock)), (9, 6));
    }
}
