//! The lab's state: a scenario and a playhead. Everything else is derived from them.

mod calm;
mod open;
mod run;

use std::sync::Arc;

use leptos::prelude::*;
use limit_sim::scenario::{
    Embedding, Link, OnFailure, Problem, Rule, Scenario, Strategy, Tab, WindowStart, misfit, too_much,
};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Event, Moment, Outcome, Race};

pub use calm::keep_calm;
pub use open::{Note, Open, Tell, Wish};
pub use run::{Run, Shared, Spot, is_troubled};

use crate::address::{self, Address};
use crate::live;
use crate::say;

/// What follows from the state: one type, because each type of memo brings its own machinery.
#[derive(Clone, PartialEq)]
enum Derived {
    Run(Shared),
    Moment(Arc<Moment>),
    Race(Arc<Race>),
}

impl Derived {
    fn run(&self) -> Shared {
        match self {
            Self::Run(run) => run.clone(),
            _ => unreachable!(),
        }
    }
}

type Derive = Box<dyn Fn(Option<&Derived>) -> Derived + Send + Sync>;

/// Keeps what follows from the state. It is told what it was before.
fn derived(derive: impl Fn(Option<&Derived>) -> Derived + Send + Sync + 'static) -> Memo<Derived> {
    let derive: Derive = Box::new(derive);
    Memo::new(derive)
}

/// The lab's state.
#[derive(Clone, Copy)]
pub struct Lab {
    scenario: RwSignal<Scenario>,
    /// Where the reader stopped the run; none at its end.
    stopped: RwSignal<Option<Time>>,
    playing: RwSignal<bool>,
    open: RwSignal<Open>,
    address: StoredValue<Address, LocalStorage>,
    run: Memo<Derived>,
    moment: Memo<Derived>,
    race: Memo<Derived>,
}

impl Lab {
    /// The lab at the page's address.
    pub fn from_address() -> Self {
        let (link, problems) = address::read();
        let mut opened = Open::of(&link, problems);
        let Embedding { lock, hide, tabs, .. } = &link.embedding;
        opened.waits = !(lock.is_empty() && hide.is_empty() && tabs.is_empty());
        let open = RwSignal::new(opened);
        let scenario = RwSignal::new(link.scenario);
        let stopped = RwSignal::new(link.playhead);
        let run = derived(move |before| {
            let number = before.map_or(0, |before| before.run().number + 1);
            Derived::Run(Shared(Arc::new(Run::of(&scenario.get(), number))))
        });
        let moment = derived(move |_| {
            let run = run.get().run();
            Derived::Moment(Arc::new(run.trace.moment(playhead(stopped.get(), &run))))
        });
        let race = derived(move |_| {
            let run = run.get().run();
            let (tell, request, all) = open.with(|open| (open.tell_race, open.request, open.all));
            let Some(tell) = tell else { unreachable!() };
            Derived::Race(Arc::new(tell(&run.trace, request, all)))
        });
        let lab = Self {
            scenario,
            stopped,
            playing: RwSignal::new(false),
            open,
            address: StoredValue::new_local(Address::default()),
            run,
            moment,
            race,
        };
        live::hear(&window(), "popstate", move |_| lab.go_to_address());
        live::hear(&window(), "pagehide", move |_| lab.address.with_value(Address::flush));
        lab
    }

    /// The reader went back or forward.
    fn go_to_address(self) {
        let (link, problems) = address::read();
        self.address.with_value(Address::moved);
        self.go_to(link, problems);
        if self.open_untracked(|open| open.grant.is_some() || open.waits) {
            // The address says what is, also where it was somebody's wish for what is locked.
            self.rest();
        }
    }

    /// Goes where a link leads, without loading the page: an entry of its own in the history.
    pub fn follow(self, mut link: Link) {
        link.embedding = self.open_untracked(|open| open.embedding.clone());
        self.go_to(link, Vec::new());
        self.address.with_value(|address| address.change(&self.link_untracked()));
    }

