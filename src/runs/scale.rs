//! Where numbers stand: the axis, the bars on it, and the lines behind them.

use limit_sim::many::{Bar, Histogram};

/// A bar has so many pixels at least, with the gap beside it; else several numbers share one.
const COLUMN: f64 = 5.0;

/// An axis that does not begin at 0 has so many numbers at least, about: else a few would look like much.
const FEWEST: u32 = 24;

/// Which numbers let through there is room for, and how many of them share a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    pub from: u32,
    /// The last one.
    pub to: u32,
    pub bin: u32,
}

/// What an axis is for.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// The requests.
    pub requests: u32,
    /// The limit, or what is due.
    pub line: u32,
    pub worst: u32,
    /// The fewest and the most that were let through.
    pub least: u32,
    pub most: u32,
}

impl Axis {
    /// The axis over so many pixels. It begins at 0 and has room for all requests, so that it stays while settings change,
    /// unless that makes it so coarse that what varies can't be seen. `held` is the one before, where that must stay in sight.
    pub fn of(needs: &Needs, pixels: f64, held: Option<Self>) -> Self {
        let Needs { requests, line, worst, least, most } = *needs;
        let far = worst.max(most).max(line).saturating_mul(4);
        let end = requests.min(far).max(most);
        // A limit that is far beyond is told beside the axis.
        let end = if line <= end.saturating_mul(2) { end.max(line) } else { end };
        let (mut from, mut to) = (0, end);
        let coarse = bin(from, to, pixels);
        if coarse > 1 && least < most {
            // With the limit if there is room for it, else with what varies alone.
            for [low, high] in [[least.min(line), most.max(line)], [least, most]] {
                let room = ((high - low) / 12 + 1).max(FEWEST.saturating_sub(high - low) / 2);
                let (low, mut high) = (low.saturating_sub(room), high.saturating_add(room));
                if worst >= high && worst - high <= high - low {
                    high = worst;
                }
                if bin(low, high, pixels) < bin(from, to, pixels) {
                    (from, to) = (low, high);
                }
            }
        }
        if let Some(held) = held {
            (from, to) = (from.min(held.from), to.max(held.to));
        }
        let bin = bin(from, to, pixels);
        Self { from: from / bin * bin, to: (to / bin + 1) * bin - 1, bin }
    }

    /// How many numbers there is room for.
    pub fn numbers(&self) -> u32 {
        self.to - self.from + 1
    }

    /// Where a number's middle is, as a part of the axis.
    pub fn middle(&self, number: f64) -> f64 {
        (number - f64::from(self.from) + 0.5) / f64::from(self.numbers())
    }

    /// The bars, without those that are empty.
    pub fn columns(&self, all: &Histogram, over: &Histogram) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        for bar in all.bars() {
            let first = bar.allowed / self.bin * self.bin;
            let own_over = over.runs_with(bar.allowed);
            match columns.last_mut().filter(|column| column.first == first) {
                Some(column) => {
                    (column.runs, column.over) = (column.runs + bar.runs, column.over + own_over);
                    if bar.runs > column.most.runs {
                        column.most = *bar;
                    }
                }
                None => columns.push(Column { first, runs: bar.runs, over: own_over, most: *bar }),
            }
        }
        columns
    }

    /// Numbers to write below it, so many at most.
    pub fn ticks(&self, most: u32) -> impl Iterator<Item = u32> {
        let step = nice().find(|step| self.numbers() / step <= most).unwrap_or(u32::MAX);
        (self.from.div_ceil(step)..=self.to / step).map(move |nth| nth * step)
    }
}

/// 1, 2, 5, 10, 20, 50 and so on.
fn nice() -> impl Iterator<Item = u32> {
    (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)))
}

/// How many numbers share a bar.
fn bin(from: u32, to: u32, pixels: f64) -> u32 {
    let numbers = f64::from(to - from) + 1.0;
    nice().find(|bin| f64::from(*bin) * pixels >= COLUMN * numbers).unwrap_or(1)
}

/// A bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The least number in it.
    pub first: u32,
    pub runs: u64,
    /// How many of them let too many through.
    pub over: u64,
    /// The number in it that most runs have.
    pub most: Bar,
}

