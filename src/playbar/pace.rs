//! How much slower than real time the lab plays.

use limit_sim::time::Time;

/// The slowings to choose from.
pub const PACES: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/// How long a run should play if nobody chooses otherwise, in seconds.
const COMFORTABLE_S: f64 = 6.0;

/// The least slowing at which a run that ends at `end` plays for long enough to be followed.
pub fn comfortable(end: Time) -> u32 {
    let seconds = end.nanos() as f64 / 1e9;
    PACES.into_iter().find(|pace| seconds * f64::from(*pace) >= COMFORTABLE_S).unwrap_or(PACES[PACES.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_any_length_plays_for_some_seconds() {
        for (millis, pace) in [(0, 10_000), (3, 2000), (41, 200), (45, 200), (500, 20), (9_000, 1), (60_000, 1)] {
            assert_eq!(comfortable(Time::from_nanos(millis * 1_000_000)), pace, "{millis} ms");
        }
    }
}
