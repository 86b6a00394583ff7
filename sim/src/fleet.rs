//! The servers in the course of a run: which are there, which are gone, and which are new.

use crate::scenario::{Fault, Scenario, What};
use crate::time::{Span, Time};

/// What becomes of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It joins, empty.
    Joins,
    /// It is no longer sent anything, and ends once it is done.
    Leaves,
    /// It stops, with all that it was doing.
    Crashes,
    /// It is back after a crash, empty.
    Returns,
    /// It is no longer sent anything, to be restarted once it is done.
    Drains,
    /// It has been restarted, and is empty.
    Restarts,
}

impl Change {
    /// Whether the balancer sends it requests from then on.
    pub fn serves(self) -> bool {
        matches!(self, Self::Joins | Self::Returns | Self::Restarts)
    }
}

/// How a server stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It is there from the start.
    #[default]
    Up,
    /// It is there, and began empty when others had been there for some time.
    New,
    /// It has not joined, or has left.
    Away,
    /// It has crashed.
    Crashed,
    /// It is being restarted.
    Draining,
}

/// What becomes of the servers of a scenario: when, which of them from 0, and what; in order. Whatever makes no sense does not
/// happen: a server that is not there does not crash, nobody leaves where nobody is left, and no more join than there can be.
pub fn changes(scenario: &Scenario) -> Vec<(Time, (u32, Change))> {
    let mut all = Vec::new();
    let mut there = scenario.servers;
    for Fault { from, until, what } in scenario.faults.iter() {
        if let Some(now) = resized(there, what) {
            (there..now).for_each(|server| insert(&mut all, from, (server, Change::Joins)));
            (now..there).for_each(|server| insert(&mut all, from, (server, Change::Leaves)));
            there = now;
        }
        match what {
            What::Crash(server) if server < there => {
                insert(&mut all, from, (server, Change::Crashes));
                insert(&mut all, until, (server, Change::Returns));
            }
            What::Deploy => {
                // One after another, each for the same part of the time.
                let whole = (until - from).nanos();
                let at = |nth: u32| from + Span::from_nanos(whole / u64::from(there) * u64::from(nth));
                for server in 0..there {
                    insert(&mut all, at(server), (server, Change::Drains));
                    insert(&mut all, at(server + 1), (server, Change::Restarts));
                }
            }
            _ => {}
        }
    }
    let mut servers: Vec<_> = (0..*Scenario::SERVERS.end()).map(|server| (server < scenario.servers, 0)).collect();
    all.retain(|(_, (server, change))| happens(&mut servers[*server as usize], *change));
    all
}

/// How many servers there are before and after each fault by which some join or leave, in the order of the faults.
#[inline]
pub fn sizes(scenario: &Scenario) -> Vec<(Fault, u32, u32)> {
    let mut there = scenario.servers;
    let size = |fault: Fault| {
        let before = there;
        there = resized(there, fault.what)?;
        Some((fault, before, there))
    };
    scenario.faults.iter().filter_map(size).collect()
}

/// How many servers there are after some have joined or left, of so many; none where none of that is what happens. One always
/// stays.
#[inline(never)]
fn resized(there: u32, what: What) -> Option<u32> {
    match what {
        What::Join(more) => Some((there + more).min(*Scenario::SERVERS.end())),
        What::Leave(fewer) => Some(there.saturating_sub(fewer).max(1)),
        _ => None,
    }
}

/// Puts something where its instant belongs, after what is there at the same one. (Sorting by std is kilobytes in the browser.)
#[inline(never)]
pub(crate) fn insert<T>(all: &mut Vec<(Time, T)>, at: Time, one: T) {
    let place = all.partition_point(|(earlier, _)| *earlier <= at);
    all.insert(place, (at, one));
}

/// Whether a change comes to anything: of a server that is there or not, and out of service for so many reasons.
fn happens((there, reasons): &mut (bool, u32), change: Change) -> bool {
    match change {
        Change::Joins | Change::Leaves => {
            (*there, *reasons) = (change == Change::Joins, 0);
            true
        }
        Change::Crashes | Change::Drains => {
            *reasons += u32::from(*there);
            *there
        }
        // What is out for another reason as well is not back yet; and who has left does not come back.
        Change::Returns | Change::Restarts => {
            let was = *reasons;
            *reasons = was.saturating_sub(1);
            was == 1
        }
    }
}

