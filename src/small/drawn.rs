//! The order that is built by hand, as a sequence diagram.

use limit_sim::hand::{self, Happened, Next};
use limit_sim::trace::Outcome;
use maud::{Markup, html};

use super::board::Board;
use crate::race::{Picture, diagram, listed};

/// The diagram, once something has happened.
pub fn drawn(board: &Board, width: f64) -> Markup {
    let taken = board.replay.happened.len();
    if taken == 0 || width == 0.0 {
        return Markup::default();
    }
    let case = board.position().case();
    let trace = hand::trace(case, &board.open.order[..taken]);
    let shown: Vec<u32> = (0..case.requests()).collect();
    let over = trace.events().iter().find(|event| event.outcome() == Some(Outcome::Over));
    let interludes = board.replay.happened.iter().enumerate().filter_map(|(nth, happened)| {
        let text = match happened {
            Happened::Step(_) => return None,
            Happened::WindowEnded => "the window ends".to_owned(),
            Happened::Crashed { server, .. } => format!("server {} crashes and is up again", server + 1),
        };
        Some((hand::after(nth), text))
    });
    let interludes: Vec<_> = interludes.collect();
    let lost = shown.iter().copied().filter(|request| board.position().next(*request) == Next::Lost);
    let lost: Vec<_> = lost.collect();
    let picture = Picture {
        trace: &trace,
        shown: &shown,
        chosen: over.map(|event| event.request.number),
        past: trace.events().len(),
        width: width - 2.0,
        timed: false,
        interludes: &interludes,
        lost: &lost,
    };
    html! { (diagram(&picture)) (listed(&picture)) }
}
