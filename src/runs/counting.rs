//! The runs, counted a slice at a time.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::many::{Histogram, Seeds};
use limit_sim::scenario::{Scenario, Tab, Traffic};

use super::scale::Axis;
use crate::lab::Lab;
use crate::live::more;
use crate::slices::{self, Slices};

/// How much of a turn the bars have while the curves are counted, too: they are what is looked at first.
const PARTS: u32 = 3;

/// Runs that are counted.
pub struct Count {
    pub seeds: Seeds,
    /// How many there are to be.
    pub runs: u64,
    /// Those that have been run.
    pub all: Histogram,
    /// Those of them in which somebody got through who should not have.
    pub over: Histogram,
    /// Those in which nobody did.
    pub within: Histogram,
    /// Whether it was told to stop.
    pub cancelled: bool,
}

impl Count {
    pub fn new(begin: &Scenario, runs: u64) -> Self {
        let none = Histogram::default;
        Self { seeds: Seeds::of(begin), runs, all: none(), over: none(), within: none(), cancelled: false }
    }

    /// Whether all are counted.
    pub fn finished(&self) -> bool {
        self.all.runs() >= self.runs
    }

    /// The scenario with the first seed.
    pub fn scenario(&self) -> &Scenario {
        self.seeds.scenario()
    }

    /// Whether a run is a burst, and is called so.
    pub fn is_of_bursts(&self) -> bool {
        self.scenario().traffic == Traffic::Burst
    }

    /// Counts some more, and answers whether all are counted.
    pub fn advance(&mut self) -> bool {
        slices::runs(|| self.run()) || self.finished()
    }

    /// Counts one more, and answers how many requests it had; none when all are counted.
    fn run(&mut self) -> Option<u32> {
        let nth = self.all.runs();
        if nth >= self.runs {
            return None;
        }
        let (seed, verdict) = (self.seeds.seed(nth), self.seeds.verdict(nth));
        self.all.add(verdict.allowed, seed);
        let kind = if verdict.over > 0 { &mut self.over } else { &mut self.within };
        kind.add(verdict.allowed, seed);
        Some(self.scenario().requests())
    }
}

/// What is counted, and what goes on with it.
#[derive(Clone, Default)]
pub struct Counting(Rc<State>);

#[derive(Default)]
struct State {
    /// What is shown.
    shown: RefCell<Option<Count>>,
    /// What takes its place as soon as there is something to show of it.
    coming: RefCell<Option<Count>>,
    slices: Slices,
    /// The axis that was drawn last.
    axis: Cell<Option<Axis>>,
}

/// What tells that there is something new: numbers that grow.
#[derive(Clone, Copy)]
pub struct Told {
    pub slices: RwSignal<usize>,
    pub turns: RwSignal<usize>,
}

impl Told {
    pub fn slice(self) {
        more(self.slices);
    }

    /// The count has begun, stopped or ended.
    pub fn turn(self) {
        more(self.slices);
        more(self.turns);
    }
}

impl Counting {
    /// What is shown, if there is any of it yet.
    pub fn shown<T>(&self, tell: impl FnOnce(&Count) -> T) -> Option<T> {
        self.0.shown.borrow().as_ref().map(tell)
    }

    /// The axis that was drawn last.
    pub fn axis(&self) -> &Cell<Option<Axis>> {
        &self.0.axis
    }

