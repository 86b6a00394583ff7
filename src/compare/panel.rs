//! The tab: which strategies, their pictures side by side, and the numbers.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Choice, Link, Strategy, Tab};
use limit_sim::time::Time;
use maud::{Markup, html};

use super::measured::measured;
use super::picture::picture;
use super::runs::{Compared, Runs};
use super::table::table;
use crate::lab::{Lab, keep_calm, use_lab};
use crate::live;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::words::number::count;
use crate::words::strategy;

/// What stands for no strategy in a list.
const NONE: &str = "none";

/// The tab's panel.
pub fn compare_panel() -> Part {
    let lab = use_lab();
    let most = *Link::COMPARED.end();
    let panel = Part::new(html! {
        div.compare {
            h2 { "The same requests, several strategies" }
            div.row {
                @for nth in 1..=most {
                    (select::told(&format!("compare-{nth}"), &format!("Strategy {nth}"), ""))
                }
            }
            div.pictures {
                @for nth in 0..most { article data-nth=(nth) { div.head {} div.picture {} } }
            }
            div.numbers {}
            div.real {}
        }
    });
    (0..most).for_each(|nth| keep_list(&panel, lab, nth));
    let calm = keep_calm(lab);
    live::attribute(panel.root(), "aria-busy", move || (calm.get() != lab.run().number as usize).to_string());
    let runs = Rc::new(RefCell::new(Runs::of(&untrack(|| lab.scenario()), &[])));
    // What the runs are of: that they are others shows in a number that grows.
    let told = RwSignal::new(0usize);
    let own = runs.clone();
    live::effect(move || {
        if lab.tab() == Tab::Compare && calm.get() == lab.run().number as usize {
            *own.borrow_mut() = Runs::of(&lab.scenario(), &lab.open().compare);
            told.update(|told| *told = told.wrapping_add(1));
        }
    });
    let own = runs.clone();
    live::attribute(&panel.find(".pictures"), "style", move || {
        told.track();
        let end = own.borrow().end.nanos().max(1) as f64;
        let now = if lab.at_end() { 1.0 } else { (lab.now().nanos() as f64 / end).min(1.0) };
        format!("--now:{}", crate::words::number::fixed(now, 4))
    });
    for nth in 0..most {
        let place = panel.find(&format!("[data-nth='{nth}']"));
        let own = runs.clone();
        live::flag(&place, "hidden", move || {
            told.track();
            own.borrow().all.len() <= nth
        });
        let own = runs.clone();
        live::markup(&panel.find(&format!("[data-nth='{nth}'] .head")), move || {
            told.track();
            let now = if lab.at_end() { Time::from_nanos(u64::MAX) } else { lab.now() };
            own.borrow().all.get(nth).map_or_else(Markup::default, |one| head(one, now))
        });
        let own = runs.clone();
        live::markup(&panel.find(&format!("[data-nth='{nth}'] .picture")), move || {
            told.track();
            let runs = own.borrow();
            let ran = runs.all.get(nth).and_then(|one| one.run.as_ref().ok());
            ran.map_or_else(Markup::default, |ran| picture(&runs, ran))
        });
    }
    live::markup(&panel.find(".numbers"), move || {
        told.track();
        table(&runs.borrow())
    });
    live::markup(&panel.find(".real"), move || {
        if lab.tab() == Tab::Compare {
            // Whether it has come is told like everything that is open.
            lab.open();
            return measured(lab);
        }
        Markup::default()
    });
    panel
}

/// A list of strategies. The last two may be none.
fn keep_list(panel: &Part, lab: Lab, nth: usize) {
    let least = *Link::COMPARED.start();
    let entries = move || {
        let none = (nth >= least).then(|| (NONE.to_owned(), "\u{2014}".to_owned()));
        let all = Strategy::ALL.iter().map(|one| (one.name().to_owned(), strategy::name(*one).to_owned()));
        none.into_iter().chain(all).collect()
    };
    let value = move || {
        let chosen = lab.open().compare.get(nth).map(|one| one.name());
        chosen.unwrap_or(NONE).to_owned()
    };
    let pick = move |name: &str| lab.reopen(|open| choose(&mut open.compare, nth, Strategy::from_name(name)));
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&panel.named(&format!("compare-{}", nth + 1)), keep);
}

/// Puts a strategy in a place. Whichever was there goes where the new one was, so that none is there twice.
fn choose(compare: &mut Vec<Strategy>, nth: usize, chosen: Option<Strategy>) {
    let Some(chosen) = chosen else {
        if nth < compare.len() {
            compare.remove(nth);
        }
        return;
    };
    match compare.iter().position(|one| *one == chosen) {
        Some(other) if nth < compare.len() => compare.swap(nth, other),
        Some(_) => {}
        None if nth < compare.len() => compare[nth] = chosen,
        None => compare.push(chosen),
    }
}

/// A strategy's name, and its numbers at an instant.
fn head(one: &Compared, now: Time) -> Markup {
    let name = strategy::name(one.strategy);
    let ran = match &one.run {
        Ok(ran) => ran,
        Err(misfit) => {
            return html! {
                h3 { (name) }
                p.aside { "It can\u{2019}t count by this rule: it is a strategy " (misfit.reason()) "." }
            };
        }
    };
    let (through, over) = ran.by(now);
    let due = ran.verdict.due;
    html! {
        h3 { (name) }
        p.tally data-over=[(over > 0).then_some("")] {
            b { (through) }
            " of " (due)
            span { @if over > 0 { "+" (over) " over" } @else { (short(one, now)) } }
        }
    }
}

/// Who was refused for no reason, once all is decided.
fn short(one: &Compared, now: Time) -> String {
    let Ok(ran) = &one.run else { return String::new() };
    let done = ran.marks.last().is_none_or(|last| last.at <= now);
    match ran.verdict.falsely_refused {
        0 => String::new(),
        _ if !done => String::new(),
        short => count(short, "short", "short"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_strategy_is_ever_chosen_twice_and_two_always_stay() {
        use Strategy::{Incr, Local, Script, Split};
        let mut compare = vec![Local, Split, Incr];
        choose(&mut compare, 0, Some(Incr));
        assert_eq!(compare, [Incr, Split, Local], "they change places");
        choose(&mut compare, 1, Some(Script));
        choose(&mut compare, 3, Some(Split));
        assert_eq!(compare, [Incr, Script, Local, Split]);
        choose(&mut compare, 2, None);
        assert_eq!(compare, [Incr, Script, Split]);
        choose(&mut compare, 3, Some(Script));
        assert_eq!(compare, [Incr, Script, Split], "it is there already");
    }
}
