//! Which rule goes with which strategy.

use super::{Rule, Scenario, Strategy, WindowStart};
use crate::phrase::{Phrase, phrase};

/// Why a strategy can't count by a rule, with the nearest strategy that can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misfit {
    /// The strategy is one counter that only goes up: it counts fixed windows and nothing else.
    Counter(Strategy),
    /// Servers tell each other counts, which only fixed windows have.
    Sync(Strategy),
    /// Its key's name has the window's number in it, so its windows are the clock's.
    Numbered(Strategy),
}

impl Misfit {
    /// The nearest strategy that works.
    pub fn nearest(self) -> Strategy {
        let (Self::Counter(nearest) | Self::Sync(nearest) | Self::Numbered(nearest)) = self;
        nearest
    }

    /// The reason, as a clause about the strategy.
    #[inline]
    pub fn reason(self) -> Phrase {
        match self {
            Self::Counter(_) => phrase("which is one counter that only goes up", vec![]),
            Self::Sync(_) => phrase("in which servers tell each other counts", vec![]),
            Self::Numbered(_) => phrase("whose key has its window's number in its name", vec![]),
        }
    }
}

/// Why the scenario's strategy can't count by its rule; none when it can.
#[inline]
pub fn misfit(scenario: &Scenario) -> Option<Misfit> {
    let any = scenario.rule != Rule::FixedWindow;
    let first_hit = scenario.window_start() == WindowStart::FirstHit;
    match scenario.strategy {
        Strategy::GetSet if any => Some(Misfit::Counter(Strategy::ReadWrite)),
        Strategy::GetIncr if any => Some(Misfit::Counter(Strategy::ReadWrite)),
        Strategy::Incr | Strategy::IncrExpire | Strategy::MultiExec | Strategy::SetNxIncr if any => {
            Some(Misfit::Counter(Strategy::Script))
        }
        Strategy::SyncAll | Strategy::SyncShare if any => Some(Misfit::Sync(Strategy::Lease)),
        Strategy::SyncAll | Strategy::SyncShare if first_hit => Some(Misfit::Numbered(Strategy::Lease)),
        // Without an expiry it would count for ever.
        Strategy::GetIncr if first_hit => Some(Misfit::Numbered(Strategy::ReadWrite)),
        Strategy::Incr if first_hit => Some(Misfit::Numbered(Strategy::IncrExpire)),
        _ => None,
    }
}
