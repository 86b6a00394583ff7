//! The sweep that is under way: begun once the reader's hand is still, a slice at a time, and what is to be seen of it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::many::{Progress, Sweeping};
use limit_sim::scenario::{Measure, Strategy};

use super::asked::Asked;
use super::told::{Kept, Told};
use crate::live::{self, STILL_MS, more};
use crate::slices::{self, Slices};

/// How often the picture is told anew while it changes, in milliseconds.
const BETWEEN_MS: f64 = 250.0;

/// A sweep.
struct Sweep {
    asked: Asked,
    sweeping: Sweeping,
    kept: Kept,
    done: bool,
    /// Whether it was told to stop.
    cancelled: bool,
}

#[derive(Default)]
struct State {
    now: Option<Sweep>,
    /// The last one, as long as this one has no shape.
    before: Option<Sweep>,
    /// What begins the next.
    waiting: Option<(Asked, Timeout)>,
    told_at: f64,
}

/// The sweep, and what goes on with it.
#[derive(Clone)]
pub struct Counting {
    state: Rc<RefCell<State>>,
    slices: Slices,
    /// Grows with each slice.
    pub steps: RwSignal<usize>,
    /// Grows when there is something new to see, or to do.
    pub turns: RwSignal<usize>,
}

/// How far it is.
pub struct Stand {
    /// How many runs are done, of how many.
    pub progress: Progress,
    /// Whether it was told to stop.
    pub cancelled: bool,
}

impl Counting {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { state: Rc::default(), slices: Slices::default(), steps: RwSignal::new(0), turns: RwSignal::new(0) }
    }

    /// Has this sweep done, unless it is already, or is about to be.
    pub fn want(&self, asked: Asked) {
        let mut state = self.state.borrow_mut();
        if state.now.as_ref().is_some_and(|now| now.asked == asked) {
            state.waiting = None;
            drop(state);
            self.go_on();
        } else if state.waiting.as_ref().is_none_or(|(waiting, _)| *waiting != asked) {
            self.slices.stop();
            let (own, next) = (self.clone(), asked.clone());
            state.waiting = Some((asked, live::later(STILL_MS, move || own.begin(next))));
        }
    }

    /// Waits until somebody looks again.
    pub fn rest(&self) {
        self.slices.stop();
        self.state.borrow_mut().waiting = None;
    }

    fn begin(&self, asked: Asked) {
        let mut state = self.state.borrow_mut();
        state.waiting = None;
        let before = state.now.take().filter(|now| now.sweeping.is_shaped());
        if before.is_some() {
            state.before = before;
        }
        let sweeping = asked.begin();
        state.now = Some(Sweep { asked, sweeping, kept: Kept::default(), done: false, cancelled: false });
        drop(state);
        more(self.turns);
        self.go_on();
    }

    /// Stops for good, or goes on.
    pub fn cancel(&self, cancelled: bool) {
        self.slices.stop();
        self.state.borrow_mut().now.iter_mut().for_each(|now| now.cancelled = cancelled);
        more(self.turns);
        self.go_on();
    }

    fn go_on(&self) {
        let waits = self.state.borrow().now.as_ref().is_some_and(|now| !now.done && !now.cancelled);
        if !waits || self.slices.are_under_way() {
            return;
        }
        let state = self.state.clone();
        let step = move || state.borrow_mut().now.as_mut().is_none_or(Sweep::advance);
        let own = self.clone();
        self.slices.begin(step, move |done| own.after(done));
    }

    fn after(&self, done: bool) {
        more(self.steps);
        let now = js_sys::Date::now();
        let mut state = self.state.borrow_mut();
        let had = state.before.is_some();
        let shaped = state.is_shaped();
        let first = had && state.before.is_none();
        if done || first || (shaped && now - state.told_at > BETWEEN_MS) {
            state.told_at = now;
            drop(state);
            more(self.turns);
        }
    }

    /// Whether this has been done, or was stopped.
    pub fn stands(&self, asked: &Asked) -> bool {
        let state = self.state.borrow();
        state.now.as_ref().is_some_and(|now| now.asked == *asked && now.rests())
    }

    /// How far it is, while there is something to do.
    pub fn stand(&self) -> Option<Stand> {
        let state = self.state.borrow();
        let now = state.now.as_ref().filter(|now| !now.done)?;
        Some(Stand { progress: now.sweeping.progress(), cancelled: now.cancelled })
    }

    /// What is to be told: of the last one, as long as this one has no shape.
    pub fn told(&self, measure: Measure, present: Strategy) -> Option<Told> {
        let mut state = self.state.borrow_mut();
        let sweep = if state.is_shaped() { state.now.as_mut() } else { state.before.as_mut() };
        sweep.map(|sweep| sweep.told(measure, present))
    }
}

impl State {
    /// Whether this one has a shape. Then the last one is kept no longer.
    fn is_shaped(&mut self) -> bool {
        let shaped = self.now.as_ref().is_some_and(|now| now.sweeping.is_shaped());
        if shaped {
            self.before = None;
        }
        shaped
    }
}

impl Sweep {
    fn advance(&mut self) -> bool {
        self.done = slices::runs(|| self.sweeping.advance());
        self.done
    }

    /// Whether nothing of it changes any more, unless it is told to go on.
    fn rests(&self) -> bool {
        self.done || self.cancelled
    }

    fn told(&mut self, measure: Measure, present: Strategy) -> Told {
        let told = self.kept.told(&self.asked, &self.sweeping, measure, present);
        Told { done: self.done, rests: self.rests(), ..told }
    }
}
