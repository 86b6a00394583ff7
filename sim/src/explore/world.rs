//! What a step does, remembered: each distinct place of a request, keyspace and server's memory has a number, and what
//! follows from them is worked out once, by the hand's own step.

use super::table::Table;
use crate::hand::check::{self, Stand, Underway};
use crate::hand::{Case, Place, Position, sync};
use crate::placement::{Limiter, Memory};
use crate::redis::Keyspace;
use crate::trace::Outcome;

/// The number of a request's place. Those of checks under way follow on [`LOST`].
pub type Seat = u16;

/// It has not reached its server.
pub const OUTSIDE: Seat = 0;
/// It was refused.
pub const REFUSED: Seat = 1;
/// It was let through in the first window; in the second is the next number.
pub const THROUGH: Seat = 2;
/// Its server crashed during its check.
pub const LOST: Seat = 4;

/// Whether a check there has begun and not ended.
#[inline]
pub fn under_way(seat: Seat) -> bool {
    seat > LOST
}

/// Whether a request there has steps to take.
#[inline]
pub fn open(seat: Seat) -> bool {
    seat == OUTSIDE || under_way(seat)
}

/// What is changed by a step, and what a step depends on.
#[derive(Clone, Copy)]
pub struct Around {
    /// The request's place.
    pub seat: Seat,
    /// The keyspace's number.
    pub keyspace: u16,
    /// The number of its server's memory.
    pub memory: u16,
}

/// Everything that has a number. Full, and of no further use, when one runs out of numbers.
pub struct World {
    case: Case,
    limiter: Limiter,
    checks: Vec<Underway>,
    keyspaces: Vec<Keyspace>,
    memories: Vec<Memory>,
    known: Table,
    /// What follows, by the number of the row in `known`.
    steps: Vec<Around>,
}

/// In the place of a request's, for the end of the window.
const NOBODY: Seat = Seat::MAX;
/// The same, for a server that tells Redis what it has counted.
const SYNC: Seat = Seat::MAX - 1;

impl World {
    /// Nothing is known but the memory of a server that has just started, number 0.
    #[inline]
    pub fn new(position: &Position) -> Self {
        Self {
            case: position.case,
            limiter: position.limiter,
            checks: Vec::new(),
            keyspaces: Vec::new(),
            memories: vec![Memory::default()],
            known: Table::new(5),
            steps: Vec::new(),
        }
    }

    /// The number of a place.
    #[inline]
    pub fn seat(&mut self, place: &Place) -> Option<Seat> {
        match place {
            Place::Outside => Some(OUTSIDE),
            Place::Underway(check) => self.check(check.clone()),
            Place::Decided(_, Outcome::Refused) => Some(REFUSED),
            Place::Decided(window, _) => Some(THROUGH + *window as Seat),
            Place::Lost => Some(LOST),
        }
    }

    #[inline]
    fn check(&mut self, mut check: Underway) -> Option<Seat> {
        check.program.forget_count();
        number(&mut self.checks, check).map(|number| number + LOST + 1)
    }

    /// The number of a keyspace.
    #[inline]
    pub fn keyspace(&mut self, keyspace: Keyspace) -> Option<u16> {
        number(&mut self.keyspaces, keyspace)
    }

    /// The number of a server's memory.
    #[inline]
    pub fn memory(&mut self, memory: Memory) -> Option<u16> {
        number(&mut self.memories, memory)
    }

    /// The server in whose memory a request at this one is counted.
    #[inline]
    pub fn home(&self, server: usize) -> usize {
        self.limiter.home(0, server as u32) as usize
    }

    /// The next step of a request that has one to take, before or after the window's end.
    #[inline]
    pub fn step(&mut self, request: u32, before: Around, ended: bool) -> Option<Around> {
        // Where programs tell requests apart, so does this.
        let name = if self.limiter.names_requests() { request as u16 } else { 0 };
        let (row, new) = self.known.intern(&[before.seat, before.keyspace, before.memory, ended.into(), name]);
        if new {
            let after = self.work_out(request, before, ended)?;
            self.steps.push(after);
        }
        self.steps.get(row as usize).copied()
    }

    /// The keyspace once the window has ended.
    #[inline]
    pub fn end_window(&mut self, keyspace: u16) -> Option<u16> {
        self.step(0, Around { seat: NOBODY, keyspace, memory: 0 }, true).map(|after| after.keyspace)
    }

    /// What is around a server once it has told Redis what it has counted.
    #[inline]
    pub fn sync(&mut self, keyspace: u16, memory: u16, ended: bool) -> Option<Around> {
        self.step(0, Around { seat: SYNC, keyspace, memory }, ended)
    }

    #[inline]
    fn work_out(&mut self, request: u32, before: Around, ended: bool) -> Option<Around> {
        let now = self.case.now(ended);
        let mut keyspace = self.keyspaces[usize::from(before.keyspace)].clone();
        let mut memory = self.memories[usize::from(before.memory)].clone();
        let seat = match before.seat {
            NOBODY => NOBODY,
            SYNC => {
                sync(&self.limiter, &mut memory, &mut keyspace, now);
                SYNC
            }
            seat => {
                let check = under_way(seat).then(|| self.checks[usize::from(seat - LOST - 1)].clone());
                let server = self.case.request(request).server;
                let mut place = check::Place { limiter: &self.limiter, request, server, memory: &mut memory, now };
                match place.step(check, &mut keyspace).1 {
                    Stand::Underway(check) => self.check(check)?,
                    Stand::Decided(decision) if decision.allowed => {
                        THROUGH + self.limiter.window(decision.counted) as Seat
                    }
                    Stand::Decided(..) => REFUSED,
                }
            }
        };
        keyspace.sweep(now);
        Some(Around { seat, keyspace: self.keyspace(keyspace)?, memory: self.memory(memory)? })
    }
}

/// The number of `one` among `all`, which it joins if it is new; none when there are no numbers left.
#[inline]
fn number<T: PartialEq>(all: &mut Vec<T>, one: T) -> Option<u16> {
    if let Some(known) = all.iter().position(|other| *other == one) {
        return Some(known as u16);
    }
    all.push(one);
    // Room for what comes before the checks, and for `NOBODY` and `SYNC`.
    u16::try_from(all.len() - 1).ok().filter(|number| *number < u16::MAX - LOST - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_of_a_check_is_never_one_that_stands_for_something_else() {
        let free = u16::MAX - LOST - 2;
        let mut all: Vec<u16> = (0..free - 1).collect();
        assert_eq!(number(&mut all, 7), Some(7));
        let last = number(&mut all, u16::MAX);
        assert_eq!(last, Some(free - 1));
        assert!(last.is_some_and(|number| !([NOBODY, SYNC].contains(&(LOST + 1 + number)))));
        assert_eq!(number(&mut all, u16::MAX - 1), None);
    }
}