/// How high a picture of shares is and how far apart its lines are, in thousandths: four lines at most.
pub fn shares(highest: f64) -> (u32, u32) {
    let highest = (highest * 1000.0) as u32 + 1;
    let step = [5, 10, 20, 50, 100].into_iter().find(|step| highest.div_ceil(*step) <= 4).unwrap_or(250);
    // A single bar is all there is.
    let top = highest.div_ceil(step) * step;
    (top.min(1000), step)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BURST: Needs = Needs { requests: 40, line: 10, worst: 40, least: 31, most: 40 };

    #[test]
    fn the_axis_of_a_burst_has_room_for_all_of_it_and_stays_while_the_strategy_changes() {
        let local = Axis::of(&BURST, 600.0, None);
        assert_eq!(local, Axis { from: 0, to: 40, bin: 1 });
        assert_eq!(Axis::of(&Needs { worst: 10, least: 10, most: 10, ..BURST }, 600.0, None), local);
        assert_eq!(Axis::of(&Needs { worst: 20, least: 12, most: 19, ..BURST }, 600.0, None), local);
    }

    #[test]
    fn what_varies_little_among_many_is_seen_near() {
        let stream = Needs { requests: 4000, line: 100, worst: 4000, least: 96, most: 112 };
        let axis = Axis::of(&stream, 600.0, None);
        assert!(axis.bin == 1 && axis.from < 96 && axis.to > 112 && axis.from > 0, "{axis:?}");
        let exact = Axis::of(&Needs { worst: 100, least: 100, most: 100, ..stream }, 600.0, None);
        assert_eq!(
            (exact.from, exact.to),
            (0, 400 / exact.bin * exact.bin + exact.bin - 1),
            "what does not vary stays"
        );
    }

    #[test]
    fn a_limit_far_beyond_does_not_squeeze_the_bars() {
        let axis = Axis::of(&Needs { line: 1000, least: 40, most: 40, ..BURST }, 600.0, None);
        assert_eq!((axis.from, axis.to), (0, 40));
        assert_eq!(Axis::of(&Needs { line: 60, least: 40, most: 40, ..BURST }, 600.0, None).to, 60);
    }

    #[test]
    fn while_another_begins_what_was_in_sight_stays_in_sight() {
        let held = Axis { from: 300, to: 389, bin: 1 };
        let axis =
            Axis::of(&Needs { requests: 1000, line: 300, worst: 1000, least: 500, most: 560 }, 900.0, Some(held));
        assert!(axis.from <= 300 && axis.to >= 560, "{axis:?}");
    }

    #[test]
    fn bars_that_would_be_too_narrow_are_joined_to_round_numbers() {
        let axis = Axis::of(&Needs { requests: 1000, line: 10, worst: 1000, least: 3, most: 990 }, 600.0, None);
        assert_eq!((axis.from, axis.bin), (0, 10));
        let runs = |bars: &[(u32, usize)]| {
            let mut histogram = Histogram::default();
            let all = bars.iter().flat_map(|(allowed, runs)| std::iter::repeat_n(*allowed, *runs));
            all.for_each(|allowed| histogram.add(allowed, 0));
            histogram
        };
        let all = runs(&[(3, 1), (7, 4), (10, 2), (19, 2), (990, 6)]);
        let columns = axis.columns(&all, &runs(&[(19, 1), (990, 6)]));
        let told: Vec<_> =
            columns.iter().map(|column| (column.first, column.runs, column.over, column.most.allowed)).collect();
        assert_eq!(told, [(0, 5, 0, 7), (10, 4, 1, 10), (990, 6, 6, 990)]);
    }

    #[test]
    fn all_requests_are_in_a_bar_of_the_axis() {
        for pixels in [200.0, 280.0, 640.0, 900.0] {
            for requests in [1, 7, 40, 99, 1000, 12_345] {
                for (least, most) in [(0, requests), (requests / 2, requests / 2), (requests / 3, requests / 2)] {
                    let needs = Needs { requests, line: 10, worst: requests, least, most };
                    let axis = Axis::of(&needs, pixels, None);
                    assert!(axis.from <= least && axis.to >= most, "{needs:?}: {axis:?}");
                    assert_eq!((axis.from % axis.bin, axis.numbers() % axis.bin), (0, 0));
                    assert!(axis.ticks(8).count() <= 9);
                }
            }
        }
    }

    #[test]
    fn a_few_lines_at_round_shares_stand_behind_the_bars() {
        for (highest, top, step) in [(1.0, 1000, 250), (0.12, 150, 50), (0.31, 400, 100), (0.004, 5, 5), (0.0, 5, 5)] {
            assert_eq!(shares(highest), (top, step), "{highest}");
        }
    }
}
