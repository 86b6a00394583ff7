//! Where on the play bar requests went over the limit.

use limit_sim::time::{Span, Time};
use maud::{Markup, html};
use web_sys::Element;

use crate::lab::{Run, use_lab};
use crate::live;

/// How near to a mark, in thousandths of the bar, a press counts as one on the mark.
const NEAR: u64 = 6;

/// How many marks there are at most, where each stands for one request; and the columns of the bar where there are more.
const MANY: usize = 200;
const COLUMNS: u64 = 700;

/// How wide the picture of the marks is, in units of its own.
const WIDE: u64 = 10_000;

/// The marks, behind the bar: one path, because of so many elements each change of a setting would have to lay out all.
pub fn marks() -> Markup {
    html! {
        svg.marks aria-hidden="true" viewBox={ "0 0 " (WIDE) " 1" } preserveAspectRatio="none" { path {} }
    }
}

/// Keeps the marks. By keyboard, `o` goes from one to the next.
pub fn keep_marks(path: &Element) {
    let lab = use_lab();
    live::attribute(path, "d", move || {
        let run = lab.run();
        let end = run.trace.end().nanos().max(1);
        // Of many, no more than can be told apart: one in each column.
        let columns = if run.over.len() > MANY { COLUMNS } else { end };
        let mut places: Vec<u64> = run.over.iter().map(|over| over.at.nanos() * columns / end).collect();
        places.dedup();
        places.iter().map(|place| format!("M{} 0v1", place * WIDE / columns)).collect()
    });
}

/// The mark nearest to an instant, if it is near enough to have been meant; else the instant.
pub fn snap(run: &Run, at: Time) -> Time {
    let near = Span::from_nanos(run.trace.end().nanos() * NEAR / 1000);
    let after = run.over.partition_point(|mark| mark.at < at);
    let [before, after] = [after.checked_sub(1), Some(after)].map(|nth| Some(run.over.get(nth?)?.at));
    let distance = |mark: &Time| if *mark < at { at - *mark } else { *mark - at };
    let nearest = before.into_iter().chain(after).min_by_key(distance);
    nearest.filter(|mark| distance(mark) <= near).unwrap_or(at)
}
