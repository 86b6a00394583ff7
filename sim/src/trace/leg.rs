//! Where requests and their messages are at each instant.

use super::{Kind, Trace};
use crate::run::{HOP, Loss, Request, Way};
use crate::time::{Span, Time};

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

/// A message that is under way.
struct Message {
    place: Place,
    since: Time,
    /// How long it took to where it is.
    took: Span,
    /// Whether its server no longer waits, or it was lost on its way back.
    late: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Out,
    /// It was lost on its way out, and is to be sent once more.
    Held,
    AtRedis,
    Back,
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
        // Each request's messages; more than one only where a server sent another without a reply to the first.
        let mut messages: Vec<Vec<Message>> = (0..self.numbers()).map(|_| Vec::new()).collect();
        for event in &self.events {
            let number = event.request.number as usize;
            let began = std::mem::replace(&mut last[number], event.at);
            let messages = &mut messages[number];
            let (stretch, from) = match event.kind {
                Kind::Routed => (Stretch::ToBalancer, event.at.saturating_sub(HOP)),
                Kind::Lost(Loss::AtBalancer) => (Stretch::ToBalancer, event.at.saturating_sub(HOP)),
                Kind::Reached(_) | Kind::Lost(Loss::OnTheWay) => (Stretch::ToServer, began),
                Kind::Sent(_) => {
                    messages.push(Message { place: Place::Out, since: event.at, took: Span::ZERO, late: false });
                    continue;
                }
                Kind::Queued | Kind::Refused | Kind::Dropped(Way::Out) => {
                    let to = match event.kind {
                        Kind::Queued => Place::AtRedis,
                        Kind::Refused => Place::Back,
                        _ => Place::Held,
                    };
                    match go(messages, &[Place::Out, Place::Held], to, event.at) {
                        Some(from) => (Stretch::ToRedis, from),
                        None => continue,
                    }
                }
                Kind::Executed { .. } | Kind::Reset => match go(messages, &[Place::AtRedis], Place::Back, event.at) {
                    Some(from) => (Stretch::AtRedis, from),
                    None => continue,
                },
                Kind::Received(_) | Kind::Failed | Kind::CameLate => {
                    let Some(nth) = messages.iter().position(|message| message.place == Place::Back) else { continue };
                    let message = messages.remove(nth);
                    // Of one that was lost, only the second time is shown.
                    let took = Span::from_nanos(self.scenario.rtt.nanos() / 2);
                    let again = event.at.saturating_sub(took);
                    (Stretch::FromRedis, if message.late { again.max(message.since) } else { message.since })
                }
                Kind::TimedOut | Kind::Lost(_) => {
                    // What was lost is not sent once more for nobody.
                    messages.retain(|message| message.place != Place::Held);
                    messages.iter_mut().for_each(|message| message.late = true);
                    continue;
                }
                Kind::Dropped(Way::Back) => {
                    if let Some(nth) = messages.iter().position(|message| message.place == Place::Back)
                        && std::mem::replace(&mut messages[nth].late, true)
                    {
                        messages.remove(nth);
                    }
                    continue;
                }
                Kind::Forwarded(to) => {
                    let way = &mut ways[number];
                    *way = Some((way.map_or(event.request.server, |(_, to)| to), to));
                    continue;
                }
                Kind::Handed => match ways[number] {
                    Some((from, to)) => (Stretch::Between(from, to), began),
                    None => continue,
                },
                _ => continue,
            };
            if matches!(event.kind, Kind::Refused | Kind::Reset) {
                // Nobody is told of what nobody waits for.
                messages.retain(|message| !message.late || message.place != Place::Back || message.since != event.at);
            }
            legs.push(Leg { request: event.request, stretch, from, to: event.at });
        }
        legs
    }
}

/// The first message at one of these places goes on to another. Answers when it set out from where it was.
#[inline]
fn go(messages: &mut [Message], at: &[Place], to: Place, now: Time) -> Option<Time> {
    let nth = messages.iter().position(|message| at.contains(&message.place))?;
    let message = &mut messages[nth];
    // One that was sent once more set out as long ago as it took the first time.
    let from = if message.place == Place::Held { now.saturating_sub(message.took) } else { message.since };
    let took = now - from;
    (message.place, message.since, message.took) = (to, now, took);
    Some(from)
}
