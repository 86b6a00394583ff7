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
const COLUMNS: u64 = 625;

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
        let over: Vec<Time> = run.over.iter().map(|over| over.at).collect();
        places(&over, run.trace.end()).iter().map(|place| format!("M{place} 0v1")).collect()
    });
}

/// Where the marks of these instants stand; of many, no more than can be told apart: one in each column.
fn places(over: &[Time], end: Time) -> Vec<u64> {
    let columns = if over.len() > MANY { COLUMNS } else { WIDE };
    // A run is a few minutes at most: 10,000 times its nanoseconds are far from 64 bits.
    let mut places: Vec<u64> =
        over.iter().map(|at| at.nanos() * columns / end.nanos().max(1) * (WIDE / columns)).collect();
    if over.len() > MANY {
        places.dedup();
    }
    places
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: &[f64]) -> Vec<Time> {
        seconds.iter().map(|one| Time::from_nanos((one * 1e9) as u64)).collect()
    }

    #[test]
    fn a_mark_stands_where_its_instant_is_however_long_the_run() {
        for end in [0.04, 10.0, 3_600.0] {
            let marks = at(&[0.0, 0.25 * end, 0.5 * end, 0.5 * end, end]);
            assert_eq!(places(&marks, marks[4]), [0, 2_500, 5_000, 5_000, 10_000], "{end}");
        }
    }

    #[test]
    fn of_many_there_is_one_in_each_column() {
        let marks: Vec<Time> = (0..=10_000).map(|nth| Time::from_nanos(nth * 1_000_000)).collect();
        let places = places(&marks, marks[10_000]);
        assert_eq!((places.len(), places[1], places[625]), (626, 16, 10_000));
    }
}
