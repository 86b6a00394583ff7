//! The lab's state: a scenario and a playhead. Everything else is derived from them.

use std::ops::Deref;
use std::sync::Arc;

use leptos::prelude::*;
use limit_sim::scenario::{Link, Problem, Scenario};
use limit_sim::time::Time;
use limit_sim::trace::{Leg, Moment, Outcome, StaleRead, Trace};
use limit_sim::verdict::Verdict;

use crate::address::{self, Address};

/// A run, with what its pictures need.
pub struct Run {
    /// Tells it from the runs before it.
    pub number: u32,
    /// Everything that happened.
    pub trace: Trace,
    /// What it comes to.
    pub verdict: Verdict,
    /// Where requests are at each instant.
    pub legs: Vec<Leg>,
    /// The reads that went stale.
    pub stale: Vec<StaleRead>,
    /// When each request over the limit was let through.
    pub over: Vec<Time>,
}

impl Run {
    /// Runs a scenario.
    fn of(scenario: &Scenario, number: u32) -> Self {
        let trace = Trace::of(scenario);
        let over = trace.events().iter().filter(|event| event.outcome() == Some(Outcome::Over)).map(|event| event.at);
        Self {
            number,
            verdict: trace.verdict(),
            legs: trace.legs(),
            stale: trace.stale_reads(),
            over: over.collect(),
            trace,
        }
    }
}

impl Run {
    /// The stale reads that are believed at this instant.
    pub fn stale_at(&self, now: Time) -> impl Iterator<Item = &StaleRead> {
        self.stale.iter().filter(move |one| one.stale <= now && now < one.wrote)
    }
}

