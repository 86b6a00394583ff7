//! The load balancer: which server each request goes to.

use rand::RngExt;

use crate::random::{Generator, Stream};
use crate::scenario::{Balancer, Scenario};

/// A balancer in the middle of a run.
pub struct Router {
    kind: Balancer,
    /// The servers that it sends requests to, in ascending order.
    serving: Vec<u32>,
    chance: Generator,
    /// The server whose turn it is.
    turn: u32,
    /// The server that each user keeps to.
    kept: Vec<u32>,
    /// Open requests of each server: routed to it and not yet finished.
    open: Vec<u32>,
}

impl Router {
    /// The scenario's balancer, before its first request.
    ///
    /// A sticky balancer draws each user's one server here; a random one draws once for each request, whatever the strategy, so
    /// that strategies are compared on the same routing. Only `least-busy` looks at what the servers do.
    pub fn new(scenario: &Scenario) -> Self {
        let mut chance = Stream::Routing.generator(scenario.seed);
        let kept = match scenario.balancer {
            Balancer::Sticky => (0..scenario.users).map(|_| chance.random_range(0..scenario.servers)).collect(),
            _ => Vec::new(),
        };
        Self {
            kind: scenario.balancer,
            serving: (0..scenario.servers).collect(),
            chance,
            turn: 0,
            kept,
            open: vec![0; scenario.all_servers() as usize],
        }
    }

    /// Whether the balancer needs to hear when requests finish.
    pub fn watches_load(&self) -> bool {
        self.kind == Balancer::LeastBusy
    }

    /// Picks the server, from 0, for the next request, one of this user's, and counts it as open there. None where no server
    /// is left.
    pub fn route(&mut self, user: u32) -> Option<u32> {
        if self.serving.is_empty() {
            return None;
        }
        let server = match self.kind {
            Balancer::Random => self.serving[self.chance.random_range(0..self.serving.len() as u32) as usize],
            // Where that is gone, the next one that is there.
            Balancer::Sticky => self.next_from(self.kept[user as usize]),
            Balancer::RoundRobin => self.take_turn(self.next_from(self.turn)),
            Balancer::LeastBusy => {
                let first = self.serving.partition_point(|server| *server < self.turn);
                let from_turn = self.serving[first..].iter().chain(&self.serving[..first]);
                let least = from_turn.copied().min_by_key(|server| self.open[*server as usize]);
                self.take_turn(least.unwrap_or(self.turn))
            }
        };
        self.open[server as usize] += 1;
        Some(server)
    }

    /// From now on it sends requests to a server, or no more.
    pub fn serve(&mut self, server: u32, serves: bool) {
        self.serving.retain(|one| *one != server);
        if serves {
            let place = self.serving.partition_point(|one| *one < server);
            self.serving.insert(place, server);
        }
    }

    /// The first one from this on that serves, and after the last the first.
    fn next_from(&self, server: u32) -> u32 {
        let next = self.serving.partition_point(|one| *one < server);
        self.serving.get(next).copied().unwrap_or(self.serving[0])
    }

    /// One of the server's open requests has finished.
    pub fn finished(&mut self, server: u32) {
        self.open[server as usize] -= 1;
    }

    fn take_turn(&mut self, server: u32) -> u32 {
        self.turn = server + 1;
        server
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn router(balancer: Balancer, servers: u32) -> Router {
        Router::new(&Scenario { balancer, servers, ..Scenario::default() })
    }

    #[test]
    fn round_robin_takes_the_servers_in_turn() {
        let mut router = router(Balancer::RoundRobin, 3);
        assert_eq!([(); 7].map(|()| router.route(0).unwrap()), [0, 1, 2, 0, 1, 2, 0]);
    }

    #[test]
    fn sticky_keeps_to_one_server_and_seeds_differ_in_which() {
        let mut kept = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let mut router =
                Router::new(&Scenario { balancer: Balancer::Sticky, servers: 3, seed, ..Scenario::default() });
            let server = router.route(0);
            assert!((0..50).all(|_| router.route(0) == server));
            kept.insert(server);
        }
        assert_eq!(kept.len(), 3);
    }

    #[test]
    fn least_busy_avoids_the_server_that_has_not_finished() {
        let mut router = router(Balancer::LeastBusy, 3);
        assert_eq!([(); 3].map(|()| router.route(0).unwrap()), [0, 1, 2]);
        router.finished(1);
        assert_eq!(router.route(0), Some(1));
        router.finished(0);
        router.finished(2);
        assert_eq!([(); 2].map(|()| router.route(0).unwrap()), [2, 0]);
    }

    #[test]
    fn random_routing_reaches_every_server_about_equally_often() {
        let mut router = router(Balancer::Random, 8);
        let mut hits = [0u32; 8];
        for _ in 0..8000 {
            hits[router.route(0).unwrap() as usize] += 1;
        }
        // Five standard deviations of Bin(8000, 1/8); the seed is fixed, so this either holds or does not.
        assert!(hits.iter().all(|n| n.abs_diff(1000) < 148), "{hits:?}");
    }

    #[test]
    fn servers_that_are_gone_are_passed_over_and_come_back() {
        let mut router = router(Balancer::RoundRobin, 3);
        router.serve(1, false);
        assert_eq!([(); 3].map(|()| router.route(0)), [0, 2, 0].map(Some));
        router.serve(1, true);
        assert_eq!([(); 3].map(|()| router.route(0)), [1, 2, 0].map(Some));
        (0..3).for_each(|server| router.serve(server, false));
        assert_eq!(router.route(0), None);
    }
}
