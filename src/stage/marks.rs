//! How small marks are laid out in a rectangle: as large as fits, in rows.

use super::layout::{Point, Rect};

/// Marks in rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    area: Rect,
    columns: usize,
    /// The side of a mark's square.
    pub cell: f64,
}

/// A comfortable mark, and the least that is still told from its neighbour.
const CELLS: std::ops::RangeInclusive<f64> = 3.0..=16.0;

impl Grid {
    /// The grid for so many marks; none where they would be too small to tell apart.
    pub fn new(area: Rect, count: usize) -> Option<Self> {
        let mut cell: f64 = CELLS.end().min(area.h);
        while cell >= *CELLS.start() {
            let columns = (area.w / cell) as usize;
            let rows = (area.h / cell) as usize;
            if columns * rows >= count {
                return Some(Self { area, columns, cell });
            }
            cell -= 0.5;
        }
        None
    }

    /// The middle of the n-th mark.
    pub fn place(&self, nth: usize) -> Point {
        let (row, column) = (nth / self.columns, nth % self.columns);
        let middle = |index: usize| (index as f64 + 0.5) * self.cell;
        Point { x: self.area.x + middle(column), y: self.area.y + middle(row) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { x: 10.0, y: 20.0, w: 200.0, h: 40.0 };

    #[test]
    fn marks_stay_inside_their_area_as_large_as_they_can() {
        for count in [1, 12, 13, 24, 25, 100, 500] {
            let grid = Grid::new(AREA, count).unwrap();
            for nth in 0..count {
                let Point { x, y } = grid.place(nth);
                let half = grid.cell / 2.0;
                assert!(x - half >= AREA.x && x + half <= AREA.x + AREA.w, "{count}");
                assert!(y - half >= AREA.y && y + half <= AREA.y + AREA.h, "{count}");
            }
        }
        assert_eq!(Grid::new(AREA, 24).unwrap().cell, 16.0);
    }

    #[test]
    fn too_many_marks_have_no_grid() {
        assert_eq!(Grid::new(AREA, 1000), None);
    }
}