    fn go_to(self, mut link: Link, problems: Vec<Problem>) {
        if self.open_untracked(|open| open.waits) {
            return;
        }
        self.wish(Wish::Link(&mut link));
        self.playing.set(false);
        // How code is written and how fast it plays is the reader's choice, and no link's; how the page is set up is its own.
        let Open { style, pace, about, strip, tell_race, tell, grant, embedding, .. } = self.open.get_untracked();
        let kept = Open::of(&link, problems);
        self.open.set(Open { style, pace, about, strip, tell_race, tell, grant, embedding, ..kept });
        self.stopped.set(link.playhead);
        self.scenario.set(link.scenario);
    }

    /// Makes of a wish what is granted of it. All changes of what a link says come through here, so that nothing gets round what
    /// is locked: no control, key, link, entry of the history or message.
    fn wish(self, wish: Wish<'_>) {
        if let Some(grant) = self.open_untracked(|open| open.grant) {
            grant(self, wish);
        }
    }

    /// Whether a parameter can't be changed.
    fn locks(self, name: &str) -> bool {
        self.open.with_untracked(|open| open.embedding.locks(name))
    }

    /// What is run.
    pub fn scenario(self) -> Scenario {
        self.scenario.get()
    }

    /// The run.
    pub fn run(self) -> Shared {
        self.run.get().run()
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
    pub fn moment(self) -> Arc<Moment> {
        match self.moment.get() {
            Derived::Moment(moment) => moment,
            _ => Arc::default(),
        }
    }

    /// Whether the playhead moves by itself.
    pub fn playing(self) -> bool {
        self.playing.get()
    }

    /// What is open below the verdict.
    pub fn open(self) -> Open {
        self.open.get()
    }

    /// Something of what is open, for what happens once and need not hear of changes.
    pub fn open_untracked<T>(self, tell: impl FnOnce(&Open) -> T) -> T {
        self.open.with_untracked(tell)
    }

    /// The tab that is open.
    pub fn tab(self) -> Tab {
        self.open.with(|open| open.tab)
    }

    /// Whether the strip with what can go wrong is unfolded: as the reader has it, else when something does go wrong, or
    /// something is done about it that is not by default.
    pub fn strip(self) -> bool {
        self.open.with(|open| open.strip).unwrap_or_else(|| {
            let Scenario { faults, skew, timeout, on_failure, breaker, .. } = self.scenario.get();
            let done = timeout.is_some() || breaker.is_some() || on_failure != OnFailure::Open;
            done || !faults.is_empty() || skew > Span::ZERO
        })
    }

    /// Notes something that no link keeps.
    pub fn note(self, with: impl FnOnce(&mut Open)) {
        // Whatever is done, it is done by one and the same code.
        let mut with = Some(with);
        self.update_open(&mut |open| with.take().into_iter().for_each(|with| with(open)));
    }

    #[inline(never)]
    fn update_open(self, with: &mut dyn FnMut(&mut Open)) {
        if self.open.try_with_untracked(|open| open.grant.is_some()) == Some(true) {
            let mut after = self.open.get_untracked();
            with(&mut after);
            self.wish(Wish::Open(&mut after));
            self.open.set(after);
        } else {
            // The page may be gone by the time that something is known.
            let _ = self.open.try_update(with);
        }
    }

    /// Changes what is open below the verdict.
    pub fn reopen(self, with: impl FnOnce(&mut Open)) {
        self.prefer(with);
        self.rest();
    }

    /// Changes what is the reader's choice and no link's: the address stays as it is, with its mistakes.
    pub fn prefer(self, with: impl FnOnce(&mut Open)) {
        self.note(with);
    }

    /// Changes the order that is built by hand. What was said of the last one goes.
    pub fn reorder(self, with: impl FnOnce(&mut Open)) {
        self.reopen(|open| {
            open.note = Note::None;
            with(open);
        });
    }

    /// The race that is shown: the chosen request's, else that of the one that says most about the run.
    pub fn race(self) -> Arc<Race> {
        match self.race.get() {
            Derived::Race(race) => race,
            _ => unreachable!(),
        }
    }

    /// What was typed into a field was not taken.
    pub fn complain(self, field: &'static str, given: &str, problem: Problem) {
        self.note(|open| {
            open.complaints.retain(|(of, _)| *of != field);
            open.complaints.push((field, say!("\u{201c}{}\u{201d} was not taken.", given)));
            open.untold.push((field, Problem { given: given.to_owned(), ..problem }));
            open.tell_untold();
        });
    }

    /// Where playing stops next after an instant, if it is to stop at the race's steps.
    pub fn stop_after(self, at: Time) -> Option<Time> {
        let pausing = self.open.with(|open| open.pausing && open.tab == Tab::Race);
        pausing.then(|| self.race().stops.iter().copied().find(|stop| *stop > at)).flatten()
    }

    /// The link to the lab as it stands.
    pub fn link(self) -> Link {
        let now = self.now();
        // Where it is locked may lie beyond this run's end, and not beyond another's.
        let named = now < self.run().trace.end() || self.locks("t");
        let playhead = self.stopped.get().filter(|_| named);
        let Open { tab, request, small, order, compare, policies, costs, runs, embedding, .. } = self.open.get();
        let scenario = self.scenario.get();
        Link { scenario, playhead, tab, request, small, order, compare, policies, costs, runs, embedding }
    }

    fn link_untracked(self) -> Link {
        untrack(|| self.link())
    }

    /// Changes the scenario, once and for all. The playhead stays where it is.
    pub fn change(self, with: impl FnOnce(&mut Scenario)) {
        let mut scenario = self.scenario.get_untracked();
        with(&mut scenario);
        self.change_to(scenario);
    }

    #[inline(never)]
    fn change_to(self, scenario: Scenario) {
        if self.set(scenario) {
            self.address.with_value(|address| address.change(&self.link_untracked()));
        }
    }

    /// Changes the scenario as one step of dragging a control, until [`Self::settle`].
    pub fn drag(self, control: &'static str, with: impl FnOnce(&mut Scenario)) {
        let mut scenario = self.scenario.get_untracked();
        with(&mut scenario);
        if self.set(scenario) {
            self.address.with_value(|address| address.drag(&self.link_untracked(), control));
        }
    }

    /// A control is no longer dragged.
    pub fn settle(self) {
        self.address.with_value(Address::settle);
    }

    /// Whether that changed anything.
    #[inline(never)]
    fn set(self, mut scenario: Scenario) -> bool {
        let before = self.scenario.get_untracked();
        self.wish(Wish::Scenario(&mut scenario));
        let put_back = misfit(&scenario).map(|_| (scenario.rule, scenario.strategy));
        if put_back.is_some() {
            // What every strategy counts by.
            (scenario.rule, scenario.window_start) = (Rule::FixedWindow, WindowStart::Clock);
        }
        self.say_put_back(put_back);
        scenario = scenario.bounded();
        if scenario == before {
            return false;
        }
        if self.playing.get_untracked() {
            // The entry that is left behind says where it was left.
            self.pause();
        }
        // Another run: what was chosen in the last one, or said beside it, says nothing about it.
        let case = |of: &Scenario| (of.strategy, of.rule, of.window);
        let another = case(&before) != case(&scenario);
        if another || self.open.with_untracked(|open| open.request.is_some() || !open.complaints.is_empty()) {
            self.note(|open| {
                open.complaints.clear();
                if !open.embedding.locks("request") {
                    open.request = None;
                }
                if another {
                    open.forget_tries();
                }
            });
        }
        self.scenario.set(scenario);
        true
    }

    /// Notes that a rule was put back to fixed windows because the strategy can't count by it.
    fn say_put_back(self, put_back: Option<(Rule, Strategy)>) {
        // Also when it was said before: what was picked has to be shown as it is.
        if put_back.is_some() || self.open.with_untracked(|open| open.put_back.is_some()) {
            self.note(|open| open.put_back = put_back);
        }
    }

    /// A control sets a parameter from text.
    ///
    /// # Errors
    /// When the text is not allowed; then nothing changes.
    pub fn set_from_text(self, name: &'static str, text: &str) -> Result<(), Problem> {
        let link = self.link_untracked();
        // What can be left out follows the limit then, or is not there at all.
        let left_out = if text.is_empty() { link.without(name) } else { None };
        let link = left_out.map_or_else(|| link.with(name, text), Ok)?;
        // What else is too much then, goes back as far as it must.
        if let Some((_, why)) = too_much(&link.scenario).filter(|(of, _)| *of == "for" || *of == name) {
            return Err(Problem { name: name.to_owned(), given: text.to_owned(), why });
        }
        self.change_to(link.scenario);
        Ok(())
    }

    /// The run and the playhead, for what happens once and need not hear of their changes.
    fn here(self) -> (Shared, Time) {
        untrack(|| (self.run(), self.now()))
    }

    /// Moves the playhead, as one frame of playing or one step of a drag.
    pub fn glide(self, at: Time) {
        let end = self.here().0.trace.end();
        let mut playhead = (at < end).then_some(at);
        self.wish(Wish::Playhead(&mut playhead));
        self.stopped.set(playhead);
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
        run.over.iter().find(|over| over.at > now).into_iter().for_each(|over| self.choose(*over));
    }

    /// To the one before, if there is one.
    pub fn previous_over(self) {
        let (run, now) = self.here();
        run.over.iter().rfind(|over| over.at < now).into_iter().for_each(|over| self.choose(*over));
    }

    /// Shows a request's race, with the playhead at that instant.
    pub fn choose(self, Spot { at, request }: Spot) {
        self.note(|open| open.request = Some(request));
        self.seek(at);
    }

    /// What kind of request it is worth going through: those over the limit, else those refused, else those let through.
    pub fn worth_choosing(self) -> Outcome {
        let verdict = &self.run().verdict;
        match (verdict.over, verdict.refused) {
            (1.., _) => Outcome::Over,
            (0, 1..) => Outcome::Refused,
            (0, 0) => Outcome::Allowed,
        }
    }

    /// Chooses the next request of the kind that is worth it after the one that is shown, or the one before.
    pub fn choose_beside(self, step: isize) {
        let (run, race, worth) = untrack(|| (self.run(), self.race(), self.worth_choosing()));
        let events = run.trace.events();
        let shown = events.iter().position(|event| event.request.number == race.request && event.outcome().is_some());
        let shown = shown.unwrap_or(0);
        let wanted = |event: &&Event| event.outcome() == Some(worth);
        let beside =
            if step < 0 { events[..shown].iter().rfind(wanted) } else { events[shown + 1..].iter().find(wanted) };
        let beside = beside.map(|event| Spot { at: event.at, request: event.request.number });
        beside.into_iter().for_each(|beside| self.choose(beside));
    }

    /// To the race's next step; from the run's end to its first.
    pub fn next_step(self) {
        let (run, now) = self.here();
        let race = untrack(|| self.race());
        let now = if now == run.trace.end() { Time::START } else { now };
        self.seek(race.stops.iter().copied().find(|stop| *stop > now).unwrap_or_else(|| run.trace.end()));
    }

    /// To the one before.
    pub fn previous_step(self) {
        let (race, now) = untrack(|| (self.race(), self.now()));
        self.seek(race.stops.iter().copied().rfind(|stop| *stop < now).unwrap_or(Time::START));
    }

    /// Starts playing, from the beginning if the run is at its end.
    pub fn play(self) {
        let mut may = true;
        self.wish(Wish::Play(&mut may));
        if may && untrack(|| self.at_end()) {
            self.glide(Time::START);
        }
        self.playing.set(may);
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
    // (`expect_context` says where it was missed with two kilobytes of tables of what can be printed.)
    use_context().expect("the page has a lab")
}
