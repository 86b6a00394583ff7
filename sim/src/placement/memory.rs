//! What a server remembers of a user between requests.

use crate::rule::State;
use crate::time::Time;

/// What a server remembers of one user. It is lost when the server restarts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The rule's state, where the server counts.
    pub state: State,
    /// What it has in hand besides.
    pub hold: Hold,
    /// The state of the rule that it falls back to, without Redis.
    pub fallback: State,
}

/// What a server has in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hold {
    /// Nothing.
    #[default]
    Nothing,
    /// A refusal that holds until then, by its own clock.
    Denied(Time),
    /// A lease.
    Lease {
        /// How many it may still let through.
        left: i64,
        /// When it ends, by its own clock.
        until: Time,
        /// When Redis counted it.
        counted: Time,
    },
    /// A count that it tells Redis now and then.
    Synced {
        /// The window that all of it is of.
        window: u64,
        /// The last total that it heard of.
        total: i64,
        /// What it has told and not heard of in a total.
        told: i64,
        /// What it has let through and not told.
        untold: i64,
        /// Whether it has told, be it nothing, and not heard.
        asks: bool,
    },
}

impl Memory {
    /// How many hits it has counted in the clock-aligned window of this number; 0 where it keeps no such count.
    pub fn hits(&self, window: u64) -> i64 {
        match (&self.state, self.hold) {
            (State::Count(count), _) if count.window == window => count.hits,
            (_, Hold::Synced { window: of, told, untold, .. }) if of == window => told + untold,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Count;

    #[test]
    fn hits_are_those_of_the_window_that_is_asked_for() {
        let counts = Memory { state: State::Count(Count { window: 3, hits: 7 }), ..Memory::default() };
        assert_eq!([2, 3, 4].map(|window| counts.hits(window)), [0, 7, 0]);
        let hold = Hold::Synced { window: 3, total: 50, told: 4, untold: 2, asks: false };
        let synced = Memory { hold, ..Memory::default() };
        assert_eq!([2, 3, 4].map(|window| synced.hits(window)), [0, 6, 0]);
        assert_eq!(Memory::default().hits(0), 0);
    }
}