    /// Sees to it that what is asked for is counted, while somebody looks. The seed alone changes nothing: the runs stay those
    /// that began with the first one's.
    pub fn keep(&self, lab: Lab, told: Told) {
        if lab.tab() != Tab::Runs {
            // It waits until somebody looks again.
            self.0.slices.stop();
            return;
        }
        let (scenario, asked) = (lab.scenario(), lab.open().runs);
        let begin = asked.begin(&scenario);
        // Whoever comes back before anything was shown of another count finds the one that is there.
        if self.shown(|count| are_alike(count.scenario(), &begin)) == Some(true) {
            self.0.coming.take();
        }
        // Where the first seed is locked to be the stage's, they follow it.
        let begins_anew = lab.open().embedding.locks("runs-seed");
        let last = self.last().filter(|last| are_alike(last, &begin)).map(|last| last.seed);
        if let Some(seed) = last.filter(|seed| asked.first.is_none() && *seed != begin.seed && !begins_anew) {
            return lab.reopen(|open| open.runs.first = Some(seed));
        }
        if last != Some(begin.seed) || !self.goes_on(asked.runs.into(), told) {
            self.0.slices.stop();
            *self.0.coming.borrow_mut() = Some(Count::new(&begin, asked.runs.into()));
        }
        if self.waits() && !self.0.slices.are_under_way() {
            self.go_on(told);
        }
    }

    /// The scenario of the last count.
    fn last(&self) -> Option<Scenario> {
        let scenario = |count: &RefCell<Option<Count>>| count.borrow().as_ref().map(|count| *count.scenario());
        scenario(&self.0.coming).or_else(|| scenario(&self.0.shown))
    }

    /// Whether the last count can be gone on with, up to so many runs.
    fn goes_on(&self, runs: u64, told: Told) -> bool {
        let others = {
            let (mut coming, mut shown) = (self.0.coming.borrow_mut(), self.0.shown.borrow_mut());
            let last = coming.as_mut().or(shown.as_mut()).filter(|count| count.all.runs() <= runs);
            let Some(last) = last else { return false };
            let others = last.runs != runs;
            if others {
                (last.runs, last.cancelled) = (runs, false);
            }
            others
        };
        if others {
            told.turn();
        }
        true
    }

    fn waits(&self) -> bool {
        let waits = |count: &Count| !count.cancelled && !count.finished();
        self.0.coming.borrow().is_some() || self.shown(waits).unwrap_or_default()
    }

    fn go_on(&self, told: Told) {
        let own = self.clone();
        let begun = Rc::new(Cell::new(false));
        let begins = begun.clone();
        let step = move || {
            if let Some(new) = own.0.coming.take() {
                *own.0.shown.borrow_mut() = Some(new);
                begins.set(true);
            }
            own.0.shown.borrow_mut().as_mut().is_none_or(Count::advance)
        };
        let after = move |done| if begun.take() || done { told.turn() } else { told.slice() };
        self.0.slices.begin_with(PARTS, step, after);
    }

    /// Stops, until [`Self::resume`].
    pub fn cancel(&self, told: Told) {
        self.0.slices.stop();
        self.0.shown.borrow_mut().iter_mut().for_each(|count| count.cancelled = true);
        told.turn();
    }

    /// Goes on.
    pub fn resume(&self, told: Told) {
        self.0.shown.borrow_mut().iter_mut().for_each(|count| count.cancelled = false);
        told.turn();
        self.go_on(told);
    }
}

/// Whether two scenarios are the same, whatever their seeds.
fn are_alike(one: &Scenario, other: &Scenario) -> bool {
    Scenario { seed: other.seed, ..*one } == *other
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Strategy;

    use super::*;

    #[test]
    fn a_count_is_of_so_many_seeds_whatever_the_burst() {
        for burst in [1, 40, 1000] {
            let scenario = Scenario { strategy: Strategy::GetSet, burst, seed: 5, ..Scenario::default() };
            let mut count = Count::new(&scenario, 130);
            while !count.advance() {}
            assert_eq!((count.all.runs(), count.finished()), (130, true));
            let over = (0..130).filter(|nth| count.seeds.verdict(*nth).over > 0).count() as u64;
            assert_eq!((count.over.runs(), count.within.runs()), (over, 130 - over));
        }
    }

    #[test]
    fn a_seed_makes_no_other_scenario_but_a_setting_does() {
        let one = Scenario::default();
        assert!(are_alike(&one, &one) && are_alike(&one, &Scenario { seed: 9, ..one }));
        assert!(!are_alike(&one, &Scenario { seed: 9, limit: 3, ..one }));
    }
}
