//! Which request was pressed on the stage.

use limit_sim::trace::Outcome;

use super::layout::{Layout, Point};
use super::marks::Grid;
use crate::lab::{Run, Spot};

/// The decided request whose mark is at a point; elsewhere in a server's box its newest over the limit, or else its newest.
/// Only what was decided by the playhead can be pressed.
pub fn pick(layout: &Layout, run: &Run, past: usize, at: Point) -> Option<Spot> {
    let server = layout.servers.iter().position(|server| server.contains(at))?;
    let events = run.trace.events()[..past].iter();
    let decided = events.filter(|event| event.request.server as usize == server && event.outcome().is_some());
    let decided: Vec<_> = decided.collect();
    let on_mark = Grid::new(layout.marks(server), run.most_marks).and_then(|grid| {
        let near = |nth: &usize| {
            let Point { x, y } = grid.place(*nth);
            (x - at.x).abs().max((y - at.y).abs()) <= grid.cell / 2.0
        };
        (0..decided.len()).find(near)
    });
    let newest = || decided.iter().rposition(|event| event.outcome() == Some(Outcome::Over));
    let nth = on_mark.or_else(newest).or(decided.len().checked_sub(1))?;
    Some(Spot { at: decided[nth].at, request: decided[nth].request.number })
}
