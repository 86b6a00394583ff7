//! Where requests and their messages are at each instant.

use super::{Kind, Trace};
use crate::run::{HOP, Request};
use crate::time::Time;

/// One stretch of a request's way, in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Whose way.
    pub request: Request,
    /// Which stretch.
    pub stretch: Stretch,
    /// When it begins.
    pub from: Time,
    /// When it ends.
    pub to: Time,
}

/// The stretches of a request's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// From the user to the balancer.
    ToBalancer,
    /// From the balancer to the server.
    ToServer,
    /// A command on its way to Redis.
    ToRedis,
    /// The command, waiting for its turn or in service.
    AtRedis,
    /// The reply on its way back.
    FromRedis,
    /// From one server to another, by their numbers.
    Between(u32, u32),
}

impl Leg {
    /// How much of the stretch is behind at `at`, from 0 to 1; none when it is not under way then. For pictures only.
    pub fn progress(&self, at: Time) -> Option<f64> {
        let under_way = self.from <= at && at < self.to;
        under_way.then(|| (at - self.from).nanos() as f64 / (self.to - self.from).nanos() as f64)
    }
}

impl Trace {
    /// All legs, in the order in which they end.
    #[inline]
    pub fn legs(&self) -> Vec<Leg> {
        let mut legs = Vec::new();
        // For each request, when its last event was.
        let mut last = vec![Time::START; self.numbers()];
        // For each request that was forwarded, whence and where to.
        let mut ways = vec![None; self.numbers()];
        for event in &self.events {
            let began = std::mem::replace(&mut last[event.request.number as usize], event.at);
            let (stretch, from) = match event.kind {
                Kind::Routed => (Stretch::ToBalancer, event.at.saturating_sub(HOP)),
                Kind::Reached(_) => (Stretch::ToServer, began),
                Kind::Queued => (Stretch::ToRedis, began),
                Kind::Executed { .. } => (Stretch::AtRedis, began),
                Kind::Received(_) => (Stretch::FromRedis, began),
                Kind::Forwarded(to) => {
                    let way = &mut ways[event.request.number as usize];
                    *way = Some((way.map_or(event.request.server, |(_, to)| to), to));
                    continue;
                }
                Kind::Handed => match ways[event.request.number as usize] {
                    Some((from, to)) => (Stretch::Between(from, to), began),
                    None => continue,
                },
                Kind::Sent(_) | Kind::Waits(_) | Kind::Decided { .. } => continue,
            };
            legs.push(Leg { request: event.request, stretch, from, to: event.at });
        }
        legs
    }
}
