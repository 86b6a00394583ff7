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

    /// Prints them, beside the milliseconds that 95 % of them may take where there is such a budget.
    pub fn print(&self, what: &str, budget: Option<f64>) {
        let [half, most, nearly_all, all] = [50, 95, 99, 100].map(|percent| self.percent(percent));
        let count = self.0.len();
        let held =
            budget.map_or_else(String::new, |budget| format!(" ({:.2} of the budget of {budget} ms)", most / budget));
        println!(
            "{what}: median {half:.2} ms, p95 {most:.2} ms{held}, p99 {nearly_all:.2} ms, longest {all:.2} ms, of {count}"
        );
    }
}

/// How many times slower than the machine is the page's thread is made: as it is, as Chromium has it for a middling phone, and
/// for a slow one.
pub const SLOWED: [u32; 3] = [1, 4, 6];

/// The same in words.
pub fn slowed(times: u32) -> String {
    if times == 1 { String::new() } else { format!(", slowed {times} times") }
}
