//! What the lesson's panel shows of the task that is open, as markup.

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Task as Name};
use maud::{Markup, html};

use super::Panel;
use crate::language::t;
use crate::lesson::ask::{Ask, mark, span};
use crate::lesson::progress::Begun;
use crate::lesson::tasks::{REASONS, TASKS, Task, feedback, place, verdict};
use crate::say;
use crate::words::number::exact;

impl Panel {
    pub(super) fn whereabouts(&self, task: &'static Task) -> Markup {
        let (number, all) = (place(task.name) + 1, TASKS.len());
        let done = self.counts().1;
        html! {
            @if self.says() { (say!("Task {} of {}, {} done", number, all, done)) }
            @else { (say!("Task {} of {}", number, all)) }
        }
    }

    pub(super) fn list(&self) -> Markup {
        let at = self.task().name;
        html! {
            @for task in TASKS {
                @let (sign, state) = self.state(task);
                li {
                    button.quiet type="button" data-go=(task.name.name()) data-key=(task.name.name())
                        aria-current=[(task.name == at).then_some("step")] {
                        span.sign aria-hidden="true" { (sign) }
                        (t(task.title))
                        @if !state.is_empty() { span.state { " " (state) } }
                    }
                }
            }
        }
    }

    /// A sign and a word for how far the student is with a task.
    fn state(&self, task: &Task) -> (&'static str, &'static str) {
        if self.missing(task).is_some() {
            return ("\u{2013}", t("not here"));
        }
        match self.begun(task) {
            Some(begun) if begun.done && self.says() => ("\u{2713}", t("done")),
            Some(begun) if begun.attempts > 0 && !self.says() => ("\u{25cf}", t("taken")),
            Some(_) => ("\u{25d0}", t("begun")),
            None => ("\u{25cb}", ""),
        }
    }

    /// The form of the prediction, or what was predicted.
    pub(super) fn ask(&self, task: &'static Task) -> Markup {
        if let Some(name) = self.missing(task) {
            return html! {
                p.missing {
                    (say!("This task can\u{2019}t be done here: whoever set this page up has locked or left out what it needs ({}).", name))
                }
            };
        }
        match self.begun(task) {
            None => self.form(task),
            Some(Begun { predicted: None, .. }) => html! { p.yours { (t("You skipped the prediction.")) } },
            Some(Begun { predicted: Some(said), .. }) => {
                html! { p.yours { (say!("Your prediction: {}", shown(&task.ask, &said))) } }
            }
        }
    }

    fn form(&self, task: &'static Task) -> Markup {
        let wrong = self.wrong.get();
        html! {
            form.predict data-own-keys novalidate {
                @match &task.ask {
                    Ask::Number(least, most) => {
                        label {
                            (t("Your prediction")) " "
                            input type="text" name="prediction" inputmode="numeric" autocomplete="off" size="5" data-key="prediction"
                                aria-invalid=(wrong) aria-describedby="prediction-wrong";
                        }
                        span.problem id="prediction-wrong" role=[wrong.then_some("alert")] {
                            @if wrong { (say!("A whole number from {} to {}, please: or skip it.", least, most)) }
                        }
                    }
                    Ask::Choice(all) => {
                        fieldset aria-describedby="prediction-wrong" {
                            legend { (t("Your prediction")) }
                            @for (name, label) in *all {
                                label { input type="radio" name="prediction" value=(name) data-key={ "prediction-" (name) }; " " (t(label)) }
                            }
                        }
                        span.problem id="prediction-wrong" role=[wrong.then_some("alert")] { @if wrong { (t("Pick one, or skip it.")) } }
                    }
                    Ask::Mark(all) => {
                        @let middle = all.len() / 2;
                        label {
                            (t("Your prediction")) ": " span.mark { (told_mark(all, middle)) }
                            input type="range" name="prediction" min="0" max=(all.len() - 1) step="1" value=(middle)
                                aria-valuetext=(told_mark(all, middle)) data-key="prediction";
                        }
                        p.ends aria-hidden="true" { span { (told_mark(all, 0)) } span { (told_mark(all, all.len() - 1)) } }
                    }
                }
                p.row {
                    button.main type="submit" data-key="commit" { (t("Commit and see the run")) }
                    button.quiet type="button" data-do="skip" data-key="skip" { (t("Skip")) }
                }
            }
        }
    }

