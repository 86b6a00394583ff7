//! How things stand at one instant of a run.

use super::{Kind, Trace};
use crate::placement::LOCK;
use crate::redis::{Key, Text};
use crate::run::HOP;
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
        let servers = vec![ServerMoment::default(); self.scenario.servers as usize];
        let mut moment = Moment { servers, ..Moment::default() };
        // Also a playhead at the end of time has a moment.
        for event in &self.events[..self.events_by(at.saturating_add(HOP))] {
            if event.at > at {
                // Only the user is a hop ahead.
                moment.sent += u32::from(event.kind == Kind::Routed);
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
                Kind::Sent(_) | Kind::Received(_) | Kind::Forwarded(_) | Kind::Handed | Kind::Waits(_) => {}
            }
        }
        moment
    }
}
