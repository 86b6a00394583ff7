//! What the lesson counts for.

use limit_sim::scenario::Task;

use super::progress::State;

/// The part of the lesson that is done, 0 to 1: of the tasks that can be done in this page. With none of those it is 0.
pub fn score(state: &State, possible: &[Task]) -> f64 {
    f64::from(done(state, possible)) / possible.len().max(1) as f64
}

/// How many of these tasks are done.
pub fn done(state: &State, possible: &[Task]) -> u32 {
    possible.iter().filter(|task| state.is_done(**task)).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_of_what_can_be_done() {
        let state = State::read("1;shares;own-counts:10:3:1;shares:-:1:1;price:2:9:0").unwrap();
        assert_eq!(score(&state, &[Task::OwnCounts, Task::Shares, Task::Price, Task::Outage]), 0.5);
        assert_eq!(score(&state, &[Task::OwnCounts]), 1.0);
        assert_eq!(score(&state, &[]), 0.0);
    }
}
