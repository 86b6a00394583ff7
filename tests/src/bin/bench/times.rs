//! How long something took, again and again.

/// Milliseconds, sorted.
pub struct Times(Vec<f64>);

impl Times {
    /// Sorts them.
    pub fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    fn percent(&self, percent: usize) -> f64 {
        self.0.get((self.0.len() * percent).div_ceil(100).saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    /// Prints them beside the milliseconds that 95 % of them may take.
    pub fn print(&self, what: &str, budget: f64) {
        let [half, most, all] = [50, 95, 100].map(|percent| self.percent(percent));
        let count = self.0.len();
        println!("{what}: median {half:.2} ms, p95 {most:.2} ms (budget {budget} ms), longest {all:.2} ms, of {count}");
    }
}
