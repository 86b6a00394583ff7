//! The race: the part of a run that explains what became of one request.

use super::{Event, Kind, Outcome, Trace};
use crate::time::Time;

/// How much of what went on around a request is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What explains it, and the nearest others: at most [`FEW`] requests.
    Few,
    /// All requests that were being checked while it was, but at most [`MANY`].
    All,
}

/// The most requests of [`Extent::Few`].
pub const FEW: usize = 4;
/// The most requests of [`Extent::All`].
pub const MANY: usize = 40;

/// The most overtakers of [`Extent::Few`].
const OVERTAKERS: usize = 2;

/// A request among those that it met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The request that this is about, by its number.
    pub request: u32,
    /// The requests that are shown, itself among them, in the order in which they came to be counted.
    pub shown: Vec<u32>,
    /// How many others were being checked while it was, and are not shown.
    pub left_out: usize,
    /// The instants of its steps: see [`Trace::steps`].
    pub stops: Vec<Time>,
}

/// What there is to know of each request.
#[derive(Clone, Copy)]
struct Part {
    server: u32,
    reached: Time,
    /// When its first command ran, or when it was decided without one.
    counted: Time,
    asked: bool,
    decided: Time,
    outcome: Outcome,
}

impl Trace {
    /// The request that says most about the run: the first over the limit, else the first refused, else the last decided.
    #[inline]
    pub fn telling(&self) -> u32 {
        let with = |wanted| self.events.iter().find(|event| event.outcome() == Some(wanted));
        let last = || self.events.iter().rfind(|event| event.outcome().is_some());
        let telling = with(Outcome::Over).or_else(|| with(Outcome::Refused)).or_else(last);
        telling.map_or(0, |event| event.request.number)
    }

    /// What explains the outcome of a request of this run, one that [`Scenario::requests`](crate::scenario::Scenario::requests) counts.
    #[inline]
    pub fn race(&self, request: u32, extent: Extent) -> Race {
        let parts = self.parts();
        let order = self.order(|_| true);
        let own = parts[request as usize];
        // One that was lost came to nothing: it stands after all others.
        let place = order.iter().position(|one| *one == request).unwrap_or(order.len());
        let under_way = |part: &Part| part.reached <= own.decided && part.decided >= own.reached;
        let met = parts.iter().filter(|part| under_way(part)).count();

        let mut picked = Picked::new(request, &order);
        match extent {
            Extent::All => {
                let near = |one: u32| under_way(&parts[one as usize]);
                picked.around(place, near, MANY);
            }
            Extent::Few => {
                let part = |one: u32| parts[one as usize];
                if own.asked {
                    // Whoever made its read stale, before those who wrote the same or later.
                    let stale = self.stale_reads().into_iter().find(|one| one.request.number == request);
                    stale.into_iter().for_each(|one| picked.add(one.by.number));
                    let overtook = |event: &Event| {
                        let writes = matches!(&event.kind, Kind::Executed { command, .. } if command.writes_value());
                        writes && own.counted < event.at && event.at < own.decided
                    };
                    for one in self.order(overtook) {
                        if picked.requests.len() <= OVERTAKERS {
                            picked.add(one);
                        }
                    }
                } else {
                    // Servers that can't see each other: what others let through before, its own server's last, and
                    // what another lets through after it.
                    let elsewhere = |one: u32| part(one).server != own.server && part(one).outcome != Outcome::Refused;
                    picked.nearest(order[..place].iter().rev(), elsewhere);
                    picked.nearest(order.iter().skip(place + 1), elsewhere);
                    picked.nearest(order[..place].iter().rev(), |one| part(one).server == own.server);
                }
                picked.around(place, |_| true, FEW);
            }
        }
        let mut shown: Vec<u32> = order.iter().copied().filter(|one| picked.requests.contains(one)).collect();
        if !shown.contains(&request) {
            shown.push(request);
        }
        let shown_met = shown.iter().filter(|one| under_way(&parts[**one as usize])).count();
        let mut stops: Vec<Time> = self.steps(&shown).into_iter().map(|nth| self.events[nth].at).collect();
        stops.dedup();
        Race { request, shown, left_out: met - shown_met, stops }
    }

