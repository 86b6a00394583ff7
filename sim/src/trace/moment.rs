//! How things stand at one instant of a run.

use super::{Kind, Trace};
use crate::fleet::{self, Standing};
use crate::placement::LOCK;
use crate::redis::{Key, Text};
use crate::run::{Breaker, HOP, Loss};
use crate::scenario::What;
use crate::time::Time;

/// What a decision comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Let through, within the limit.
    Allowed,
    /// Let through although the window's limit had been let through already.
    Over,
    /// Refused.
    Refused,
}

/// How things stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Requests that have left the user.
    pub sent: u32,
    /// Of these, those that the balancer had no server for.
    pub unserved: u32,
    /// What goes wrong with Redis.
    pub redis: Vec<What>,
    /// Each server.
    pub servers: Vec<ServerMoment>,
    /// Commands at Redis that have not run.
    pub queued: u32,
    /// The key that the last command named, and what is there now, at a glance. Locks are left out.
    pub counter: Option<(Key, Option<Text>)>,
}

/// How one server stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerMoment {
    /// Its decisions, in order.
    pub outcomes: Vec<Outcome>,
    /// Checks that have begun and not ended.
    pub checking: u32,
    /// Requests that were lost with it.
    pub lost: u32,
    /// Whether it is there.
    pub standing: Standing,
    /// How its breaker stands.
    pub breaker: Breaker,
}

impl ServerMoment {
    /// How many of its decisions were this.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.iter().filter(|one| **one == outcome).count()
    }
}

impl Trace {
    /// How things stand at `at`, everything at that instant included.
    #[inline]
    pub fn moment(&self, at: Time) -> Moment {
        let standing = fleet::standing(&self.scenario, at).into_iter();
        let servers = standing.map(|standing| ServerMoment { standing, ..ServerMoment::default() }).collect();
        let faults = self.scenario.faults.iter().filter(|fault| fault.from <= at && at < fault.until);
        let redis = faults.map(|fault| fault.what).filter(|what| what.is_redis()).collect();
        let mut moment = Moment { servers, redis, ..Moment::default() };
        // Also a playhead at the end of time has a moment.
        for event in &self.events[..self.events_by(at.saturating_add(HOP))] {
            if event.at > at {
                // Only the user is a hop ahead.
                moment.sent += u32::from(matches!(event.kind, Kind::Routed | Kind::Lost(Loss::AtBalancer)));
                continue;
            }
            let server = &mut moment.servers[event.request.server as usize];
            match &event.kind {
                Kind::Routed => moment.sent += 1,
                Kind::Reached(_) => server.checking += 1,
                Kind::Queued => moment.queued += 1,
                Kind::Executed { command, after, .. } => {
                    moment.queued -= 1;
                    if let Some(key) = command.first_key().filter(|key| key.name != LOCK) {
                        moment.counter = Some((*key, after.clone()));
                    }
                }
                Kind::Decided { outcome, .. } => {
                    server.checking -= 1;
                    server.outcomes.push(*outcome);
                }
                Kind::Reset => moment.queued -= 1,
                Kind::Lost(Loss::AtBalancer) => {
                    moment.sent += 1;
                    moment.unserved += 1;
                }
                Kind::Lost(loss) => {
                    server.lost += 1;
                    server.checking -= u32::from(matches!(loss, Loss::Checking(_)));
                }
                Kind::Breaker(state) => server.breaker = *state,
                // It begins anew.
                Kind::Server(_) => server.breaker = Breaker::Closed,
                _ => {}
            }
        }
        moment
    }
}