/// A run that many look at.
#[derive(Clone)]
pub struct Shared(Arc<Run>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Deref for Shared {
    type Target = Run;
    fn deref(&self) -> &Run {
        &self.0
    }
}

/// The lab's state.
#[derive(Clone, Copy)]
pub struct Lab {
    scenario: RwSignal<Scenario>,
    /// Where the reader stopped the run; none at its end.
    stopped: RwSignal<Option<Time>>,
    playing: RwSignal<bool>,
    problems: RwSignal<Vec<Problem>>,
    address: StoredValue<Address, LocalStorage>,
    run: Memo<Shared>,
    moment: Memo<Moment>,
}

impl Lab {
    /// The lab at the page's address.
    pub fn from_address() -> Self {
        let (link, problems) = address::read();
        let scenario = RwSignal::new(link.scenario);
        let stopped = RwSignal::new(link.playhead);
        let run = Memo::new(move |before: Option<&Shared>| {
            let number = before.map_or(0, |before| before.number + 1);
            Shared(Arc::new(Run::of(&scenario.get(), number)))
        });
        let moment = Memo::new(move |_| {
            let run = run.get();
            run.trace.moment(playhead(stopped.get(), &run))
        });
        let lab = Self {
            scenario,
            stopped,
            playing: RwSignal::new(false),
            problems: RwSignal::new(problems),
            address: StoredValue::new_local(Address::default()),
            run,
            moment,
        };
        let back = window_event_listener(leptos::ev::popstate, move |_| lab.go_to_address());
        let leave = window_event_listener(leptos::ev::pagehide, move |_| lab.address.with_value(Address::flush));
        on_cleanup(move || {
            back.remove();
            leave.remove();
        });
        lab
    }

    /// The reader went back or forward.
    fn go_to_address(self) {
        let (link, problems) = address::read();
        self.address.with_value(Address::moved);
        self.playing.set(false);
        self.problems.set(problems);
        self.stopped.set(link.playhead);
        self.scenario.set(link.scenario);
    }

    /// What is run.
    pub fn scenario(self) -> Scenario {
        self.scenario.get()
    }

    /// The run.
    pub fn run(self) -> Shared {
        self.run.get()
    }

    /// The playhead.
    pub fn now(self) -> Time {
        playhead(self.stopped.get(), &self.run())
    }

    /// Whether the playhead is at the run's end.
    pub fn at_end(self) -> bool {
        self.now() == self.run().trace.end()
    }

    /// How things stand at the playhead.
    pub fn moment(self) -> Memo<Moment> {
        self.moment
    }

    /// Whether the playhead moves by itself.
    pub fn playing(self) -> bool {
        self.playing.get()
    }

    /// What in the address was not taken.
    pub fn problems(self) -> RwSignal<Vec<Problem>> {
        self.problems
    }

    /// The link to the lab as it stands.
    pub fn link(self) -> Link {
        let now = self.now();
        Link { scenario: self.scenario.get(), playhead: (now < self.run().trace.end()).then_some(now) }
    }

    fn link_untracked(self) -> Link {
        untrack(|| self.link())
    }

    /// Changes the scenario, once and for all. The playhead stays where it is.
    pub fn change(self, with: impl FnOnce(&mut Scenario)) {
        if self.set(with) {
            self.address.with_value(|address| address.change(&self.link_untracked()));
        }
    }

    /// Changes the scenario as one step of dragging a control, until [`Self::settle`].
    pub fn drag(self, control: &'static str, with: impl FnOnce(&mut Scenario)) {
        if self.set(with) {
            self.address.with_value(|address| address.drag(&self.link_untracked(), control));
        }
    }

    /// A control is no longer dragged.
    pub fn settle(self) {
        self.address.with_value(Address::settle);
    }

    /// Whether that changed anything.
    fn set(self, with: impl FnOnce(&mut Scenario)) -> bool {
        let before = self.scenario.get_untracked();
        let mut scenario = before;
        with(&mut scenario);
        if scenario == before {
            return false;
        }
        if self.playing.get_untracked() {
            // The entry that is left behind says where it was left.
            self.pause();
        }
        self.scenario.set(scenario);
        true
    }

    /// A control sets a parameter from text.
    ///
    /// # Errors
    /// When the text is not allowed; then nothing changes.
    pub fn set_from_text(self, name: &'static str, text: &str) -> Result<(), Problem> {
        let link = self.link_untracked().with(name, text)?;
        self.change(|scenario| *scenario = link.scenario);
        Ok(())
    }

    /// The run and the playhead, for what happens once and need not hear of their changes.
    fn here(self) -> (Shared, Time) {
        untrack(|| (self.run(), self.now()))
    }

    /// Moves the playhead, as one frame of playing or one step of a drag.
    pub fn glide(self, at: Time) {
        let end = self.here().0.trace.end();
        self.stopped.set((at < end).then_some(at));
    }

    /// Moves the playhead and stops there.
    pub fn seek(self, at: Time) {
        self.playing.set(false);
        self.glide(at);
        self.rest();
    }

    /// The playhead has come to rest: the address says where.
    pub fn rest(self) {
        self.address.with_value(|address| address.replace(&self.link_untracked()));
    }

    /// To the start.
    pub fn first(self) {
        self.seek(Time::START);
    }

    /// To the end.
    pub fn last(self) {
        self.seek(self.here().0.trace.end());
    }

    /// To the next instant at which something happens.
    pub fn next(self) {
        let (run, now) = self.here();
        let next = run.trace.events().get(run.trace.events_by(now));
        self.seek(next.map_or_else(|| run.trace.end(), |event| event.at));
    }

    /// To the last instant before this one at which something happened.
    pub fn previous(self) {
        let (run, now) = self.here();
        let events = run.trace.events();
        let before = events.partition_point(|event| event.at < now);
        self.seek(before.checked_sub(1).map_or(Time::START, |nth| events[nth].at));
    }

    /// To the next request over the limit, if there is one.
    pub fn next_over(self) {
        let (run, now) = self.here();
        run.over.iter().find(|at| **at > now).into_iter().for_each(|at| self.seek(*at));
    }

    /// To the one before, if there is one.
    pub fn previous_over(self) {
        let (run, now) = self.here();
        run.over.iter().rfind(|at| **at < now).into_iter().for_each(|at| self.seek(*at));
    }

    /// Starts playing, from the beginning if the run is at its end.
    pub fn play(self) {
        if untrack(|| self.at_end()) {
            self.glide(Time::START);
        }
        self.playing.set(true);
    }

    /// Stops playing.
    pub fn pause(self) {
        self.playing.set(false);
        self.rest();
    }

    /// Plays or pauses.
    pub fn toggle(self) {
        if self.playing.get_untracked() { self.pause() } else { self.play() }
    }
}

/// Where the playhead is, for a reader who stopped there, or nowhere.
fn playhead(stopped: Option<Time>, run: &Run) -> Time {
    let end = run.trace.end();
    stopped.map_or(end, |at| at.min(end))
}

/// The lab of this page.
pub fn use_lab() -> Lab {
    expect_context()
}
