//! What stood around an event: what its request could not see, and how many had passed.

use super::{Event, Kind, Outcome, Trace};
use crate::redis::{Command, Key, Text};
use crate::run::Request;
use crate::scenario::{Scenario, Strategy};

/// How things stood just before an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// How many requests the window of the event's request had let through.
    pub passed: u32,
    /// The string at the key of the event's command; none for a missing key, or without a command.
    pub value: Option<Text>,
    /// Another request whose write to that key was on its way, and the write: the one that was sent first.
    pub writing: Option<(Request, Command)>,
    /// Another request that had read that value of the key, may pass by it and had not sent its write: the first reader.
    pub reading: Option<Request>,
    /// How many servers would still have let a request of that window through by their own count; 0 where the count is
    /// shared.
    pub room: u32,
}

impl Event {
    /// How many counts a write of this event's has lost: it put a number there that is not above the one before it.
    pub fn lost_counts(&self) -> u64 {
        let integer = |text: &Option<Text>| text.as_ref().map_or(Some(0), Text::integer);
        let Kind::Executed { command: Command::Set(..), before, after, .. } = &self.kind else { return 0 };
        let (Some(before), Some(after)) = (integer(before), integer(after)) else { return 0 };
        u64::try_from(before.saturating_sub(after).saturating_add(1)).unwrap_or(0)
    }
}

impl Trace {
    /// What the request of an event had read last, before it; none when it had not read. A missing key is no text.
    pub fn read_before(&self, event: &Event) -> Option<Option<Text>> {
        let earlier = self.events[..self.events_by(event.at)].iter().rev();
        earlier.filter(|one| one.request == event.request).find_map(|one| match &one.kind {
            Kind::Executed { command: Command::Get(_), before, .. } => Some(before.clone()),
            _ => None,
        })
    }

    /// How things stood before each of these events. Their numbers are in ascending order.
    pub fn circumstances(&self, of: &[usize]) -> Vec<Circumstances> {
        let mut past = Past::new(&self.scenario);
        let mut told = 0;
        let circumstances = of.iter().map(|nth| {
            self.events[told..*nth].iter().for_each(|event| past.happened(event));
            told = *nth;
            past.before(&self.events[*nth])
        });
        circumstances.collect()
    }
}

/// All of it that what comes can depend on.
struct Past<'a> {
    scenario: &'a Scenario,
    /// Each request's window.
    windows: Vec<u64>,
    /// How many each window has let through.
    passed: Vec<(u64, u32)>,
    /// Each server's window and its hits in it, where servers count.
    hits: Vec<(u64, u32)>,
    values: Vec<(Key, Option<Text>)>,
    /// The requests that have read, in that order, and those whose write is on its way, in the order of sending.
    readers: Vec<(Request, Key, Option<Text>)>,
    writers: Vec<(Request, Key, Command)>,
}

impl<'a> Past<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        Self {
            scenario,
            windows: vec![0; scenario.burst as usize],
            passed: Vec::new(),
            hits: vec![(0, 0); scenario.servers as usize],
            values: Vec::new(),
            readers: Vec::new(),
            writers: Vec::new(),
        }
    }

    fn before(&self, event: &Event) -> Circumstances {
        let window = match event.kind {
            Kind::Reached(window) => window,
            _ => self.windows[event.request.number as usize],
        };
        let passed = self.passed.iter().find(|(one, _)| *one == window).map_or(0, |(_, passed)| *passed);
        let (Kind::Sent(command) | Kind::Executed { command, .. }) = &event.kind else {
            return Circumstances { passed, room: self.room(window), ..Circumstances::default() };
        };
        let Some(key) = command.keys().first() else { return Circumstances { passed, ..Circumstances::default() } };
        let value = self.values.iter().find(|(one, _)| one == key).and_then(|(_, value)| value.clone());
        let other = |request: &Request| *request != event.request;
        let writing = self.writers.iter().find(|(request, of, _)| other(request) && of == key);
        let writing = writing.map(|(request, _, command)| (*request, command.clone()));
        let reading = self.readers.iter().find(|(request, of, read)| other(request) && of == key && *read == value);
        Circumstances { passed, value, writing, reading: reading.map(|(request, ..)| *request), room: 0 }
    }

    /// How many servers have room in a window by their own count.
    fn room(&self, window: u64) -> u32 {
        let own = match self.scenario.strategy {
            Strategy::Local => self.scenario.limit,
            Strategy::Split => self.scenario.share(),
            Strategy::GetSet | Strategy::GetIncr | Strategy::Incr => 0,
        };
        let has = |(of, hits): &&(u64, u32)| if *of == window { *hits < own } else { own > 0 };
        self.hits.iter().filter(has).count() as u32
    }

    fn happened(&mut self, event: &Event) {
        let request = event.request;
        let number = request.number as usize;
        match &event.kind {
            Kind::Reached(window) => self.windows[number] = *window,
            Kind::Sent(command) if command.writes_value() => {
                self.readers.retain(|(one, ..)| *one != request);
                let keys = command.keys().iter();
                self.writers.extend(keys.map(|key| (request, *key, command.clone())));
            }
            Kind::Executed { command: Command::Get(key), before, .. } => {
                let count = before.as_ref().map_or(Some(0), Text::integer).unwrap_or(0);
                if count < self.scenario.limit.into() {
                    self.readers.push((request, *key, before.clone()));
                }
            }
            Kind::Executed { command, after, .. } => {
                self.writers.retain(|(one, ..)| *one != request);
                for key in command.keys() {
                    match self.values.iter_mut().find(|(one, _)| one == key) {
                        Some((_, value)) => value.clone_from(after),
                        None => self.values.push((*key, after.clone())),
                    }
                }
            }
            Kind::Decided { outcome, .. } => {
                self.readers.retain(|(one, ..)| *one != request);
                let window = self.windows[number];
                if *outcome != Outcome::Refused {
                    match self.passed.iter_mut().find(|(one, _)| *one == window) {
                        Some((_, passed)) => *passed += 1,
                        None => self.passed.push((window, 1)),
                    }
                }
                let hits = &mut self.hits[request.server as usize];
                *hits = if hits.0 == window { (window, hits.1 + 1) } else { (window, 1) };
            }
            Kind::Routed | Kind::Sent(_) | Kind::Queued | Kind::Received(_) => {}
        }
    }
}
