//! What a sweep is asked for.

use limit_sim::many::Sweeping;
use limit_sim::scenario::{Axis, Curves, Scenario, Strategy, Sweep, Traffic};

use crate::lab::Open;
use crate::language::t;

/// What a sweep is asked for: another one has other numbers.
#[derive(Clone, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub struct Asked {
    /// What is run, with the first seed. The swept setting is as it is by default, which a run need not bear.
    pub scenario: Scenario,
    /// What goes through which values.
    pub sweep: Sweep,
    /// The strategies: those that are held against each other, and the scenario's if it is none of them.
    pub strategies: Vec<Strategy>,
    /// Those that are held against each other, whether they are run or not.
    pub compare: Vec<Strategy>,
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
        // The swept setting's own value is of no account, nor which of the strategies is the present one.
        let begin = Scenario { strategy: strategies[0], ..runs.begin(scenario) };
        let scenario = runs.sweep.axis.without(&begin);
        Self { scenario, sweep: runs.sweep, strategies, compare: compare.clone(), at_each: runs.at_each() }
    }

    /// Whether strategies are held against each other.
    pub fn compares(&self) -> bool {
        self.strategies.len() > 1
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
                Some(t("Requests come as a stream now, which has no burst: this changes nothing."))
            }
            Axis::Sync if !self.strategies.iter().any(syncs) => {
                Some(t("None of these strategies syncs: this changes nothing."))
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
    fn the_present_value_makes_no_difference_where_a_run_cannot_bear_the_first_ones_either() {
        let busy = Scenario {
            users: *Scenario::USERS.end(),
            duration: Span::from_secs(5),
            servers: 32,
            ..Scenario::default()
        };
        let busy = Scenario { strategy: Strategy::SyncAll, traffic: Traffic::Steady, ..busy };
        for sweep in ["sync=1ms..1001ms/100ms", "sync=1ms..5ms/1ms", "limit"] {
            let runs = Runs { sweep: Sweep::read(sweep).unwrap(), ..Runs::default() };
            let of = |value| Asked::of(&runs.sweep.axis.with(&busy, value).unwrap_or(busy), &open(runs));
            assert_eq!(of(400_000_000), of(500_000_000), "{sweep}");
            assert_eq!(of(4), of(5), "{sweep}");
        }
    }

    #[test]
    fn another_seed_is_another_sweep_unless_the_first_one_is_named() {
        let with = |first, seed| {
            Asked::of(&Scenario { seed, ..Scenario::default() }, &open(Runs { first, ..Runs::default() }))
        };
        assert_ne!(with(None, 7), with(None, 8));
        assert_eq!(with(None, 7), with(Some(7), 8));
        assert_ne!(with(None, 7), with(Some(8), 7));
        assert_ne!(with(None, 7), Asked { at_each: 10, ..with(None, 7) });
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
