//! The questions on the page: a form each, whose choices are radio buttons.

use std::cell::RefCell;
use std::rc::Rc;

use limit_sim::scenario::{Answers, Link};
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::questions::{Choice, QUESTIONS, Question};
use crate::follow;
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::lesson::progress::{Answered, Progress, use_progress};
use crate::live;
use crate::part::Part;
use crate::say;
use crate::seen::Seen;

/// The questions.
pub fn check_yourself() -> Part {
    let (lab, progress) = (use_lab(), use_progress());
    let part = Part::new(html! {
        section.check aria-labelledby="check-title" {
            h3 id="check-title" { (t("Check yourself")) }
            p.aside {
                (t("Several answers may be tried. What is said of one is worked out from its own run, which its link opens in the lab."))
            }
            p.tally {}
            @for question in QUESTIONS { (told(question)) }
        }
    });
    live::text(&part.find(".tally"), move || tally(lab, progress));
    QUESTIONS.iter().for_each(|question| keep(&part, lab, progress, question));
    live::hear(part.root(), "input", |event| event.stop_propagation());
    live::hear(part.root(), "click", move |event| {
        if follow::pressed(lab, &event) {
            follow::show_stage();
        }
    });
    part
}

fn told(question: &Question) -> Markup {
    let name = question.name;
    html! {
        form data-question=(name) {
            fieldset data-own-keys {
                legend { (t(question.asked)) }
                @for choice in question.choices {
                    label.choice {
                        input type="radio" name={ "check-" (name) } value=(choice.name);
                        span { (t(choice.text)) }
                    }
                }
            }
            p.buttons {
                button type="submit" { (t("Answer")) }
                span.tried {}
            }
            div.feedback role="status" {}
        }
    }
}

/// How many questions are answered right, or answered at all where nobody is to know.
fn tally(lab: Lab, progress: Progress) -> String {
    let hidden = hides(lab);
    let counts = |one: &Answered| hidden || one.correct;
    let answered = QUESTIONS.iter().filter_map(|question| progress.question(question.name)).filter(counts).count();
    match hidden {
        true => say!("Answered: {} of {}", answered, QUESTIONS.len()),
        false => say!("Right: {} of {}", answered, QUESTIONS.len()),
    }
}

/// Whether the lesson is not to say what is right.
fn hides(lab: Lab) -> bool {
    lab.open_untracked(|open| open.embedding.answers == Answers::Hidden)
}

fn keep(part: &Part, lab: Lab, progress: Progress, question: &'static Question) {
    let form = part.find(&format!("[data-question='{}']", question.name));
    let find = |selector: &str| form.query_selector(selector).ok().flatten();
    // What is said of the choice that was answered last, in this page.
    let said: Rc<RefCell<Markup>> = Rc::new(RefCell::new(Markup::default()));
    if let Some(place) = find(".tried") {
        live::text(&place, move || {
            let known = progress.question(question.name);
            known.map_or_else(String::new, |known| tried(&known, hides(lab)))
        });
    }
    if let Some(place) = find(".feedback") {
        let own = said.clone();
        live::markup(&place, move || {
            let known = progress.question(question.name);
            // Begun anew, there is nothing to say any more.
            known.map_or_else(Markup::default, |_| own.borrow().clone())
        });
    }
    let own = form.clone();
    live::hear(&form, "submit", move |event| {
        event.prevent_default();
        // The lesson hears of its own forms, around these.
        event.stop_propagation();
        let Some(choice) = chosen(&own, question) else { return };
        *said.borrow_mut() = feedback(lab, question, choice);
        progress.answered(question.name, choice.name, choice.name == question.right);
    });
}

/// The choice that is checked.
fn chosen(form: &Element, question: &'static Question) -> Option<&'static Choice> {
    let input = form.query_selector("input:checked").ok()??.unchecked_into::<HtmlInputElement>();
    let name = input.value();
    question.choices.iter().find(|choice| choice.name == name)
}

fn tried(Answered { attempts, correct, .. }: &Answered, hidden: bool) -> String {
    match (hidden, correct) {
        (true, _) => say!("Answers given: {}", attempts),
        (false, true) => say!("Answered right. Answers given: {}", attempts),
        (false, false) => say!("Not right so far. Answers given: {}", attempts),
    }
}

fn feedback(lab: Lab, question: &Question, choice: &Choice) -> Markup {
    if hides(lab) {
        return html! { p { (t("Your answer was taken.")) } };
    }
    let right = choice.name == question.right;
    let seen = Seen::of(&Link::read(choice.link).0);
    html! {
        p data-right=(right) {
            strong { (if right { t("Right.") } else { t("Not quite.") }) } " "
            (seen.say(choice.said, choice.figures)) " "
            a href=(follow::href(lab, choice.link)) data-link=(choice.link) {
                (if right { t("See it in the lab") } else { t("See why in the lab") })
            }
        }
    }
}
