//! What a sweep is asked for.

use limit_sim::many::Sweeping;
use limit_sim::scenario::{Axis, Curves, Scenario, Strategy, Sweep, Traffic};

use crate::lab::Open;

/// What a sweep is asked for: another one has other numbers.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub struct Asked {
    /// What is run, with the first seed, and the first value where the sweep goes through others.
    pub scenario: Scenario,
    /// Whether the first seed is one that was named, and not just the scenario's.
    pub pinned: bool,
    /// What goes through which values.
    pub sweep: Sweep,
    /// The strategies: those that are held against each other, and the scenario's if it is none of them.
    pub strategies: Vec<Strategy>,
    /// How many runs there are at each point.
    pub at_each: u64,
}

impl Asked {
    /// What is asked for of a scenario as the page stands.
    pub fn of(scenario: &Scenario, open: &Open) -> Self {
        let Open { runs, compare, .. } = open;
        let mut strategies = match runs.curves {
            Curves::Compared => compare.clone(),
            Curves::One => Vec::new(),
        };
        if !strategies.contains(&scenario.strategy) {
            strategies.push(scenario.strategy);
        }
        let begin = runs.begin(scenario);
        // The swept setting's own value is of no account, nor which of the strategies is the present one.
        let begin = Scenario { strategy: strategies[0], ..begin };
        let scenario = runs.sweep.axis.with(&begin, runs.sweep.from).unwrap_or(begin);
        Self { scenario, pinned: runs.first.is_some(), sweep: runs.sweep, strategies, at_each: runs.at_each() }
    }

    /// Whether what was asked for answers this, too. Where no first seed is named, the one that it began with will do.
    pub fn answers(&self, other: &Self) -> bool {
        let seed = if other.pinned { other.scenario.seed } else { self.scenario.seed };
        self.scenario == Scenario { seed, ..other.scenario }
            && self.sweep == other.sweep
            && self.strategies == other.strategies
            && self.at_each == other.at_each
    }

    /// The sweep.
    pub fn begin(&self) -> Sweeping {
        Sweeping::new(&self.scenario, self.sweep, &self.strategies, self.at_each)
    }

    /// Why the axis makes no difference to any of the strategies, if so.
    pub fn idle(&self) -> Option<&'static str> {
        let burst = matches!(self.sweep.axis, Axis::Burst | Axis::Spread);
        let syncs = |strategy: &Strategy| matches!(strategy, Strategy::SyncAll | Strategy::SyncShare);
        match self.sweep.axis {
            _ if burst && self.scenario.traffic == Traffic::Steady => {
                Some("Requests come as a stream now, which has no burst: this changes nothing.")
            }
            Axis::Sync if !self.strategies.iter().any(syncs) => {
                Some("None of these strategies syncs: this changes nothing.")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Runs;
    use limit_sim::time::Span;

    use super::*;

    fn open(runs: Runs) -> Open {
        Open { runs, compare: vec![Strategy::Local, Strategy::Incr], ..Open::default() }
    }

    #[test]
    fn the_present_value_and_which_of_the_strategies_is_the_present_one_make_no_difference() {
        let open = open(Runs::default());
        let of = |strategy, millis| {
            Asked::of(&Scenario { strategy, rtt: Span::from_millis(millis), ..Scenario::default() }, &open)
        };
        assert_eq!(of(Strategy::Local, 2), of(Strategy::Incr, 9));
        assert_ne!(of(Strategy::Local, 2), of(Strategy::GetSet, 2), "it is one more curve");
        assert_eq!(of(Strategy::GetSet, 2).strategies, [Strategy::Local, Strategy::Incr, Strategy::GetSet]);
    }

    #[test]
    fn another_seed_is_answered_unless_it_is_named() {
        let with = |first, seed| {
            Asked::of(&Scenario { seed, ..Scenario::default() }, &open(Runs { first, ..Runs::default() }))
        };
        assert!(with(None, 7).answers(&with(None, 8)));
        assert!(with(None, 7).answers(&with(Some(7), 8)));
        assert!(!with(None, 7).answers(&with(Some(8), 8)));
        assert!(!with(None, 7).answers(&Asked { at_each: 10, ..with(None, 7) }));
    }

    #[test]
    fn one_curve_is_that_of_the_present_strategy() {
        let open = open(Runs { curves: Curves::One, ..Runs::default() });
        let scenario = Scenario { strategy: Strategy::GetSet, ..Scenario::default() };
        assert_eq!(Asked::of(&scenario, &open).strategies, [Strategy::GetSet]);
    }

    #[test]
    fn an_axis_that_changes_nothing_is_told() {
        let with = |axis, traffic| {
            let runs = Runs { sweep: Sweep::of(axis), ..Runs::default() };
            Asked::of(&Scenario { traffic, ..Scenario::default() }, &open(runs)).idle().is_some()
        };
        assert!(with(Axis::Burst, Traffic::Steady) && with(Axis::Sync, Traffic::Burst));
        assert!(!with(Axis::Burst, Traffic::Burst) && !with(Axis::Rtt, Traffic::Steady));
    }
}
