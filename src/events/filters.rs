//! The filters above the table, and how much they leave.

use leptos::prelude::*;
use maud::html;

use super::table::{View, filter};
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::words::say::some;

/// The filters of the table.
pub fn filters(view: View) -> Part {
    let lab = use_lab();
    let View { shown, .. } = view;
    let part = Part::new(html! {
        p.filters {
            span { (t("Server")) " " (select::told("filter-server", t("Server"), "")) }
            span {
                (t("Request")) " "
                input type="text" inputmode="numeric" name="filter-request" aria-label=(t("Request")) placeholder=(t("all"))
                    autocomplete="off";
            }
            span.left {}
        }
    });
    let servers = move || {
        let all = std::iter::once((String::new(), t("all").to_owned()));
        all.chain((1..=lab.scenario().servers).map(|one| (one.to_string(), one.to_string()))).collect()
    };
    let server = move || shown_number(filter(lab).server);
    let pick = move |value: &str| lab.reopen(|open| open.filter.server = number(value));
    let keep = Keep { entries: Box::new(servers), value: Box::new(server), pick: Box::new(pick) };
    select::keep(&part.named("filter-server"), keep);
    let request = part.named("filter-request");
    live::value(&request, move || shown_number(filter(lab).request));
    let field = request.clone();
    live::hear(&request, "change", move |event| {
        let typed = number(&live::value_of(&event));
        let requests = untrack(|| lab.scenario()).requests();
        let request = typed.filter(|one| *one < requests);
        lab.reopen(|open| open.filter.request = request);
        // What was typed and does not hold goes, also where nothing else has changed.
        live::set_value(&field, &shown_number(request));
    });
    live::text(&part.find(".left"), move || some(shown.read().len() as u32, n!("1 event"), n!("{} events")));
    part
}

/// A number from 1, as the page counts, to one from 0; none for all.
fn number(text: &str) -> Option<u32> {
    text.trim().parse::<u32>().ok()?.checked_sub(1)
}

/// The other way round.
fn shown_number(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| (number + 1).to_string())
}
