//! The stage as files: the picture at the playhead, and each server's counts there.

use leptos::prelude::*;
use limit_sim::scenario::Choice;
use limit_sim::trace::Outcome;
use maud::html;

use super::files::{self, Rows};
use super::settings;
use crate::export::{self, Export};
use crate::lab::{Lab, use_lab};
use crate::language::t;
use crate::part::Part;
use crate::stage::saved;

/// The row that saves the stage, for the dialog "Share".
pub fn row_of_stage() -> Part {
    let lab = use_lab();
    let left_out = lab.open_untracked(|open| open.embedding.hides("stage"));
    let part = Part::new(html! {
        div.take-away hidden[left_out] {
            p { (t("What is seen at the playhead, as a picture; each server\u{2019}s counts there, as numbers.")) }
            (export::row())
        }
    });
    let export = Export {
        picture: Box::new(saved::scene),
        over: Box::new(move || saved::dots(lab).into_string()),
        name: Box::new(move || format!("stage-{}", untrack(|| lab.scenario()).strategy.name())),
        title: Box::new(move || settings::in_words(&untrack(|| lab.scenario()))),
        csv: Box::new(move || files::csv(&counts(lab))),
        json: Box::new(move || files::json(lab, &counts(lab))),
    };
    export::keep(part.find(".export"), export);
    part
}

/// Each server's counts at the playhead, and those of all.
fn counts(lab: Lab) -> Rows {
    let moment = untrack(|| lab.moment());
    let mut rows = vec![["server", "let_through", "over", "refused", "lost", "waiting"].map(str::to_owned).to_vec()];
    let mut all = [0; 5];
    for (nth, server) in moment.servers.iter().enumerate() {
        let over = server.count(Outcome::Over);
        let passed = server.count(Outcome::Allowed) + over;
        let own = [passed, over, server.count(Outcome::Refused), server.lost as usize, server.checking as usize];
        all.iter_mut().zip(own).for_each(|(all, own)| *all += own);
        rows.push([(nth + 1).to_string()].into_iter().chain(own.map(|count| count.to_string())).collect());
    }
    rows.push(["all".to_owned()].into_iter().chain(all.map(|count| count.to_string())).collect());
    rows
}
