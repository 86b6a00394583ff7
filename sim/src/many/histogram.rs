//! How many runs let how many through.

use serde::Serialize;

use super::{Summary, Summing, nearest_rank};

/// The runs that let the same number through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// How many requests each lets through.
    pub allowed: u32,
    /// How many runs that are.
    pub runs: u64,
    /// The seed of the first of them.
    pub seed: u64,
}

/// How many runs let how many through. Runs are added in the order of their seeds.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    bars: Vec<Bar>,
    summing: Summing,
}

impl Histogram {
    /// Adds a run.
    pub fn add(&mut self, allowed: u32, seed: u64) {
        self.summing.add(allowed.into());
        let place = self.bars.partition_point(|bar| bar.allowed < allowed);
        match self.bars.get_mut(place) {
            Some(bar) if bar.allowed == allowed => bar.runs += 1,
            _ => self.bars.insert(place, Bar { allowed, runs: 1, seed }),
        }
    }

    /// Those that are not empty, from the fewest let through to the most.
    pub fn bars(&self) -> &[Bar] {
        &self.bars
    }

    /// How many runs let so many through.
    pub fn runs_with(&self, allowed: u32) -> u64 {
        self.bars.binary_search_by_key(&allowed, |bar| bar.allowed).map_or(0, |place| self.bars[place].runs)
    }

    /// How many runs there are.
    pub fn runs(&self) -> u64 {
        self.summing.count()
    }

    /// How the number let through varies over at least one run.
    pub fn summary(&self) -> Summary {
        self.summing.summary()
    }

    /// How far the mean may be from the true one ([`Summing::sure`]).
    pub fn sure(&self) -> f64 {
        self.summing.sure()
    }

    /// What so many per cent of the runs stay within, by nearest rank; none while there is no run.
    pub fn percentile(&self, percent: u32) -> Option<u32> {
        let mut rank = nearest_rank(self.runs() as usize, percent as usize) as u64;
        for bar in &self.bars {
            match rank.checked_sub(bar.runs) {
                Some(rest) => rank = rest,
                None => return Some(bar.allowed),
            }
        }
        None
    }

    /// The bar that is nearest to the mean, the lower of two: a typical run.
    pub fn typical(&self) -> Option<&Bar> {
        let mean = self.summary().mean;
        let off = |bar: &&Bar| (f64::from(bar.allowed) - mean).abs();
        self.bars.iter().min_by(|one, other| off(one).total_cmp(&off(other)))
    }

    /// The bar with the most let through: as bad as it got.
    pub fn worst(&self) -> Option<&Bar> {
        self.bars.last()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bars_and_percentiles_are_those_of_the_sorted_runs(
            runs in proptest::collection::vec(0..30u32, 1..200), percent in 1..=100u32
        ) {
            let mut histogram = Histogram::default();
            runs.iter().zip(100..).for_each(|(allowed, seed)| histogram.add(*allowed, seed));
            let mut sorted = runs.clone();
            sorted.sort_unstable();
            let rank = (runs.len() * percent as usize).div_ceil(100) - 1;
            prop_assert_eq!(histogram.percentile(percent), Some(sorted[rank]));
            prop_assert_eq!(histogram.runs(), runs.len() as u64);
            let again = histogram.bars().iter().flat_map(|bar| std::iter::repeat_n(bar.allowed, bar.runs as usize));
            prop_assert!(again.eq(sorted.iter().copied()));
            for allowed in 0..30 {
                let with = runs.iter().filter(|one| **one == allowed).count() as u64;
                prop_assert_eq!(histogram.runs_with(allowed), with);
            }
            for bar in histogram.bars() {
                let first = runs.iter().position(|allowed| *allowed == bar.allowed).unwrap();
                prop_assert_eq!(bar.seed, 100 + first as u64);
            }
            prop_assert_eq!(histogram.worst().map(|bar| bar.allowed), sorted.last().copied());
            let mean = runs.iter().sum::<u32>() as f64 / runs.len() as f64;
            let typical = f64::from(histogram.typical().unwrap().allowed);
            prop_assert!(runs.iter().all(|one| (typical - mean).abs() <= (f64::from(*one) - mean).abs() + 1e-9));
        }
    }

    #[test]
    fn where_there_is_no_run_there_is_no_percentile() {
        let none = Histogram::default();
        assert_eq!((none.percentile(50), none.typical(), none.worst(), none.runs()), (None, None, None, 0));
    }
}
