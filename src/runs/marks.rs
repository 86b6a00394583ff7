//! Where the marks' labels stand: on lines above the bars, so that no label lies on another, and none is crossed by a mark.

/// How many lines there are for labels.
pub const LANES: usize = 4;

/// How far a label is from its mark, in pixels.
pub const GAP: f64 = 5.0;

/// Something that is marked.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// How long its label is.
    pub width: f64,
}

/// Where a label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from the top. The mark goes down from there.
    pub lane: usize,
    /// Whether it stands to the left of its mark.
    pub left: bool,
}

impl Mark {
    fn span(&self, place: Place) -> (f64, f64) {
        if place.left { (self.x - GAP - self.width, self.x - GAP) } else { (self.x + GAP, self.x + GAP + self.width) }
    }
}

/// Where the labels stand, between two edges. Those nearest to an edge come first and have the highest lines, so marks further
/// in need not cross them.
pub fn place(marks: &[Mark], from: f64, to: f64) -> Vec<Place> {
    let mut places = vec![None; marks.len()];
    if !fits(marks, &mut places, [from, to]) {
        // There is no room to keep them apart: one below the other, then.
        let inside = |mark: &Mark, lane| Place { lane, left: mark.x + GAP + mark.width > to };
        return marks.iter().enumerate().map(|(nth, mark)| inside(mark, nth % LANES)).collect();
    }
    places.into_iter().flatten().collect()
}

/// Finds places for those that have none yet, if there are any.
fn fits(marks: &[Mark], places: &mut [Option<Place>], edges: [f64; 2]) -> bool {
    let [from, to] = edges;
    let Some(nth) = nearest(places, |nth| (marks[*nth].x - from).min(to - marks[*nth].x)) else { return true };
    let mark = &marks[nth];
    // Inwards first.
    let left = mark.x - from > to - mark.x;
    for place in (0..LANES).flat_map(|lane| [left, !left].map(|left| Place { lane, left })) {
        let (start, end) = mark.span(place);
        let free = (0..marks.len()).filter_map(|other| Some((&marks[other], places[other]?)));
        let clashes =
            free.into_iter().any(|(other, its)| clash(mark, place, other, its) || clash(other, its, mark, place));
        if start < from || end > to || clashes {
            continue;
        }
        places[nth] = Some(place);
        if fits(marks, places, edges) {
            return true;
        }
        places[nth] = None;
    }
    false
}

/// The nearest to an edge of those that have no place. (A sort would be a kilobyte.)
fn nearest(places: &[Option<Place>], edge: impl Fn(&usize) -> f64) -> Option<usize> {
    let left = (0..places.len()).filter(|nth| places[*nth].is_none());
    left.min_by(|one, other| edge(one).total_cmp(&edge(other)))
}

/// Whether one's label lies on the other's, or its mark goes through it.
fn clash(one: &Mark, at: Place, other: &Mark, its: Place) -> bool {
    let ((start, end), (from, to)) = (one.span(at), other.span(its));
    let on = at.lane == its.lane && start < to + GAP && from < end + GAP;
    let through = at.lane < its.lane && from - 1.0 < one.x && one.x < to + 1.0;
    on || through
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(marks: &[Mark]) -> bool {
        let places = place(marks, 0.0, 600.0);
        (0..marks.len()).all(|one| {
            let (start, end) = marks[one].span(places[one]);
            start >= 0.0
                && end <= 600.0
                && (0..marks.len())
                    .all(|other| one == other || !clash(&marks[one], places[one], &marks[other], places[other]))
        })
    }

    #[test]
    fn labels_keep_apart_and_inside_wherever_their_marks_are() {
        for first in (0..=60).map(|nth| f64::from(nth) * 10.0) {
            for apart_by in [0.0, 1.0, 7.0, 30.0, 90.0] {
                let at = |nth: f64| (first + nth * apart_by).min(600.0);
                let marks = [(150.0, 60.0), (at(0.0), 75.0), (at(1.0), 70.0), (at(2.0), 95.0)];
                let marks = marks.map(|(x, width)| Mark { x, width });
                assert!(apart(&marks), "{marks:?}: {:?}", place(&marks, 0.0, 600.0));
            }
        }
    }

    #[test]
    fn marks_in_one_place_have_their_labels_one_below_the_other() {
        let marks = [60.0, 75.0, 70.0, 95.0].map(|width| Mark { x: 150.0, width });
        let lanes: Vec<_> = place(&marks, 0.0, 600.0).iter().map(|place| (place.lane, place.left)).collect();
        let mut sorted = lanes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 4, "{lanes:?}");
    }

    #[test]
    fn what_is_marked_in_a_narrow_picture_has_a_label_inside_it() {
        let marks = [(40.0, 60.0), (200.0, 75.0), (205.0, 70.0), (240.0, 95.0)].map(|(x, width)| Mark { x, width });
        for (mark, place) in marks.iter().zip(place(&marks, 0.0, 240.0)) {
            let (start, end) = mark.span(place);
            assert!(start >= 0.0 && end <= 240.0, "{mark:?}: {place:?}");
        }
    }
}
