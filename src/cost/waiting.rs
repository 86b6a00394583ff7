//! What the engine says of waiting: a point where the bill is, and some along the curve. Measured one at a time, once the
//! reader's hand is still.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::queueing::{Load, Waits};

use crate::live::{self, STILL_MS};

/// How many requests a point takes: where the bill is, and along the curve.
pub const REQUESTS: u32 = 20_000;
const FEWER: u32 = 8_000;
/// Where the others are.
const LOADS: [Load; 4] = [
    Load::from_billionths(200_000_000),
    Load::from_billionths(400_000_000),
    Load::from_billionths(600_000_000),
    Load::from_billionths(800_000_000),
];
/// Any will do, as long as it is the same each time.
const SEED: u64 = 7;

/// What was measured at a load; nothing where no mean holds.
pub type Point = (Load, Option<Waits>);

/// What is measured.
#[derive(Default)]
struct State {
    /// Where the bill is.
    wanted: Load,
    here: Option<Point>,
    along: Vec<Point>,
    next: Option<Timeout>,
}

/// Measures, and tells when there is something new.
#[derive(Clone)]
pub struct Measuring {
    state: Rc<RefCell<State>>,
    told: RwSignal<usize>,
}

impl Measuring {
    /// One that tells by a number that grows.
    pub fn new(told: RwSignal<usize>) -> Self {
        Self { state: Rc::default(), told }
    }

    /// Asks for the point at a load, soon.
    pub fn want(&self, load: Load) {
        let mut state = self.state.borrow_mut();
        state.wanted = load;
        if state.here.is_none_or(|(at, _)| at != load) {
            state.here = None;
            state.next = Some(self.later(STILL_MS));
        }
    }

    /// The point where the bill is, once it is there.
    pub fn here(&self) -> Option<Point> {
        self.state.borrow().here
    }

    /// All points, that where the bill is last.
    pub fn all(&self) -> Vec<(Load, Waits)> {
        let state = self.state.borrow();
        state.along.iter().chain(&state.here).filter_map(|(load, waits)| Some((*load, (*waits)?))).collect()
    }

    fn later(&self, millis: u32) -> Timeout {
        let own = self.clone();
        live::later(millis, move || own.measure())
    }

    /// Measures what is missing, one point, and has the next follow once the page has had its turn.
    fn measure(&self) {
        {
            let mut state = self.state.borrow_mut();
            let point = |load, requests| (load, Waits::measured(load, requests, SEED));
            if state.here.is_none() {
                state.here = Some(point(state.wanted, REQUESTS));
            } else if let Some(load) = LOADS.get(state.along.len()) {
                state.along.push(point(*load, FEWER));
            }
            state.next = (state.along.len() < LOADS.len()).then(|| self.later(0));
        }
        live::more(self.told);
    }
}
