//! How a state is written down, and which states are one but for the requests' names.
//!
//! A state is a row: the keyspace, flags, each server's memory (where servers count for themselves), each request's seat.
//! Requests that went to servers that don't differ, and that began in the same place, are alike: whatever one can do, the
//! other can. The *class* of a state is its row with the seats of requests that are alike in order of size.

use super::world::{THROUGH, open};
use crate::hand::{Case, Position};

/// The window has ended.
pub const ENDED: u16 = 1;
/// A server has crashed.
pub const CRASHED: u16 = 2;

/// Where the keyspace is in a row.
pub const KEYSPACE: usize = 0;
/// Where the flags are.
pub const FLAGS: usize = 1;
/// Where the memories begin.
pub const MEMORIES: usize = 2;

/// The layout of rows, and which requests are alike.
pub struct Shape {
    /// What is played.
    pub case: Case,
    /// How long a row is.
    pub width: usize,
    /// Where the seats begin in a row.
    pub seats: usize,
    /// For each request, those alike with it: the first of them.
    like: Vec<u8>,
    /// Pascal's triangle: row n has the numbers of ways to choose k of n, the largest number for what does not fit.
    choose: Vec<Vec<u64>>,
}

impl Shape {
    /// For all that follows from the position.
    pub fn new(position: &Position) -> Self {
        let case = position.case;
        let remembers = position.limiter.keeps_memory();
        let (requests, servers) = (case.requests() as usize, case.servers() as usize);
        let server_matters = remembers || case.events().crashes;
        let alike = |one: usize, other: usize| {
            (!server_matters || one % servers == other % servers) && position.places[one] == position.places[other]
        };
        let first = |one: usize| (0..=one).find(|other| alike(*other, one)).unwrap_or(one) as u8;
        let seats = MEMORIES + if remembers { servers } else { 0 };
        let mut choose: Vec<Vec<u64>> = vec![vec![1]];
        for n in 1..=requests {
            let above = &choose[n - 1];
            let inner = (1..n).map(|k| above[k - 1].saturating_add(above[k]));
            let row = std::iter::once(1).chain(inner).chain(std::iter::once(1)).collect();
            choose.push(row);
        }
        Self { case, width: seats + requests, seats, like: (0..requests).map(first).collect(), choose }
    }

    /// How many requests are alike with this one and in the same place; none if an earlier one is.
    pub fn crowd(&self, row: &[u16], request: usize) -> Option<u32> {
        let seats = &row[self.seats..];
        let same = |other: &usize| self.like[*other] == self.like[request] && seats[*other] == seats[request];
        if (0..request).any(|earlier| same(&earlier)) {
            return None;
        }
        Some((request..seats.len()).filter(same).count() as u32)
    }

    /// Writes the row's class to `class`; answers how many states are in it.
    pub fn classify(&self, row: &[u16], class: &mut Vec<u16>) -> u64 {
        class.clear();
        class.extend_from_slice(&row[..self.seats]);
        let seats = &row[self.seats..];
        let mut states = 1u64;
        for first in 0..seats.len() {
            if usize::from(self.like[first]) != first {
                continue;
            }
            let from = class.len();
            for (seat, like) in seats.iter().zip(&self.like) {
                if usize::from(*like) == first {
                    // Into its place among those that are there: they are few.
                    let at = class[from..].iter().take_while(|other| *other <= seat).count();
                    class.insert(from + at, *seat);
                }
            }
            // Each run of equal seats is spread over the places that those before it left.
            let mut run = 0;
            for at in from..class.len() {
                run = if at > from && class[at] == class[at - 1] { run + 1 } else { 1 };
                if at + 1 == class.len() || class[at + 1] != class[at] {
                    states = states.saturating_mul(self.choose[at + 1 - from][run]);
                }
            }
        }
        states
    }

    /// Whether some request has steps to take.
    pub fn is_open(&self, row: &[u16]) -> bool {
        row[self.seats..].iter().any(|seat| open(*seat))
    }

    /// How many requests each window has let through.
    pub fn allowed(&self, row: &[u16]) -> [u32; 2] {
        let through = |window| row[self.seats..].iter().filter(|seat| **seat == THROUGH + window).count() as u32;
        [through(0), through(1)]
    }

    /// Whether some window has let more through than the limit.
    pub fn is_over(&self, row: &[u16]) -> bool {
        self.allowed(row).into_iter().max() > Some(self.case.scenario().limit)
    }
}
