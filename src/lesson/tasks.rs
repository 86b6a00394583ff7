//! The tasks: what each asks, what it sets the lab to, and the change that it wants to see.
//!
//! A task's goal is a function of the run in the lab. What a prediction should have been comes from `limit_sim`, as the run
//! does; nothing of that is written down here.

mod approximate;
mod atomic;
mod autoscale;
mod break_it;
mod other_rules;
mod outage;
mod own_counts;
mod price;
mod round_trip;
mod shared_count;
mod shares;

use limit_sim::scenario::{Choice, Link, Scenario, Small, Task as Name};
use limit_sim::time::Span;
use limit_sim::trace::Trace;
use limit_sim::verdict::Verdict;

use super::ask::Ask;
use crate::say;

pub use outage::{REASONS, feedback};

/// A task.
pub struct Task {
    /// Its name.
    pub name: Name,
    /// Its title.
    pub title: &'static str,
    /// What is asked before the run.
    pub question: &'static str,
    /// How that is answered.
    pub ask: Ask,
    /// What the lab is set to then, as a link.
    pub link: &'static str,
    /// What its change may take, as names of parameters, beside those in the link.
    pub needs: &'static [&'static str],
    /// What the prediction should have been, in the form in which predictions are kept.
    pub truth: fn(&Scenario) -> String,
    /// How far the run and a prediction are apart, in a sentence with the run's numbers.
    pub told: fn(&Verdict, Option<&str>) -> String,
    /// Why it came out like that.
    pub why: &'static str,
    /// What is to be changed.
    pub change: &'static str,
    /// Whether the lab now stands at a run that shows that.
    pub goal: fn(&Standing) -> bool,
    /// What there is to learn from it.
    pub learned: &'static str,
}

/// All tasks, in their order.
pub const TASKS: [&Task; 11] = [
    &own_counts::TASK,
    &autoscale::TASK,
    &shares::TASK,
    &shared_count::TASK,
    &round_trip::TASK,
    &break_it::TASK,
    &atomic::TASK,
    &other_rules::TASK,
    &price::TASK,
    &outage::TASK,
    &approximate::TASK,
];

/// The task of a name; the first for none.
pub fn task(name: Name) -> &'static Task {
    TASKS[place(name)]
}

/// A task's place among all, from 0; the first's for none.
pub fn place(name: Name) -> usize {
    name.place().saturating_sub(1)
}

impl Task {
    /// What the lab is set to.
    pub fn setting(&self) -> Link {
        // The tests read all of them.
        self.link.parse().unwrap_or_default()
    }

    /// The parameters that must not be locked for it.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let set = self.link.split('&').filter_map(|one| Some(one.split_once('=')?.0));
        set.chain(self.needs.iter().copied())
    }
}

/// What stands in the lab.
pub struct Standing<'a> {
    /// The run.
    pub trace: &'a Trace,
    /// What it comes to.
    pub verdict: &'a Verdict,
    /// The small case.
    pub small: Small,
    /// The order that was built by hand.
    pub order: &'a [u8],
    /// Whether that order was shown, and not built.
    pub shown: bool,
}

impl Standing<'_> {
    /// What was run.
    pub fn scenario(&self) -> &Scenario {
        self.trace.scenario()
    }

    /// Whether one burst, of at least so many requests, met several servers. The limit is less than that.
    fn is_burst_of(&self, least: u32) -> bool {
        let Scenario { servers, burst, limit, .. } = *self.scenario();
        let one_burst = self.scenario().requests() == burst && self.scenario().users == 1;
        one_burst && servers > 1 && burst >= least && limit < burst
    }
}

/// How many got through, beside what was predicted.
fn passed(verdict: &Verdict, predicted: Option<&str>) -> String {
    let (passed, over) = (verdict.allowed, verdict.over);
    let all = verdict.allowed + verdict.refused;
    match predicted.and_then(|text| text.parse::<u32>().ok()) {
        None => say!("{} of {} got through, {} beyond what the limit allows.", passed, all, over),
        Some(said) if said == passed => {
            say!("As you said, {} of {} got through, {} beyond what the limit allows.", passed, all, over)
        }
        Some(said) if said < passed => say!(
            "You said {}; it is {} more: {} of {} got through, {} beyond what the limit allows.",
            said,
            passed - said,
            passed,
            all,
            over
        ),
        Some(said) => say!(
            "You said {}; it is {} fewer: {} of {} got through, {} beyond what the limit allows.",
            said,
            said - passed,
            passed,
            all,
            over
        ),
    }
}

/// How many get through, as predictions of it are kept.
fn allowed(scenario: &Scenario) -> String {
    verdict(scenario).allowed.to_string()
}

/// What a scenario comes to. By its trace: that is the one engine that the page has.
pub fn verdict(scenario: &Scenario) -> Verdict {
    Trace::of_decisions(scenario).verdict()
}

/// A span as predictions are kept: in milliseconds.
fn millis(span: Span) -> String {
    crate::words::number::millis(span)
}

/// What a link's run comes to.
#[cfg(test)]
fn meets(task: &Task, link: &str) -> bool {
    let link: Link = link.parse().unwrap_or_else(|problems| panic!("{link}: {problems:?}"));
    let trace = Trace::of(&link.scenario);
    let verdict = trace.verdict();
    let standing = Standing { trace: &trace, verdict: &verdict, small: link.small, order: &link.order, shown: false };
    (task.goal)(&standing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_links_in_their_order() {
        let names: Vec<_> = TASKS.iter().map(|task| task.name).collect();
        assert_eq!(names, Name::ALL[1..]);
        assert_eq!(task(Name::None).name, Name::OwnCounts);
        assert!(names.iter().all(|name| task(*name).name == *name));
    }

    #[test]
    fn what_they_set_the_lab_to_can_be_read_and_does_not_meet_their_goals() {
        for task in TASKS {
            let link = task.link.parse::<Link>();
            assert!(link.is_ok(), "{}: {link:?}", task.link);
            assert!(!meets(task, task.link), "{} is met before anything was changed", task.name.name());
        }
    }

    #[test]
    fn no_task_is_met_by_what_another_sets_the_lab_to() {
        for task in TASKS {
            for other in TASKS {
                assert!(!meets(task, other.link), "{} by {}", task.name.name(), other.name.name());
            }
        }
    }

    #[test]
    fn what_is_true_can_be_predicted_and_is_close_to_itself() {
        for task in TASKS {
            let truth = (task.truth)(&task.setting().scenario);
            let name = task.name.name();
            assert_eq!(task.ask.read(&truth).as_deref(), Some(truth.as_str()), "{name}");
            assert!(task.ask.is_close(&truth, &truth), "{name}");
        }
    }

    #[test]
    fn the_sentence_names_what_was_predicted() {
        for task in TASKS {
            let setting = task.setting();
            let verdict = Verdict::of(&setting.scenario);
            let truth = (task.truth)(&setting.scenario);
            let [told, skipped] = [Some(truth.as_str()), None].map(|predicted| (task.told)(&verdict, predicted));
            assert!(told != skipped && !told.contains('{') && !skipped.contains('{'), "{told} / {skipped}");
        }
        let verdict = Verdict::of(&own_counts::TASK.setting().scenario);
        assert_eq!(
            passed(&verdict, Some("10")),
            "You said 10; it is 10 more: 20 of 100 got through, 10 beyond what the limit allows."
        );
        assert_eq!(
            passed(&verdict, Some("100")),
            "You said 100; it is 80 fewer: 20 of 100 got through, 10 beyond what the limit allows."
        );
    }
}
