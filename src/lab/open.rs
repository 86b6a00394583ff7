//! How the page stands beside the scenario and the playhead.

use limit_sim::scenario::{Costs, Embedding, Link, Policies, Problem, Rule, Runs, Scenario, Small, Strategy, Tab};
use limit_sim::time::Time;
use limit_sim::trace::{Event, Race, Trace};
use maud::Markup;

use super::{Lab, Run};
use crate::events::Filter;
use crate::events::line::Line;
use crate::say;

/// Tells the race of a request, or of the one that says most about the run; with all that it met, or the most telling.
pub type TellRace = fn(&Trace, Option<u32>, bool) -> Race;

/// Tells of what the first view does not show by itself: it shows the lesson's strategies on one burst, at its end.
#[derive(Clone, Copy)]
pub struct Tell {
    /// What another strategy, or one under another rule, does and what to watch.
    pub what: fn(&Scenario) -> String,
    /// What happened in another run, or in one in which something goes wrong.
    pub story: fn(&Run) -> String,
    /// One event.
    pub line: fn(&Trace, &Event) -> Line,
    /// What is allowed instead of what was not taken.
    pub allowed: fn(&Problem) -> String,
    /// A line of what in the address was not taken, or means something else than it did; with what was given.
    pub problem: fn(&Problem, String) -> String,
    /// That a rule was put back to fixed windows, because the strategy can't count by it.
    pub put_back: fn((Rule, Strategy)) -> Markup,
}

/// A wish for something else, on its way to what is granted of it.
pub enum Wish<'a> {
    /// To stand at another link.
    Link(&'a mut Link),
    /// To run something else.
    Scenario(&'a mut Scenario),
    /// To move the playhead.
    Playhead(&'a mut Option<Time>),
    /// To play.
    Play(&'a mut bool),
    /// To have something else open.
    Open(&'a mut Open),
}

/// Makes of a wish what is granted of it (`embed/locks.rs`).
pub type Grant = fn(Lab, Wish<'_>);

/// How the page stands beside the scenario and the playhead: what is open, chosen and said.
///
/// All of it in one signal, because each type of signal brings its own machinery.
#[derive(Clone, Default)]
pub struct Open {
    /// The tab.
    pub tab: Tab,
    /// The request whose race is shown, if one was chosen.
    pub request: Option<u32>,
    /// Whether all that it met are shown.
    pub all: bool,
    /// What tells races, once that part of the program is there.
    pub tell_race: Option<TellRace>,
    /// What tells the rest, once that part of the program is there.
    pub tell: Option<Tell>,
    /// What fields did not take while that was not there.
    pub untold: Vec<(&'static str, Problem)>,
    /// Whether what can go wrong is unfolded, if the reader chose.
    pub strip: Option<bool>,
    /// Whether playing stops at each of the race's steps.
    pub pausing: bool,
    /// The case that is ordered by hand, or in every way.
    pub small: Small,
    /// The order built so far.
    pub order: Vec<u8>,
    /// What was undone of it, the first to be done again last.
    pub undone: Vec<u8>,
    /// How many complete orders of this case let no more through than the limit.
    pub tries: u32,
    /// What is said of it.
    pub note: Note,
    /// The strategies that are held against each other.
    pub compare: Vec<Strategy>,
    /// What the bill is made out for.
    pub costs: Costs,
    /// What several endpoints do while Redis gives no answer.
    pub policies: Policies,
    /// What is asked of many runs.
    pub runs: Runs,
    /// How the page is set up by whoever embeds it.
    pub embedding: Embedding,
    /// What says what is granted of a wish where something is locked, once that part of the program is there.
    pub grant: Option<Grant>,
    /// Whether that is still on its way: nothing can be changed until then.
    pub waits: bool,
    /// Which events the table shows.
    pub filter: Filter,
    /// How code is written, by its place among the styles.
    pub style: usize,
    /// What in the address was not taken.
    pub problems: Vec<Problem>,
    /// What in fields was not taken: each field's name, and what is said of it.
    pub complaints: Vec<(&'static str, String)>,
    /// The rule that was put back to fixed windows, and the strategy that can't count by it.
    pub put_back: Option<(Rule, Strategy)>,
    /// Whether the cards of the strategy and of the rule are open.
    pub about: bool,
    /// How much slower than real time the lab plays, if the reader chose.
    pub pace: Option<u32>,
    /// The mean over some bursts in words, with the number of the run that it is for.
    pub estimated: Option<(u32, String)>,
}

/// What is said of the order beside its last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Note {
    /// Nothing.
    #[default]
    None,
    /// What to do next.
    Hint,
    /// That it was not built by the reader.
    Shown,
    /// Why this choice can't be taken.
    Blocked(u8),
}

impl Open {
    /// What a link opens, with what was not taken of it.
    pub fn of(link: &Link, problems: Vec<Problem>) -> Self {
        let Link { tab, request, small, order, compare, policies, costs, runs, embedding, .. } = link.clone();
        Self { tab, request, small, order, compare, policies, costs, runs, embedding, problems, ..Self::default() }
    }

    /// Tells of what fields did not take what is allowed, if that part of the program is there.
    pub fn tell_untold(&mut self) {
        let Some(Tell { allowed: tell, .. }) = self.tell else { return };
        for (field, problem) in std::mem::take(&mut self.untold) {
            for (_, told) in self.complaints.iter_mut().filter(|(of, _)| *of == field) {
                *told = say!("\u{201c}{}\u{201d} was not taken. Allowed: {}.", problem.given, tell(&problem));
            }
        }
    }

    /// Another case of these sizes: its orders begin anew.
    pub fn begin_case(&mut self, small: Small) {
        self.small = small;
        self.order.clear();
        self.forget_tries();
    }

    /// Forgets what was done and said in another case. The order stays: taking the same choices there teaches.
    pub fn forget_tries(&mut self) {
        self.undone.clear();
        (self.tries, self.note) = (0, Note::None);
    }
}
