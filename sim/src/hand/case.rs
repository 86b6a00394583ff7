//! What is played: a limiter, its servers and its requests, and what else can happen.

use std::ops::RangeInclusive;

use crate::placement::Limiter;
use crate::run::Request;
use crate::scenario::{Arrivals, Balancer, Jitter, Scenario, Traffic, misfit};
use crate::time::{Span, Time};

/// What can happen besides requests' steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Events {
    /// The window may end, once.
    pub window_ends: bool,
    /// A server may crash, one in an order.
    pub crashes: bool,
}

/// A limiter, servers and requests whose orders are played or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// With what is of no account here (when requests are sent, round trips, chance) always the same.
    scenario: Scenario,
    events: Events,
}

/// What a choice's number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// This request's next step, from 0.
    Request(u32),
    /// The end of the window.
    WindowEnds,
    /// The crash of this server, from 0.
    Crash(u32),
    /// This server, from 0, tells Redis what it has counted.
    Sync(u32),
}

impl Case {
    /// Allowed numbers of requests: with [`Scenario::SERVERS`] servers, each choice has a number below 256.
    pub const REQUESTS: RangeInclusive<u32> = 1..=100;

    /// The scenario's limiter, servers and burst. None when the burst is not in [`Self::REQUESTS`], the servers not in
    /// [`Scenario::SERVERS`], the window not in [`Scenario::WINDOW`], or the rule does not go with the strategy.
    #[inline]
    pub fn of(scenario: &Scenario, events: Events) -> Option<Self> {
        let Scenario { servers, burst, window, .. } = *scenario;
        let fits = Self::REQUESTS.contains(&burst)
            && Scenario::SERVERS.contains(&servers)
            && Scenario::WINDOW.contains(&window)
            && misfit(scenario).is_none();
        let scenario = Scenario {
            traffic: Traffic::Burst,
            users: 1,
            nodes: 1,
            phase: Span::ZERO,
            // What its limit is in a window, a bucket holds, and gets back in a window.
            capacity: None,
            refill: None,
            window: Span::from_micros(window.micros_up() as u64),
            spread: Span::ZERO,
            arrivals: Arrivals::Even,
            rtt: Span::from_millis(1),
            jitter: Jitter::None,
            balancer: Balancer::RoundRobin,
            work: Span::ZERO,
            seed: 0,
            ..*scenario
        };
        fits.then_some(Self { scenario, events })
    }

    /// The scenario, with what is of no account here always the same: all requests are sent at once and dealt in turn.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What can happen besides requests' steps.
    pub fn events(&self) -> Events {
        self.events
    }

    /// Whether servers tell Redis what they have counted: each can, once in an order.
    pub fn syncs(&self) -> bool {
        Limiter::new(&self.scenario).sync_period().is_some()
    }

    /// How many requests there are.
    pub fn requests(&self) -> u32 {
        self.scenario.burst
    }

    /// How many servers there are.
    pub fn servers(&self) -> u32 {
        self.scenario.servers
    }

    /// A request, by its number from 0, with the server that it goes to.
    pub fn request(&self, number: u32) -> Request {
        Request { number, server: number % self.scenario.servers }
    }

    /// What a choice's number stands for; none when it stands for nothing in this case.
    pub fn pick(&self, choice: u8) -> Option<Pick> {
        let number = u32::from(choice).checked_sub(1)?;
        let requests = self.requests();
        if number < requests {
            return Some(Pick::Request(number));
        }
        match (number - requests).checked_sub(1) {
            None => self.events.window_ends.then_some(Pick::WindowEnds),
            Some(server) if server < self.servers() => self.events.crashes.then_some(Pick::Crash(server)),
            Some(server) => {
                (self.syncs() && server < 2 * self.servers()).then_some(Pick::Sync(server - self.servers()))
            }
        }
    }

    /// The choice's number that stands for this.
    pub fn number(&self, pick: Pick) -> u8 {
        let number = match pick {
            Pick::Request(request) => request + 1,
            Pick::WindowEnds => self.requests() + 1,
            Pick::Crash(server) => self.requests() + 2 + server,
            Pick::Sync(server) => self.requests() + 2 + self.servers() + server,
        };
        number as u8
    }

    /// All numbers that a choice can have in this case, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u8> {
        let last = self.number(Pick::Sync(self.servers() - 1));
        (1..=last).filter(|choice| self.pick(*choice).is_some())
    }

    /// The clock of all servers, and of Redis: the start of the first window, or of the one after it.
    pub(crate) fn now(&self, ended: bool) -> Time {
        if ended { Time::START + self.scenario.window } else { Time::START }
    }
}
