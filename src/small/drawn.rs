//! An order of the small case as a sequence diagram.

use limit_sim::hand::{self, Happened, Next, Replay};
use limit_sim::trace::Outcome;
use maud::{Markup, html};

use crate::language::t;
use crate::race::{Picture, diagram, listed};
use crate::say;

/// The diagram of the order that was replayed, once something has happened.
pub fn drawn(order: &[u8], replay: &Replay, width: f64) -> Markup {
    let Replay { position, happened, .. } = replay;
    if happened.is_empty() || width == 0.0 {
        return Markup::default();
    }
    let case = position.case();
    let trace = hand::trace(case, &order[..happened.len()]);
    let shown: Vec<u32> = (0..case.requests()).collect();
    let over = trace.events().iter().find(|event| event.outcome() == Some(Outcome::Over));
    let interludes = happened.iter().enumerate().filter_map(|(nth, happened)| {
        let text = match happened {
            Happened::Step(_) | Happened::Synced { .. } => return None,
            Happened::WindowEnded => t("the window ends").to_owned(),
            Happened::Crashed { server, .. } => say!("server {} crashes and is up again", server + 1),
        };
        Some((hand::after(nth), text))
    });
    let interludes: Vec<_> = interludes.collect();
    let lost = shown.iter().copied().filter(|request| position.next(*request) == Next::Lost);
    let lost: Vec<_> = lost.collect();
    let picture = Picture {
        trace: &trace,
        shown: &shown,
        chosen: over.map(|event| event.request.number),
        past: trace.events().len(),
        // The frame around it.
        width: width - 2.0,
        timed: false,
        interludes: &interludes,
        lost: &lost,
    };
    html! { div.race-picture { (diagram(&picture)) (listed(&trace, &shown, false)) } }
}
