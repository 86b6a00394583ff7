//! Which strategies are held against each other: a list for each.

use limit_sim::scenario::{Choice, Link, Strategy};
use maud::{Markup, html};

use crate::lab::Lab;
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::say;
use crate::select::{self, Keep};
use crate::words::strategy;

/// What stands for no strategy in a list.
const NONE: &str = "none";

/// Tells the lists, whose names begin with this.
pub fn told(names: &str) -> Markup {
    html! {
        @for nth in 1..=*Link::COMPARED.end() {
            (select::told(&format!("{names}-{nth}"), &say!("Strategy {}", nth), ""))
        }
    }
}

/// Keeps the lists whose names begin with this.
pub fn keep(part: &Part, lab: Lab, names: &str) {
    (0..*Link::COMPARED.end()).for_each(|nth| keep_list(part, lab, names, nth));
}

/// A list of strategies. The last two may be none.
fn keep_list(part: &Part, lab: Lab, names: &str, nth: usize) {
    let least = *Link::COMPARED.start();
    let entries = move || {
        let none = (nth >= least).then(|| (NONE.to_owned(), "\u{2014}".to_owned()));
        let all = Strategy::ALL.iter().map(|one| (one.name().to_owned(), t(strategy::name(*one)).to_owned()));
        none.into_iter().chain(all).collect()
    };
    let value = move || {
        let chosen = lab.open().compare.get(nth).map(|one| one.name());
        chosen.unwrap_or(NONE).to_owned()
    };
    let pick = move |name: &str| lab.reopen(|open| choose(&mut open.compare, nth, Strategy::from_name(name)));
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    let list = part.named(&format!("{names}-{}", nth + 1));
    live::set(&list, "data-part", Some("compare"));
    select::keep(&list, keep);
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
