//! How a number varies: what is known once it is over.

use serde::Serialize;

/// How one number varies over runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the sample (divided by n - 1); 0 for a single run.
    pub sd: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// Collects a [`Summary`] (Welford's method, which does not lose digits).
#[derive(Clone, Copy, Debug)]
pub struct Summing {
    count: u64,
    mean: f64,
    squares: f64,
    min: f64,
    max: f64,
}

impl Default for Summing {
    fn default() -> Self {
        Self { count: 0, mean: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl Summing {
    /// Takes one more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// How many values there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How far the mean may be from the true one, either way, so that intervals of this width hold the true one in 95 of 100
    /// cases: 1.96 standard errors, by the normal distribution, which takes some dozens of values.
    pub fn sure(&self) -> f64 {
        1.96 * self.summary().sd / libm::sqrt(self.count.max(1) as f64)
    }

    /// The summary of at least one value.
    pub fn summary(&self) -> Summary {
        let spread = if self.count > 1 { self.squares / (self.count - 1) as f64 } else { 0.0 };
        Summary { mean: self.mean, sd: libm::sqrt(spread), min: self.min, max: self.max }
    }
}

/// The place of a percentile among so many sorted values, by nearest rank; of none, 0.
#[inline]
pub(crate) fn nearest_rank(values: usize, percent: usize) -> usize {
    (values * percent).div_ceil(100).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_the_textbook_one() {
        let mut summing = Summing::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|x| summing.add(x));
        let Summary { mean, sd, min, max } = summing.summary();
        assert_eq!((mean, min, max), (5.0, 2.0, 9.0));
        assert!((sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_mean_is_as_sure_as_its_standard_error_says() {
        let mut summing = Summing::default();
        assert_eq!(summing.count(), 0);
        (0..400).for_each(|nth| summing.add(f64::from(nth % 2)));
        assert!((summing.sure() - 1.96 * summing.summary().sd / 20.0).abs() < 1e-12);
        assert_eq!(summing.count(), 400);
    }
}
