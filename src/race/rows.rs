//! Where the diagram's parts stand: a lane for each of who takes part, and a row for each moment, downwards.

use limit_sim::time::Time;
use limit_sim::trace::{Event, Kind, Trace};

/// What a diagram is drawn from.
pub struct Picture<'a> {
    /// The run, or the order built by hand.
    pub trace: &'a Trace,
    /// The requests that are shown.
    pub shown: &'a [u32],
    /// The one that it is about.
    pub chosen: Option<u32>,
    /// How many of the trace's events have happened.
    pub past: usize,
    /// The diagram's width in CSS pixels.
    pub width: f64,
    /// Whether the rows have their times beside them. An order has none.
    pub timed: bool,
    /// What happened between messages: by when, and what.
    pub interludes: &'a [(Time, String)],
    /// The requests that were lost: their messages go nowhere.
    pub lost: &'a [u32],
}

/// The heights of rows, in CSS pixels: where a request or a reply reaches a server, and where a command runs and is
/// answered.
const ARRIVAL: f64 = 26.0;
const RUN: f64 = 46.0;
/// How far the reply leaves below the command.
const ANSWER: f64 = 19.0;
/// The most that a wait adds to a row, and how much all waits add together.
const WAIT: f64 = 20.0;
const WAITS: f64 = 130.0;
/// The most between two servers' lanes, and the same where there is little room.
const WIDEST: f64 = 210.0;
const NEAREST: f64 = 44.0;
/// Lanes that are closer than this have short names.
const NAMED: f64 = 84.0;
/// Below this width everything moves together.
const NARROW: f64 = 560.0;

/// A moment: one event, and what follows from it at once.
pub struct Row {
    /// Its place, downwards.
    pub y: f64,
    /// The event that it begins with, by number.
    pub nth: usize,
    /// The last event that belongs to it.
    pub last: usize,
    /// Whether more time passed before it than there is room for.
    pub skipped: bool,
}

/// Where everything stands.
pub struct Rows {
    /// The moments.
    pub rows: Vec<Row>,
    /// The commands that are still on their way at the end, each with its place, downwards.
    pub waiting: Vec<(usize, f64)>,
    /// The interludes' places, downwards, in their order.
    pub interludes: Vec<f64>,
    /// The diagram's height.
    pub height: f64,
    /// Where the times end.
    pub times: f64,
    /// The user's lane.
    pub user: f64,
    /// The servers that take part, from 0, and their lanes.
    pub servers: Vec<(u32, f64)>,
    /// Where messages to and from Redis begin to be level, with their texts.
    pub band: f64,
    /// Redis's lane, if it is asked.
    pub redis: Option<f64>,
    /// Whether it is for a narrow page.
    pub narrow: bool,
    /// Whether servers have room for their names.
    pub named: bool,
}

/// Whether an event is part of the moment before it: what a server does with what has just reached it.
fn follows(event: &Event) -> bool {
    matches!(event.kind, Kind::Sent(_) | Kind::Decided { .. })
}

impl Picture<'_> {
    /// The shown requests' events, each with its number.
    fn events(&self) -> impl Iterator<Item = (usize, &Event)> {
        let events = self.trace.events().iter().enumerate();
        events.filter(|(_, event)| {
            self.shown.contains(&event.request.number) && !matches!(event.kind, Kind::Routed | Kind::Queued)
        })
    }

    /// Lays the picture out.
    pub fn rows(&self) -> Rows {
        let asked = self.events().any(|(_, event)| matches!(event.kind, Kind::Sent(_)));
        let narrow = self.width < NARROW;
        let times = match (self.timed, narrow) {
            (false, _) => 4.0,
            (true, false) => 62.0,
            (true, true) => 42.0,
        };
        let user = times + if narrow { 16.0 } else { 34.0 };
        let right = if narrow { 34.0 } else { 104.0 };
        let redis = asked.then_some(self.width - right);
        let first = user + if narrow { 28.0 } else { 100.0 };
        // Messages need room for their text, and decisions stand beside the last lane.
        let end = match redis {
            Some(redis) => redis - if narrow { 146.0 } else { 320.0 },
            None => self.width - if narrow { 90.0 } else { 250.0 },
        };
        let takes_part = |server: &u32| self.events().any(|(_, event)| event.request.server == *server);
        let numbers: Vec<u32> = (0..self.trace.scenario().servers).filter(takes_part).collect();
        let gap = ((end - first) / (numbers.len().max(2) - 1) as f64).clamp(0.0, if narrow { NEAREST } else { WIDEST });
        let last = first + gap * (numbers.len().max(1) - 1) as f64;
        let band = last + if narrow { 14.0 } else { 90.0 };
        let servers = numbers.into_iter().enumerate().map(|(nth, one)| (one, first + gap * nth as f64)).collect();
        let (rows, interludes, mut height) = self.down();
        let mut waiting = Vec::new();
        for (nth, event) in self.events() {
            let later = |one: &Event| one.request == event.request;
            let lost = self.lost.contains(&event.request.number);
            if matches!(event.kind, Kind::Sent(_)) && !lost && !self.trace.events()[nth + 1..].iter().any(later) {
                waiting.push((nth, height + 8.0));
                height += ARRIVAL;
            }
        }
        Rows { rows, waiting, interludes, height, times, user, servers, band, redis, narrow, named: gap >= NAMED }
    }

    fn down(&self) -> (Vec<Row>, Vec<f64>, f64) {
        let instant = |nth: usize| self.trace.events()[nth].at;
        let ends = (self.events().next(), self.events().last());
        let span = match ends {
            (Some((_, first)), Some((_, last))) => (last.at - first.at).nanos().max(1) as f64,
            _ => 1.0,
        };
        let mut rows: Vec<Row> = Vec::new();
        let mut interludes = Vec::new();
        let mut y = 4.0;
        for (nth, event) in self.events() {
            if let Some(row) = rows.last_mut().filter(|_| follows(event)) {
                row.last = nth;
                continue;
            }
            let waited = match rows.last() {
                Some(row) if self.timed => (event.at - instant(row.last)).nanos() as f64 / span * WAITS,
                _ => 0.0,
            };
            y += waited.min(WAIT);
            while self.interludes.get(interludes.len()).is_some_and(|(at, _)| *at < event.at) {
                interludes.push(y + 14.0);
                y += ARRIVAL;
            }
            rows.push(Row { y: y + 14.0, nth, last: nth, skipped: waited > 2.0 * WAIT });
            y += if matches!(event.kind, Kind::Executed { .. }) { RUN } else { ARRIVAL };
        }
        for _ in interludes.len()..self.interludes.len() {
            interludes.push(y + 14.0);
            y += ARRIVAL;
        }
        (rows, interludes, y + 10.0)
    }
}

impl Rows {
    /// The row that an event belongs to.
    pub fn row_of(&self, nth: usize) -> Option<&Row> {
        self.rows.iter().rfind(|row| row.nth <= nth && nth <= row.last)
    }

    /// A server's lane.
    pub fn server(&self, number: u32) -> f64 {
        self.servers.iter().find(|(one, _)| *one == number).map_or(self.user, |(_, x)| *x)
    }

    /// Where a reply leaves Redis, in the row where its command ran.
    pub fn answer(row: &Row) -> f64 {
        row.y + ANSWER
    }
}