impl Scenario {
    /// How many servers there are at most, and that many are told apart by their numbers.
    pub fn all_servers(&self) -> u32 {
        if self.faults.is_empty() {
            return self.servers;
        }
        let last = changes(self).into_iter().map(|(_, (server, _))| server + 1).max();
        last.unwrap_or(0).max(self.servers)
    }
}

/// How each server stands at an instant, that instant's changes included.
pub fn standing(scenario: &Scenario, at: Time) -> Vec<Standing> {
    let all = scenario.all_servers();
    let mut servers: Vec<_> =
        (0..all).map(|server| if server < scenario.servers { Standing::Up } else { Standing::Away }).collect();
    for (_, (server, change)) in changes(scenario).into_iter().take_while(|(when, ..)| *when <= at) {
        servers[server as usize] = match change {
            Change::Joins | Change::Returns | Change::Restarts => Standing::New,
            Change::Leaves => Standing::Away,
            Change::Crashes => Standing::Crashed,
            Change::Drains => Standing::Draining,
        };
    }
    servers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(link: &str) -> Scenario {
        link.parse::<crate::scenario::Link>().unwrap_or_else(|problems| panic!("{problems:?}")).scenario
    }

    fn at(millis: u64) -> Time {
        Time::START + Span::from_millis(millis)
    }

    #[test]
    fn servers_join_and_leave_and_the_numbers_are_used_again() {
        let scenario = scenario("servers=2&scale=+3@10ms,-4@20ms,+1@30ms");
        let up = |millis| {
            let standing = standing(&scenario, at(millis));
            standing.into_iter().filter(|one| matches!(one, Standing::Up | Standing::New)).count()
        };
        assert_eq!([9, 10, 19, 20, 30].map(up), [2, 5, 5, 1, 2]);
        assert_eq!(scenario.all_servers(), 5);
    }

    #[test]
    fn no_more_than_thirty_two_are_there_and_never_none() {
        assert_eq!(scenario("servers=30&scale=+5@1ms").all_servers(), 32);
        let none = scenario("servers=2&scale=-5@1ms");
        assert_eq!(standing(&none, at(1)), [Standing::Up, Standing::Away]);
    }

    #[test]
    fn sizes_are_told_for_each_of_two_faults_at_one_instant() {
        let sizes = sizes(&scenario("servers=4&scale=+2@5ms,-4@5ms,-9@6ms"));
        assert_eq!(
            sizes.iter().map(|(_, before, after)| (*before, *after)).collect::<Vec<_>>(),
            [(4, 6), (6, 2), (2, 1)]
        );
    }

    #[test]
    fn a_deploy_restarts_one_after_another() {
        let scenario = scenario("servers=2&deploy=10ms..20ms");
        use Standing::{Draining, New, Up};
        for (millis, expected) in [(9, [Up, Up]), (10, [Draining, Up]), (15, [New, Draining]), (20, [New, New])] {
            assert_eq!(standing(&scenario, at(millis)), expected, "{millis} ms");
        }
    }

    #[test]
    fn a_server_that_is_out_for_two_reasons_is_back_when_both_are_over() {
        let scenario = scenario("servers=1&crash=s1@10ms..40ms&deploy=20ms..30ms");
        assert_eq!(
            [15, 25, 35, 40].map(|millis| standing(&scenario, at(millis))[0]),
            [Standing::Crashed, Standing::Draining, Standing::Draining, Standing::New]
        );
    }

    #[test]
    fn a_server_that_left_does_not_come_back_from_its_crash() {
        let scenario = scenario("servers=2&crash=s2@10ms..40ms&scale=-1@20ms");
        assert_eq!(
            [15, 25, 45].map(|millis| standing(&scenario, at(millis))[1]),
            [Standing::Crashed, Standing::Away, Standing::Away]
        );
    }

    #[test]
    fn a_server_that_is_not_there_does_not_crash() {
        assert_eq!(changes(&scenario("servers=2&crash=s3@1ms")), []);
    }
}
