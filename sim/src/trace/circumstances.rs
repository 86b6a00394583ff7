//! What stood around an event: what its request could not see, and how many had passed.

use super::{Event, Kind, Outcome, Trace};
use crate::redis::{Command, Condition, Key, Text};
use crate::run::Request;
use crate::scenario::{Rule, Strategy};

/// How things stood just before an event. Other events are named by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// How many requests the window of the event's request had let through.
    pub passed: u32,
    /// The last command that had run at the key of the event's command.
    pub last: Option<usize>,
    /// The sending of another request's write to that key that was on its way: the one that was sent first.
    pub writing: Option<usize>,
    /// The read of another request that had read what stands at the key, may pass by it and had not sent its write: the
    /// first.
    pub reading: Option<usize>,
    /// How many servers would still have let a request of that window through by their own count; 0 where the count is
    /// shared.
    pub room: u32,
}

impl Trace {
    /// How many counts a write of this event's has lost: it put a number there that is not above the one before it. Where what
    /// is kept is no count, none is.
    #[inline]
    pub fn lost_counts(&self, event: &Event) -> u64 {
        let integer = |text: &Option<Text>| text.as_ref().map_or(Some(0), Text::integer);
        let Kind::Executed { command, before, after, .. } = &event.kind else { return 0 };
        let Command::Set(_, _, options) = &**command else { return 0 };
        if self.scenario.rule != Rule::FixedWindow || options.condition != Condition::Always {
            return 0;
        }
        let (Some(before), Some(after)) = (integer(before), integer(after)) else { return 0 };
        u64::try_from(before.saturating_sub(after).saturating_add(1)).unwrap_or(0)
    }

    /// The last read of an event's request before it.
    #[inline]
    pub fn read_before(&self, event: &Event) -> Option<usize> {
        let is_read = |nth: &usize| {
            let one = &self.events[*nth];
            one.request == event.request && matches!(one.kind.ran(), Some(Command::Get(_)))
        };
        (0..self.events_by(event.at)).rev().find(is_read)
    }

    /// The string that a command left at its key; none when it left none, or for an event that ran none.
    #[inline]
    pub fn left_by(&self, nth: Option<usize>) -> Option<&Text> {
        match &self.events[nth?].kind {
            Kind::Executed { after, .. } => after.as_ref(),
            _ => None,
        }
    }

    /// How things stood before each of these events. Their numbers are in ascending order.
    #[inline]
    pub fn circumstances(&self, of: &[usize]) -> Vec<Circumstances> {
        let mut past = Past {
            trace: self,
            windows: vec![0; self.numbers()],
            passed: Vec::new(),
            hits: vec![(0, 0); self.servers()],
            ran: Vec::new(),
            open: Vec::new(),
        };
        let mut told = 0;
        let circumstances = of.iter().map(|nth| {
            (told..*nth).for_each(|nth| past.happened(nth));
            told = *nth;
            past.before(&self.events[*nth])
        });
        circumstances.collect()
    }

    /// The key of an event's command.
    #[inline]
    fn key(&self, event: &Event) -> Option<Key> {
        match &event.kind {
            Kind::Sent(command) | Kind::Executed { command, .. } => command.first_key().copied(),
            _ => None,
        }
    }
}

/// All of it that what comes can depend on. Events are kept by their numbers.
struct Past<'a> {
    trace: &'a Trace,
    /// Each request's window.
    windows: Vec<u64>,
    /// How many each window has let through.
    passed: Vec<(u64, u32)>,
    /// Each server's window and its hits in it, where servers count.
    hits: Vec<(u64, u32)>,
    /// The last command at each key, in the order of the keys: a long run has a key for each window.
    ran: Vec<(Key, usize)>,
    /// Reads that their requests may pass by and have not gone on from, and sendings of writes that have not run, in order.
    open: Vec<usize>,
}

