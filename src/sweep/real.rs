//! What was measured on a real Redis, where it is of what is asked.

use limit_sim::scenario::{Axis, Measure, Scenario, WindowStart};
use limit_sim::time::Span;

use super::told::Told;
use crate::compare::measured::{MEASURED, Row, rows};
use crate::lab::Lab;
use crate::texts::Text;

/// A measured point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    /// The round trip as it was, in nanoseconds.
    pub trip: u64,
    /// How many were let through on average.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// How its strategy looks.
    pub look: usize,
}

/// Whether measured points are of what is told: the lesson's burst, over the round trip.
pub fn fits(told: &Told) -> bool {
    told.asked.sweep.axis == Axis::Rtt && told.measure == Measure::Allowed && is_lesson(&told.asked.scenario)
}

/// Whether it is the burst that was measured. Each request had a connection of its own, so servers and balancer are of no
/// account to the strategies that were measured, nor is a window that holds the whole burst.
fn is_lesson(scenario: &Scenario) -> bool {
    let lesson = Scenario::default();
    let Scenario { strategy, servers, balancer, work, rtt, seed, sync, lease, retries, .. } = lesson;
    let window = if scenario.window >= Span::from_secs(1) { lesson.window } else { scenario.window };
    let window_start = WindowStart::Clock;
    let same = Scenario {
        strategy,
        servers,
        balancer,
        work,
        rtt,
        seed,
        sync,
        lease,
        retries,
        window,
        window_start,
        ..*scenario
    };
    same == lesson
}

/// The points that belong in the picture; none until they are loaded. Whoever asks is told anew if it reads what is open.
pub fn points(told: &Told, lab: Lab) -> Vec<Real> {
    match MEASURED.text(lab) {
        Text::Here(text) => of(told, &rows(text)),
        _ => Vec::new(),
    }
}

fn of(told: &Told, rows: &[Row]) -> Vec<Real> {
    let [from, to] = told.ends();
    let mut points = Vec::new();
    for row in rows {
        let trip = row.trip as u64 * 1_000;
        let look = told.curves.iter().find(|curve| curve.strategy == row.strategy).map(|curve| curve.look);
        if let Some(look) = look.filter(|_| (from..=to).contains(&trip)) {
            points.push(Real { trip, mean: row.real as f64 / 100.0, sd: row.real_sd as f64 / 100.0, look });
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::super::told::tests::told;
    use super::*;

    #[test]
    fn points_are_of_the_strategies_that_are_drawn_and_within_the_range() {
        let rows = rows(include_str!("../../docs/measured.txt"));
        let told = told("strategy=get-set&sweep=rtt=0ms..2ms/1ms", 1);
        let points = of(&told, &rows);
        // GET then SET and INCR at 0.55 and 1.05 ms; 2.08 and 2.06 ms are beyond.
        assert_eq!(
            points.iter().map(|one| (one.look, one.trip / 1_000)).collect::<Vec<_>>(),
            [(2, 552), (2, 1051), (3, 552), (3, 1052)]
        );
        assert_eq!((points[0].mean, points[0].sd), (15.71, 2.58));
    }

    #[test]
    fn what_was_measured_is_the_lessons_burst_and_nothing_else() {
        let fit = |query: &str| fits(&told(query, 1));
        assert!(fit("strategy=get-set&sweep=rtt=0ms..2ms/1ms"));
        assert!(fit("strategy=script&servers=8&window=2s&sweep=rtt=0ms..2ms/1ms&seed=9&window-start=first-hit"));
        for other in
            ["burst=41", "limit=9", "spread=41ms", "window=100ms", "jitter=exponential", "arrivals=even", "skew=1ms"]
        {
            assert!(!fit(&format!("strategy=get-set&sweep=rtt=0ms..2ms/1ms&{other}")), "{other}");
        }
        assert!(!fit("strategy=get-set&sweep=servers=1..2/1"));
        assert!(!fit("strategy=get-set&sweep=rtt=0ms..2ms/1ms&measure=wait-p50"));
    }
}
