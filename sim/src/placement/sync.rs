//! `sync-all` and `sync-share`: each server counts what it lets through; every T it tells Redis how many more that were
//! (INCRBY) and learns the total of all. Between two syncs it decides by the last total and its own count.
//!
//! One round trip for each server and T, none for requests. Under `sync-all` each server may spend all that was left: up to
//! N L pass, and while lambda (T + R) is far below L on average lambda (T + R) (N - 1) / N more than L, with R the round trip:
//! a server last heard T / 2 ago on average, the others had last told it T / 2 before that, and both messages take their time.
//!
//! Under `sync-share` each may spend only `floor(left / N)`: less, not nothing, because replies come one after another, so that
//! whoever is early reads a total from which others' counts are missing. Where nobody has heard of the others it is never
//! over. Where all shares are spent in each period, the k-th to sync hears of k shares and gets `(L - k L / N) / N` more: in
//! all L (N - 1) / 2N over, and no run was seen to exceed that while R is shorter than T.

use super::program::{Around, Check, Step};
use super::{Comparison, Hold, Lifetime, Limiter, Memory};
use crate::redis::{Command, ExpiryCondition, Reply};
use crate::scenario::Strategy;
use crate::time::Time;

/// A request's program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Synced;

impl Check for Synced {
    fn start(&mut self, around: Around<'_>) -> Step {
        let Around { limiter, memory, now, .. } = around;
        turn(limiter, memory, now);
        let Hold::Synced { total, told, untold, .. } = &mut memory.hold else {
            // A server that has turned to a window holds its counts.
            unreachable!();
        };
        let own = *told + *untold;
        let decision = match limiter.strategy {
            Strategy::SyncShare => {
                let share = (limiter.limit - *total).max(0) / i64::from(limiter.servers);
                Comparison::Left.decide(share - own, 1, now)
            }
            _ => Comparison::Below.decide(*total + own, limiter.limit, now),
        };
        *untold += i64::from(decision.allowed);
        Step::Decide(decision)
    }
}

/// What a server remembers becomes of the window that contains `now`.
fn turn(limiter: &Limiter, memory: &mut Memory, now: Time) {
    let window = limiter.window(now);
    if !matches!(memory.hold, Hold::Synced { window: of, .. } if of == window) {
        memory.hold = Hold::Synced { window, total: 0, told: 0, untold: 0, asks: false };
    }
}

/// A server's sync, for one user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sync {
    /// The user, from 0.
    pub user: u32,
    window: u64,
}

impl Sync {
    /// Begins one: what is sent; nothing while another is under way.
    pub fn start(limiter: &Limiter, user: u32, memory: &mut Memory, now: Time) -> Option<(Self, Command)> {
        turn(limiter, memory, now);
        let Hold::Synced { window, told, untold, asks, .. } = &mut memory.hold else { return None };
        if std::mem::replace(asks, true) {
            return None;
        }
        *told = std::mem::take(untold);
        let key = limiter.key(user, now);
        let expire = Lifetime::of(limiter.window).command(key, ExpiryCondition::Always);
        let command = Command::Transaction([Command::IncrBy(key, *told), expire].into());
        Some((Self { user, window: *window }, command))
    }

    /// Ends it without an answer. What was told is told once more the next time: Redis may have heard it, and then counts it
    /// twice, which refuses too many rather than too few.
    pub fn fail(self, memory: &mut Memory) {
        if let Hold::Synced { window, told, untold, asks, .. } = &mut memory.hold
            && *window == self.window
        {
            (*untold, *told, *asks) = (*untold + *told, 0, false);
        }
    }

    /// Ends it. What it hears is of no use once another window has begun.
    pub fn finish(self, memory: &mut Memory, reply: &Reply) {
        if let (Hold::Synced { window, total, told, asks, .. }, Some(sum)) = (&mut memory.hold, reply.nth(0).integer())
            && *window == self.window
        {
            (*total, *told, *asks) = (sum, 0, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    /// What Redis is told, if it is.
    fn told(started: Option<&(Sync, Command)>) -> Option<i64> {
        match &started?.1 {
            Command::Transaction(commands) => match commands[0] {
                Command::IncrBy(_, by) => Some(by),
                _ => None,
            },
            _ => None,
        }
    }

    fn synced(window: u64, untold: i64) -> Memory {
        Memory { hold: Hold::Synced { window, total: 0, told: 0, untold, asks: false }, ..Memory::default() }
    }

    #[test]
    fn what_was_told_without_an_answer_is_told_once_more() {
        let limiter = Limiter::new(&Scenario { strategy: Strategy::SyncAll, ..Scenario::default() });
        let mut memory = synced(0, 3);
        let first = Sync::start(&limiter, 0, &mut memory, Time::START);
        assert_eq!(told(first.as_ref()), Some(3));
        assert!(Sync::start(&limiter, 0, &mut memory, Time::START).is_none(), "one is under way");
        first.unwrap().0.fail(&mut memory);
        assert_eq!(told(Sync::start(&limiter, 0, &mut memory, Time::START).as_ref()), Some(3));
    }

    #[test]
    fn a_sync_that_fails_in_another_window_is_over() {
        let limiter = Limiter::new(&Scenario { strategy: Strategy::SyncAll, ..Scenario::default() });
        let mut memory = synced(0, 3);
        let (old, _) = Sync::start(&limiter, 0, &mut memory, Time::START).unwrap();
        let next = Time::START + limiter.window;
        memory = synced(1, 2);
        assert_eq!(told(Sync::start(&limiter, 0, &mut memory, next).as_ref()), Some(2));
        let before = memory.clone();
        old.fail(&mut memory);
        assert_eq!(memory, before);
    }
}
