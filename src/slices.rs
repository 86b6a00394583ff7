//! Long work in the page's own thread, a slice at a time, so that the page has its turn in between.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;

use crate::live;

/// How long the slices of a turn may take, in milliseconds: the rest of a frame is enough for the page.
const SLICE_MS: f64 = 8.0;

/// How many requests are run, about, between looks at the clock.
const REQUESTS: u32 = 200;

thread_local! {
    /// The parts of a turn that all which are under way have together.
    static PARTS: Cell<u32> = const { Cell::new(0) };
}

/// Work that is under way, or not.
#[derive(Clone, Default)]
pub struct Slices(Rc<RefCell<Option<Next>>>);

/// The next slice.
struct Next {
    _timeout: Timeout,
    parts: u32,
}

impl Next {
    fn new(timeout: Timeout, parts: u32) -> Self {
        PARTS.set(PARTS.get() + parts);
        Self { _timeout: timeout, parts }
    }
}

impl Drop for Next {
    fn drop(&mut self) {
        PARTS.set(PARTS.get() - self.parts);
    }
}

/// A step of many runs: as many as go between two looks at the clock. `run` does one and answers how many requests it had, or
/// none when all are done. Answers whether they are.
pub fn runs(mut run: impl FnMut() -> Option<u32>) -> bool {
    let mut requests = 0;
    while requests < REQUESTS {
        match run() {
            // Without requests a run takes its time, too.
            Some(more) => requests += more.max(1),
            None => return true,
        }
    }
    false
}

/// What is done.
struct Work {
    /// Does a little, and answers whether all is done.
    step: Box<dyn Fn() -> bool>,
    /// Hears of each slice, and whether all is done.
    after: Box<dyn Fn(bool)>,
    /// How much of a turn it has, beside others that are under way.
    parts: u32,
}

impl Slices {
    /// Has `step` done from the page's next turn on, again and again until it answers that all is done; `after` hears of each
    /// slice, and whether it was the last. What was under way before is dropped. A step should take a small part of a slice.
    pub fn begin(&self, step: impl Fn() -> bool + 'static, after: impl Fn(bool) + 'static) {
        self.begin_with(1, step, after);
    }

    /// The same, with so many parts of each turn; others have one.
    pub fn begin_with(&self, parts: u32, step: impl Fn() -> bool + 'static, after: impl Fn(bool) + 'static) {
        self.next(Rc::new(Work { step: Box::new(step), after: Box::new(after), parts }));
    }

    /// Stops.
    pub fn stop(&self) {
        *self.0.borrow_mut() = None;
    }

    /// Whether there is more to do.
    pub fn are_under_way(&self) -> bool {
        self.0.borrow().is_some()
    }

    fn next(&self, work: Rc<Work>) {
        let (own, parts) = (self.clone(), work.parts);
        *self.0.borrow_mut() = Some(Next::new(live::later(0, move || own.slice(work)), parts));
    }

    fn slice(&self, work: Rc<Work>) {
        let (start, most) = (js_sys::Date::now(), SLICE_MS * f64::from(work.parts) / f64::from(PARTS.get()));
        let mut done = (work.step)();
        // A clock that is set back meanwhile ends it, too.
        while !done && (0.0..most).contains(&(js_sys::Date::now() - start)) {
            done = (work.step)();
        }
        if done {
            self.stop();
        } else {
            self.next(work.clone());
        }
        // Whoever hears of it may stop it, or begin anew.
        (work.after)(done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_of_some_requests_but_of_one_run_at_least() {
        for (requests, expected) in [(0, 200), (1, 200), (40, 5), (150, 2), (200, 1), (5_000, 1)] {
            let mut number = 0;
            let done = runs(|| {
                number += 1;
                Some(requests)
            });
            assert_eq!((done, number), (false, expected), "{requests}");
        }
    }

    #[test]
    fn runs_of_all_sizes_share_a_step() {
        let sizes = [10, 150, 30, 5_000, 1, 2];
        let mut left = sizes.iter().copied();
        let mut steps = Vec::new();
        loop {
            let done = runs(|| left.next());
            steps.push(left.len());
            if done {
                break;
            }
        }
        assert_eq!(steps, [2, 0], "and what was over after the second step");
    }
}
