//! The runs that are held against each other: the same requests, the same routing, other strategies.

use limit_sim::scenario::{Misfit, Scenario, Strategy, misfit};
use limit_sim::time::Time;
use limit_sim::trace::{Outcome, Trace};
use limit_sim::verdict::Verdict;

use crate::lab::is_troubled;
use crate::words::strategy::when_redis_is_down;

/// A decision of a run.
pub struct Mark {
    /// When.
    pub at: Time,
    /// The server, from 0.
    pub server: u32,
    /// What it came to.
    pub outcome: Outcome,
}

/// A strategy's run.
pub struct Compared {
    /// The strategy.
    pub strategy: Strategy,
    /// What happened, or why nothing can: the strategy can't count by this rule.
    pub run: Result<Ran, Misfit>,
    /// What happens to it when Redis is gone.
    pub down: &'static str,
}

/// What is kept of a run.
pub struct Ran {
    /// What it comes to.
    pub verdict: Verdict,
    /// How many luck could let through; none where something goes wrong, which has no such bound.
    pub worst: Option<u32>,
    /// All decisions, in order.
    pub marks: Vec<Mark>,
}

/// All of them.
pub struct Runs {
    /// One for each strategy, in the order in which they were chosen.
    pub all: Vec<Compared>,
    /// The last decision of all.
    pub end: Time,
    /// The most that one of them let through, or was to.
    pub most: u32,
    /// How many servers there are.
    pub servers: u32,
}

impl Runs {
    /// Runs the scenario with each of these strategies.
    pub fn of(scenario: &Scenario, strategies: &[Strategy]) -> Self {
        let all: Vec<_> = strategies.iter().map(|strategy| Compared::of(scenario, *strategy)).collect();
        let ran = || all.iter().filter_map(|one| one.run.as_ref().ok());
        let end = ran().filter_map(|ran| ran.marks.last()).map(|mark| mark.at).max();
        let most = ran().map(|ran| ran.verdict.allowed.max(ran.verdict.due)).max();
        Self { end: end.unwrap_or_default(), most: most.unwrap_or(0).max(1), servers: scenario.all_servers(), all }
    }
}

impl Compared {
    fn of(scenario: &Scenario, strategy: Strategy) -> Self {
        // With as many retries and syncs as a run can bear, as if this strategy were picked.
        let scenario = Scenario { strategy, ..*scenario }.bounded();
        let run = misfit(&scenario).map_or_else(|| Ok(Ran::of(&scenario)), Err);
        Self { strategy, run, down: when_redis_is_down(&scenario).0 }
    }
}

impl Ran {
    fn of(scenario: &Scenario) -> Self {
        let trace = Trace::of_decisions(scenario);
        let mark = |event: &limit_sim::trace::Event| {
            let outcome = event.outcome()?;
            Some(Mark { at: event.at, server: event.request.server, outcome })
        };
        let verdict = trace.verdict();
        let worst = (!is_troubled(scenario, &verdict)).then_some(verdict.worst_case);
        Self { verdict, worst, marks: trace.events().iter().filter_map(mark).collect() }
    }

    /// How many were let through by then, and how many of them over the limit.
    pub fn by(&self, now: Time) -> (usize, usize) {
        let past = &self.marks[..self.marks.partition_point(|mark| mark.at <= now)];
        let over = past.iter().filter(|mark| mark.outcome == Outcome::Over).count();
        (past.iter().filter(|mark| mark.outcome != Outcome::Refused).count(), over)
    }
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Choice, Link};

    use super::*;

    #[test]
    fn a_strategy_that_is_compared_is_run_as_if_it_were_picked() {
        let link: Link =
            "strategy=script&servers=32&users=16&traffic=steady&rate=1200&for=1s&retries=100&sync=1ms".parse().unwrap();
        let strategies = [Strategy::Cas, Strategy::Lock, Strategy::SyncAll, Strategy::SyncShare];
        let runs = Runs::of(&link.scenario, &strategies);
        for (one, strategy) in runs.all.iter().zip(strategies) {
            // A link that names it is read with what a run can bear, which is less than it asks for.
            let (picked, problems) = Link::read(&link.to_string().replace("script", strategy.name()));
            assert!(!problems.is_empty(), "{strategy:?} can bear it all");
            let Ok(ran) = &one.run else { panic!("{strategy:?} does not run") };
            assert_eq!(ran.verdict.redis_calls, Trace::of(&picked.scenario).verdict().redis_calls, "{strategy:?}");
        }
    }
}