impl Past<'_> {
    #[inline]
    fn event(&self, nth: usize) -> &Event {
        &self.trace.events[nth]
    }

    /// Where a key is in `ran`, or would be.
    #[inline]
    fn at(&self, key: &Key) -> Result<usize, usize> {
        self.ran.binary_search_by(|(one, _)| one.cmp(key))
    }

    /// Where a window is in `passed`. Requests that are decided at one time are of windows that lie close together.
    #[inline]
    fn passed_in(&self, window: u64) -> Option<usize> {
        const NEAR: usize = 16;
        let from = self.passed.len().saturating_sub(NEAR);
        (from..self.passed.len()).rev().find(|at| self.passed[*at].0 == window)
    }

    #[inline]
    fn before(&self, event: &Event) -> Circumstances {
        let window = match event.kind {
            Kind::Reached(window) => window,
            _ => self.windows[event.request.number as usize],
        };
        let passed = self.passed_in(window).map_or(0, |at| self.passed[at].1);
        let Some(key) = self.trace.key(event) else {
            return Circumstances { passed, room: self.room(window), ..Circumstances::default() };
        };
        let at_key = |nth: &usize| self.trace.key(self.event(*nth)) == Some(key);
        let last = self.at(&key).ok().map(|at| self.ran[at].1);
        let value = self.trace.left_by(last);
        let mut around = Circumstances { passed, last, ..Circumstances::default() };
        for nth in self.open.iter().copied().filter(at_key) {
            let other = self.event(nth);
            if other.request == event.request {
                continue;
            }
            let place = match &other.kind {
                Kind::Executed { before, .. } if before.as_ref() == value => &mut around.reading,
                Kind::Sent(_) => &mut around.writing,
                _ => continue,
            };
            place.get_or_insert(nth);
        }
        around
    }

    /// How many servers have room in a window by their own count.
    #[inline]
    fn room(&self, window: u64) -> u32 {
        let scenario = self.trace.scenario();
        let own = match scenario.strategy {
            Strategy::Local => scenario.limit,
            Strategy::Split => scenario.share(),
            _ => 0,
        };
        let has = |(of, hits): &&(u64, u32)| if *of == window { *hits < own } else { own > 0 };
        self.hits.iter().filter(has).count() as u32
    }

    #[inline]
    fn happened(&mut self, nth: usize) {
        let trace = self.trace;
        let Event { request, kind, .. } = &trace.events[nth];
        let number = request.number as usize;
        match kind {
            Kind::Reached(window) => self.windows[number] = *window,
            Kind::Sent(command) if command.writes_value() => {
                self.close(*request);
                self.open.push(nth);
            }
            Kind::Executed { command, before, .. } => {
                self.close(*request);
                let count = before.as_ref().map_or(Some(0), Text::integer).unwrap_or(0);
                if matches!(**command, Command::Get(_)) && count < trace.scenario.limit.into() {
                    self.open.push(nth);
                }
                if let Some(key) = trace.key(&trace.events[nth]) {
                    match self.at(&key) {
                        Ok(at) => self.ran[at].1 = nth,
                        Err(at) => self.ran.insert(at, (key, nth)),
                    }
                }
            }
            Kind::Decided { outcome, .. } => {
                self.close(*request);
                let window = self.windows[number];
                if *outcome != Outcome::Refused {
                    match self.passed_in(window) {
                        Some(at) => self.passed[at].1 += 1,
                        None => self.passed.push((window, 1)),
                    }
                }
                let hits = &mut self.hits[request.server as usize];
                *hits = if hits.0 == window { (window, hits.1 + 1) } else { (window, 1) };
            }
            Kind::Lost(_) => self.close(*request),
            _ => {}
        }
    }

    /// A request has gone on: what of it was open is not any more.
    #[inline]
    fn close(&mut self, request: Request) {
        let trace = self.trace;
        self.open.retain(|nth| trace.events[*nth].request != request);
    }
}