    /// How far the prediction and the run are apart.
    pub(super) fn told(&self, task: &'static Task) -> Markup {
        let Some(begun) = self.begun(task) else { return Markup::default() };
        if !self.says() {
            return html! { p { (t("Your prediction was taken.")) } };
        }
        let verdict = verdict(&task.setting().scenario);
        html! {
            p.apart { ((task.told)(&verdict, begun.predicted.as_deref())) }
            p { (t(task.why)) }
        }
    }

    /// What is to be changed, once the prediction is made.
    pub(super) fn change(&self, task: &'static Task) -> Markup {
        if self.begun(task).is_none() {
            return Markup::default();
        }
        html! {
            p.wanted { strong { (t("Now you:")) } " " (t(task.change)) }
            p.row {
                @if task.name == Name::BreakIt {
                    button type="button" data-do="board" data-key="board" { (t("To \u{201c}Break it\u{201d}")) }
                } @else {
                    button type="button" data-do="see" data-key="see" { (t("To the run")) }
                }
                button.quiet type="button" data-do="set-up" data-key="set-up" { (t("Set the lab up again")) }
            }
            @if task.name == Name::Outage { (self.reasons(task)) }
        }
    }

    /// The reasons for a policy, once one is chosen.
    fn reasons(&self, task: &'static Task) -> Markup {
        let given = self.reason.get();
        let policy = self.lab.scenario().on_failure;
        if !self.meets(task) && given == 0 {
            return Markup::default();
        }
        html! {
            form.predict data-own-keys novalidate {
                fieldset {
                    legend { (t("Your reason")) }
                    @for (nth, (name, label)) in REASONS.iter().enumerate() {
                        label {
                            input type="radio" name="reason" value=(name) checked[given == nth + 1] data-key={ "reason-" (name) };
                            " " (t(label))
                        }
                    }
                }
                p.row { button.main type="submit" data-key="give" { (t("Give this reason")) } }
            }
            @if given > 0 && self.says() {
                p.problem { (t(feedback(policy, REASONS[given - 1].0).1)) }
            }
        }
    }

    /// What is said of the change that was made.
    pub(super) fn met(&self, task: &'static Task) -> Markup {
        let Some(begun) = self.begun(task) else { return Markup::default() };
        if !self.says() {
            let taken = begun.attempts > 0;
            return html! { @if taken { p { (t("Your answer was taken.")) } } };
        }
        if !begun.done {
            return Markup::default();
        }
        let (possible, done) = self.counts();
        html! {
            p { strong.done { span aria-hidden="true" { "\u{2713} " } (t("Done.")) } " " (t(task.learned)) }
            @if done == possible { p { (t("All tasks are done.")) } }
        }
    }

    /// To the tasks before and after.
    pub(super) fn steps(&self, task: &'static Task) -> Markup {
        let at = place(task.name);
        let ready = self.begun(task).is_some_and(|begun| begun.done || !self.says());
        html! {
            @if at > 0 { button type="button" data-go=(TASKS[at - 1].name.name()) data-key="back" { (t("Back")) } }
            @if at + 1 < TASKS.len() {
                button.main[ready] type="button" data-go=(TASKS[at + 1].name.name()) data-key="next" { (t("Next task")) }
            }
        }
    }

    /// To begin anew, with a question back.
    pub(super) fn again(&self) -> Markup {
        let nothing = self.progress.with(|state| state.tasks.is_empty() && state.questions.is_empty());
        html! {
            @if self.asking.get() {
                span { (t("Forget all that was done?")) } " "
                button type="button" data-do="forget" data-key="forget" { (t("Forget it")) } " "
                button.quiet type="button" data-do="keep" data-key="ask" { (t("Keep it")) }
            } @else if !nothing {
                button.quiet type="button" data-do="ask" data-key="ask" { (t("Begin anew")) }
            }
        }
    }
}

/// What a mark on an axis stands for.
pub(super) fn told_mark(all: &[u64], nth: usize) -> String {
    exact(span(&mark(all[nth.min(all.len() - 1)])))
}

/// A prediction as it is shown.
fn shown(ask: &Ask, said: &str) -> String {
    match ask {
        Ask::Number(..) => said.to_owned(),
        Ask::Choice(all) => all.iter().find(|(name, _)| *name == said).map_or(said, |(_, label)| t(label)).to_owned(),
        Ask::Mark(_) => exact(span(said)),
    }
}