    /// The numbers of the events of these requests at which it pays to stop: a command runs, or its server has the reply and
    /// goes on, by its next command or by deciding.
    #[inline]
    pub fn steps(&self, shown: &[u32]) -> Vec<usize> {
        let has_reply = |nth: usize| {
            // What a server does with a reply follows it at once.
            nth.checked_sub(1).is_some_and(|before| matches!(self.events[before].kind, Kind::Received(_)))
        };
        let pays = |nth: &usize| match self.events[*nth].kind {
            Kind::Executed { .. } | Kind::Decided { .. } => true,
            Kind::Sent(_) => has_reply(*nth),
            Kind::Forwarded(_) | Kind::Handed | Kind::Waits(_) => true,
            Kind::Failed | Kind::TimedOut | Kind::Skipped | Kind::Lost(_) => true,
            _ => false,
        };
        let of_these = |nth: &usize| shown.contains(&self.events[*nth].request.number);
        (0..self.events.len()).filter(of_these).filter(pays).collect()
    }

    /// The requests in the order in which they came to be counted: a first command ran, or a decision fell. Only such
    /// events count as are wanted.
    #[inline]
    fn order(&self, wanted: impl Fn(&Event) -> bool) -> Vec<u32> {
        let mut order = Vec::new();
        let mut known = vec![false; self.numbers()];
        for event in &self.events {
            let counts = matches!(event.kind, Kind::Executed { .. } | Kind::Decided { .. }) && wanted(event);
            if counts && !std::mem::replace(&mut known[event.request.number as usize], true) {
                order.push(event.request.number);
            }
        }
        order
    }

    #[inline]
    fn parts(&self) -> Vec<Part> {
        let none = Part {
            server: 0,
            reached: Time::START,
            counted: Time::START,
            asked: false,
            decided: Time::START,
            outcome: Outcome::Refused,
        };
        let mut parts = vec![none; self.numbers()];
        for event in &self.events {
            let part = &mut parts[event.request.number as usize];
            match &event.kind {
                Kind::Reached(_) => {
                    *part = Part { server: event.request.server, reached: event.at, decided: self.end(), ..none };
                }
                Kind::Executed { .. } if !part.asked => (part.asked, part.counted) = (true, event.at),
                Kind::Decided { outcome, .. } => {
                    (part.decided, part.outcome) = (event.at, *outcome);
                    if !part.asked {
                        part.counted = event.at;
                    }
                }
                Kind::Lost(_) => part.decided = event.at,
                _ => {}
            }
        }
        parts
    }
}

/// The requests that were picked so far.
struct Picked<'a> {
    requests: Vec<u32>,
    order: &'a [u32],
}

impl<'a> Picked<'a> {
    #[inline]
    fn new(request: u32, order: &'a [u32]) -> Self {
        Self { requests: vec![request], order }
    }

    #[inline]
    fn add(&mut self, request: u32) {
        if !self.requests.contains(&request) {
            self.requests.push(request);
        }
    }

    /// Picks the first that will do and is not picked yet.
    #[inline]
    fn nearest<'b>(&mut self, mut among: impl Iterator<Item = &'b u32>, wanted: impl Fn(u32) -> bool) {
        let found = among.find(|one| wanted(**one) && !self.requests.contains(one));
        self.requests.extend(found);
    }

    /// Picks from both sides of a place until there are `most`.
    #[inline]
    fn around(&mut self, place: usize, wanted: impl Fn(u32) -> bool, most: usize) {
        for distance in 1..self.order.len() {
            let before = place.checked_sub(distance).and_then(|nth| self.order.get(nth));
            for one in [before, self.order.get(place + distance)].into_iter().flatten() {
                if self.requests.len() < most && wanted(*one) {
                    self.add(*one);
                }
            }
        }
    }
}
