//! How things stand at one instant of a run.

use super::{Kind, Trace};
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
    /// The key that the last command named, and the string at it now.
    pub counter: Option<(Key, Option<Text>)>,
    /// Which of the user's requests have been let through in the window of the last one to reach a server.
    pub allowed_in_window: u32,
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
    pub fn moment(&self, at: Time) -> Moment {
        let servers = vec![ServerMoment::default(); self.scenario.servers as usize];
        let mut moment = Moment { servers, ..Moment::default() };
        let mut window = 0;
        let mut windows = vec![0; self.scenario.burst as usize];
        // Also a playhead at the end of time has a moment.
        let a_hop_later = Time::from_nanos(at.nanos().saturating_add(HOP.nanos()));
        for event in &self.events[..self.events_by(a_hop_later)] {
            if event.at > at {
                // Only the user is a hop ahead.
                moment.sent += u32::from(event.kind == Kind::Routed);
                continue;
            }
            let server = &mut moment.servers[event.request.server as usize];
            match &event.kind {
                Kind::Routed => moment.sent += 1,
                Kind::Reached(number) => {
                    server.checking += 1;
                    if *number != window {
                        (window, moment.allowed_in_window) = (*number, 0);
                    }
                    windows[event.request.number as usize] = *number;
                }
                Kind::Queued => moment.queued += 1,
                Kind::Executed { command, after, .. } => {
                    moment.queued -= 1;
                    if let Some(key) = command.keys().first() {
                        moment.counter = Some((*key, after.clone()));
                    }
                }
                Kind::Decided { outcome, .. } => {
                    server.checking -= 1;
                    server.outcomes.push(*outcome);
                    let current = windows[event.request.number as usize] == window;
                    moment.allowed_in_window += u32::from(current && *outcome != Outcome::Refused);
                }
                Kind::Sent(_) | Kind::Received(_) => {}
            }
        }
        moment
    }
}
