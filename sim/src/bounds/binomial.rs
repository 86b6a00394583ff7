//! The binomial distribution.

/// Successes in `n` trials, each with probability `p`.
pub struct Binomial {
    n: u32,
    p: f64,
}

impl Binomial {
    /// Needs p in [0, 1].
    pub fn new(n: u32, p: f64) -> Self {
        Self { n, p }
    }

    /// `P(X = k)`, through logarithms, so that large n don't underflow. The functions are libm's: the same everywhere.
    fn at(&self, k: u32) -> f64 {
        if self.p >= 1.0 {
            return f64::from(u8::from(k == self.n));
        }
        if self.p <= 0.0 {
            return f64::from(u8::from(k == 0));
        }
        let (n, k) = (f64::from(self.n), f64::from(k));
        let ways = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
        libm::exp(ways + k * libm::log(self.p) + (n - k) * libm::log1p(-self.p))
    }

    /// `P(X >= k)`.
    pub fn at_least(&self, k: u32) -> f64 {
        (k..=self.n).map(|k| self.at(k)).sum()
    }

    /// `E[f(X)]`.
    pub fn mean_of(&self, f: impl Fn(u32) -> f64) -> f64 {
        (0..=self.n).map(|k| self.at(k) * f(k)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one_and_have_the_right_mean() {
        for (n, p) in [(1, 0.5), (40, 0.25), (1000, 1.0 / 32.0), (1000, 0.999), (7, 0.0), (7, 1.0)] {
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
}
