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
/// Where it is which servers have told Redis what they have counted, in two words.
pub const SYNCED: usize = 2;
/// Where the memories begin.
pub const MEMORIES: usize = 4;

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
    /// All requests, those that are alike one after the other.
    grouped: Vec<u8>,
}

impl Shape {
    /// For all that follows from the position.
    #[inline]
    pub fn new(position: &Position) -> Self {
        let case = position.case;
        let remembers = position.limiter.keeps_memory();
        let (requests, servers) = (case.requests() as usize, case.servers() as usize);
        // Where all count in one place, that is the first server's.
        let server_matters = remembers || case.events().crashes;
        let named = position.limiter.names_requests();
        let alike = |one: usize, other: usize| {
            one == other
                || !named
                    && (!server_matters || one % servers == other % servers)
                    && position.places[one] == position.places[other]
        };
        let first = |one: usize| (0..=one).find(|other| alike(*other, one)).unwrap_or(one) as u8;
        let seats = MEMORIES + if remembers { servers } else { 0 };
        let like: Vec<u8> = (0..requests).map(first).collect();
        let group = |leader: u8| (0..).zip(&like).filter(move |(_, one)| **one == leader).map(|(request, _)| request);
        let grouped = (0..requests as u8).flat_map(group).collect();
        Self { case, width: seats + requests, seats, like, grouped }
    }

    /// How many requests are alike with this one and in the same place; none if an earlier one is.
    #[inline]
    pub fn crowd(&self, row: &[u16], request: usize) -> Option<u32> {
        let seats = &row[self.seats..];
        let same = |other: &usize| self.like[*other] == self.like[request] && seats[*other] == seats[request];
        if (0..request).any(|earlier| same(&earlier)) {
            return None;
        }
        Some((request..seats.len()).filter(same).count() as u32)
    }

    /// Writes the row's class to `class`: the seats of requests that are alike stand together.
    #[inline]
    pub fn classify(&self, row: &[u16], class: &mut Vec<u16>) {
        class.clear();
        class.extend_from_slice(&row[..self.seats]);
        for (nth, request) in self.grouped.iter().enumerate() {
            let seat = row[self.seats + usize::from(*request)];
            class.push(seat);
            // Into its place among those that are there: they are few, and mostly in order.
            let mut at = self.seats + nth;
            while at > self.seats && self.together(at - self.seats) && class[at - 1] > seat {
                class.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// Whether this one of the requests in groups is alike with the one before it.
    #[inline]
    fn together(&self, nth: usize) -> bool {
        let like = |nth: usize| self.like[usize::from(self.grouped[nth])];
        like(nth) == like(nth - 1)
    }

    /// How many states are in a class; none when that does not fit.
    #[inline]
    pub fn states(&self, class: &[u16]) -> Option<u64> {
        let seats = &class[self.seats..];
        let (mut states, mut group, mut run) = (1u64, 0, 0);
        for nth in 0..seats.len() {
            let together = nth > 0 && self.together(nth);
            run = if together && seats[nth] == seats[nth - 1] { run + 1 } else { 1 };
            group = if together { group + 1 } else { 1 };
            // n! / (a! b! ...), for a, b, ... of n in the same seat: each request more makes it n / a times as much.
            states = states.checked_mul(group)? / run;
        }
        Some(states)
    }

    /// Whether some request has steps to take.
    #[inline]
    pub fn is_open(&self, row: &[u16]) -> bool {
        row[self.seats..].iter().any(|seat| open(*seat))
    }

    /// How many requests each window has let through.
    #[inline]
    pub fn allowed(&self, row: &[u16]) -> [u32; 2] {
        let through = |window| row[self.seats..].iter().filter(|seat| **seat == THROUGH + window).count() as u32;
        [through(0), through(1)]
    }

    /// Whether some window has let more through than the limit.
    #[inline]
    pub fn is_over(&self, row: &[u16]) -> bool {
        self.allowed(row).into_iter().max() > Some(self.case.scenario().limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Events;
    use crate::scenario::{Choice, Rule, Scenario, Strategy};

    /// How many of four requests at two servers are told apart.
    fn told_apart(strategy: Strategy, rule: Rule) -> usize {
        let scenario = Scenario { strategy, rule, servers: 2, burst: 4, ..Scenario::default() };
        let case = Case::of(&scenario, Events::default()).unwrap();
        let mut like = Shape::new(&Position::start(&case)).like;
        like.sort_unstable();
        like.dedup();
        like.len()
    }

    #[test]
    fn requests_are_told_apart_by_servers_that_remember_and_by_names_only_where_there_are_some() {
        for &strategy in Strategy::ALL {
            let expected = match strategy {
                // A lock has its holder's name.
                Strategy::Lock => 4,
                Strategy::Local | Strategy::Split | Strategy::SyncAll | Strategy::SyncShare => 2,
                Strategy::Lease | Strategy::Owner | Strategy::Edge | Strategy::DenyCache => 2,
                _ => 1,
            };
            assert_eq!(told_apart(strategy, Rule::FixedWindow), expected, "{strategy:?}");
        }
        // So has an entry in a log that a server writes.
        assert_eq!(told_apart(Strategy::ReadWrite, Rule::SlidingLog), 4);
        assert_eq!(told_apart(Strategy::Cas, Rule::SlidingLog), 4);
        assert_eq!(told_apart(Strategy::Script, Rule::SlidingLog), 1);
    }
}
