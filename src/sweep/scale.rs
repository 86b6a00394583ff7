//! Where values lie in the picture, and at which of them an axis is marked.

/// The least of 1, 2, 5, 10, 20, 50, ... that is not below this.
pub fn round_step(least: u64) -> u64 {
    let mut unit = 1u64;
    loop {
        for step in [1, 2, 5].map(|times| unit.saturating_mul(times)) {
            if step >= least {
                return step;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

/// Round values from one to another, at most so many steps apart.
pub fn ticks(from: u64, to: u64, most: u64) -> Vec<u64> {
    let step = round_step((to - from).div_ceil(most.max(1)).max(1));
    (from.div_ceil(step)..=to / step).map(|nth| nth * step).collect()
}

/// The picture's measures, in pixels.
pub const LEFT: f64 = 46.0;
/// Where the highest level is.
pub const TOP: f64 = 26.0;
/// Below what width names stand in the legend, not at the lines' ends.
const NARROW: f64 = 620.0;
/// How much room names have at the lines' ends.
const NAMES: f64 = 212.0;
/// The levels of the second axis are counted in thousandths of its unit.
const PARTS: f64 = 1000.0;

/// Where values are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The first and the last value along the axis.
    pub ends: [u64; 2],
    /// The highest level.
    pub top: f64,
    /// How wide the picture is.
    pub width: f64,
}

impl Scale {
    /// Whether there is room for names at the lines' ends.
    pub fn has_names(&self) -> bool {
        self.width >= NARROW
    }

    /// Where the axis ends.
    pub fn right(&self) -> f64 {
        self.width - if self.has_names() { NAMES } else { 14.0 }
    }

    /// Where it lies.
    pub fn foot(&self) -> f64 {
        if self.has_names() { 300.0 } else { 240.0 }
    }

    /// How high the picture is: below the axis are its marks and its name.
    pub fn height(&self) -> f64 {
        self.foot() + 48.0
    }

    /// How far along the axis a value is, from 0 to 1.
    pub fn part(&self, value: u64) -> f64 {
        let [from, to] = self.ends;
        (value.clamp(from, to) - from) as f64 / (to - from).max(1) as f64
    }

    /// Where it is.
    pub fn x(&self, value: u64) -> f64 {
        LEFT + (self.right() - LEFT) * self.part(value)
    }

    /// Where a level is.
    pub fn y(&self, level: f64) -> f64 {
        self.foot() - (self.foot() - TOP) * (level / self.top).clamp(0.0, 1.0)
    }

    /// Round values along the axis.
    pub fn ticks(&self) -> Vec<u64> {
        ticks(self.ends[0], self.ends[1], ((self.right() - LEFT) / 64.0) as u64)
    }
}

/// Round levels from 0 to what has a place for this one, but for a hair; the last is the highest.
pub fn levels(most: f64) -> Vec<f64> {
    let most = (most * PARTS * 0.998).max(1.0).ceil() as u64;
    let step = round_step(most.div_ceil(5));
    (0..=most.div_ceil(step)).map(|nth| (nth * step) as f64 / PARTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0, 1, 3, 5, 6, 11, 21, 51].map(round_step), [1, 1, 5, 5, 10, 20, 50, 100]);
    }

    #[test]
    fn marks_are_round_values_within_the_range_and_not_too_many() {
        assert_eq!(ticks(0, 20, 10), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
        assert_eq!(ticks(1, 16, 8), [2, 4, 6, 8, 10, 12, 14, 16]);
        assert_eq!(ticks(1, 16, 5), [5, 10, 15]);
        assert_eq!(ticks(7, 8, 4), [7, 8]);
        for (from, to, most) in [(0, 20_000_000, 5), (3, 9, 12), (10, 200, 7), (1, 10_000, 1)] {
            let ticks = ticks(from, to, most);
            assert!(ticks.len() as u64 <= most + 1 && ticks.iter().all(|tick| (from..=to).contains(tick)), "{ticks:?}");
        }
    }

    #[test]
    fn levels_begin_at_zero_and_end_where_the_highest_fits() {
        assert_eq!(levels(40.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(levels(38.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(levels(40.03), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(levels(2.0), [0.0, 0.5, 1.0, 1.5, 2.0]);
        assert_eq!(levels(0.0), [0.0, 0.001]);
    }

    #[test]
    fn values_lie_between_the_ends_of_the_axis() {
        let scale = Scale { ends: [0, 20], top: 40.0, width: 1000.0 };
        assert_eq!([scale.x(0), scale.x(10), scale.x(20), scale.x(90)], [46.0, 417.0, 788.0, 788.0]);
        assert_eq!([scale.y(0.0), scale.y(40.0), scale.y(50.0)], [300.0, 26.0, 26.0]);
        assert!(scale.has_names() && !Scale { width: 340.0, ..scale }.has_names());
    }
}
