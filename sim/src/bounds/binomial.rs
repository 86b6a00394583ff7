//! The binomial distribution.

/// Successes in a number of trials, each with the same probability.
pub struct Binomial {
    /// `P(X = k)` for each k.
    at: Vec<f64>,
}

impl Binomial {
    /// The distribution for `n` trials with probability `p`, in [0, 1].
    ///
    /// Each probability follows from its neighbour by `P(k + 1) / P(k) = (n - k) / (k + 1) * p / (1 - p)`. Begun at the
    /// mode and scaled to a sum of one afterwards, that neither overflows nor loses what matters, whatever n and p.
    pub fn new(n: u32, p: f64) -> Self {
        let mut at = vec![0.0; n as usize + 1];
        let mode = ((f64::from(n) + 1.0) * p) as usize;
        let mode = mode.min(n as usize);
        let ratio = |k: usize| (n as usize - k) as f64 / (k + 1) as f64 * (p / (1.0 - p));
        at[mode] = 1.0;
        for k in mode..n as usize {
            at[k + 1] = at[k] * ratio(k);
        }
        for k in (0..mode).rev() {
            at[k] = at[k + 1] / ratio(k);
        }
        let sum: f64 = at.iter().sum();
        at.iter_mut().for_each(|one| *one /= sum);
        Self { at }
    }

    /// `P(X >= k)`.
    pub fn at_least(&self, k: u32) -> f64 {
        self.at.iter().skip(k as usize).sum()
    }

    /// `E[f(X)]`.
    pub fn mean_of(&self, f: impl Fn(u32) -> f64) -> f64 {
        (0..).zip(&self.at).map(|(k, at)| at * f(k)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one_and_have_the_right_mean() {
        for (n, p) in [(0, 0.5), (1, 0.5), (40, 0.25), (1000, 1.0 / 32.0), (1000, 0.999), (7, 0.0), (7, 1.0), (1, 1.0)]
        {
            let binomial = Binomial::new(n, p);
            assert!((binomial.at_least(0) - 1.0).abs() < 1e-10, "{n} {p}");
            assert!((binomial.mean_of(f64::from) - f64::from(n) * p).abs() < 1e-8, "{n} {p}");
        }
    }

    #[test]
    fn small_cases_are_exact() {
        let coins = Binomial::new(3, 0.5);
        for (k, expected) in [(0, 1.0), (1, 0.875), (2, 0.5), (3, 0.125), (4, 0.0)] {
            assert!((coins.at_least(k) - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn the_variance_is_that_of_the_distribution() {
        let (n, p) = (1000, 0.3);
        let mean = f64::from(n) * p;
        let variance = Binomial::new(n, p).mean_of(|k| (f64::from(k) - mean).powi(2));
        assert!((variance - mean * (1.0 - p)).abs() < 1e-8, "{variance}");
    }
}
