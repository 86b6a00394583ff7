//! The limiters over again, in plain numbers: no programs, no Redis, no interning. Requests are told apart.

// Each test file that includes this uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeSet;

use limit_sim::hand::{Case, Events};
use limit_sim::scenario::{Scenario, Strategy};

/// What is enumerated here.
pub const CLASSIC: [Strategy; 5] =
    [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::GetIncr, Strategy::Incr];

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    pub strategy: Strategy,
    pub servers: u32,
    pub requests: u32,
    pub limit: u32,
    pub events: Events,
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub places: Vec<Place>,
    /// What is counted in Redis for each of the two windows.
    pub counters: [Option<Counter>; 2],
    /// What each server counted, and in which window.
    pub memories: Vec<(usize, u32)>,
    pub ended: bool,
    pub crashed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    pub count: u32,
    /// The window in which its expiry was set last, if it was.
    pub expiry: Option<usize>,
}

/// Where a request is; with the window that it counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Outside,
    WillSet(usize, u32),
    WillIncrement(usize),
    WillExpire(usize),
    Allowed(usize),
    Refused,
    Lost,
}

impl Game {
    pub fn case(&self) -> Case {
        let Self { strategy, servers, requests, limit, events } = *self;
        let scenario = Scenario { strategy, servers, burst: requests, limit, retries: 1, ..Scenario::default() };
        Case::of(&scenario, events).unwrap()
    }

    pub fn start(&self) -> State {
        State {
            places: vec![Place::Outside; self.requests as usize],
            counters: [None; 2],
            memories: vec![(0, 0); self.servers as usize],
            ended: false,
            crashed: false,
        }
    }

    /// Whether some window has let more through than the limit.
    pub fn is_over(&self, state: &State) -> bool {
        let allowed = |window| state.places.iter().filter(|place| **place == Place::Allowed(window)).count();
        allowed(0).max(allowed(1)) > self.limit as usize
    }

    /// All choices, in order of their numbers, and what they lead to.
    pub fn choices(&self, state: &State) -> Vec<(u8, State)> {
        let steps = (0..self.requests as usize).filter_map(|request| Some((request, self.step(state, request)?)));
        let mut all: Vec<(u8, State)> = steps.map(|(request, after)| (request as u8 + 1, after)).collect();
        if all.is_empty() {
            return all;
        }
        let end = self.requests as u8 + 1;
        if self.events.window_ends && !state.ended {
            all.push((end, State { ended: true, ..state.clone() }));
        }
        if self.events.crashes && !state.crashed {
            all.extend((0..self.servers as usize).map(|server| (end + 1 + server as u8, self.crash(state, server))));
        }
        all
    }

    fn crash(&self, state: &State, server: usize) -> State {
        let mut after = State { crashed: true, ..state.clone() };
        after.memories[server] = (0, 0);
        for (request, place) in after.places.iter_mut().enumerate() {
            let under_way = matches!(place, Place::WillSet(..) | Place::WillIncrement(_) | Place::WillExpire(_));
            if request % self.servers as usize == server && under_way {
                *place = Place::Lost;
            }
        }
        after
    }

    fn step(&self, state: &State, request: usize) -> Option<State> {
        let mut after = state.clone();
        let now = usize::from(state.ended);
        let count = |window: usize| state.counters[window].map_or(0, |counter| counter.count);
        let expiry = |window: usize| state.counters[window].and_then(|counter| counter.expiry);
        let judge = |allowed| if allowed { Place::Allowed(now) } else { Place::Refused };
        after.places[request] = match state.places[request] {
            Place::Outside => match self.strategy {
                Strategy::Local | Strategy::Split => {
                    let share = if self.strategy == Strategy::Local { self.limit } else { self.limit / self.servers };
                    let memory = &mut after.memories[request % self.servers as usize];
                    *memory = if memory.0 == now { (now, memory.1 + 1) } else { (now, 1) };
                    judge(memory.1 <= share)
                }
                Strategy::GetSet if count(now) < self.limit => Place::WillSet(now, count(now) + 1),
                Strategy::GetIncr if count(now) < self.limit => Place::WillIncrement(now),
                Strategy::GetSet | Strategy::GetIncr => Place::Refused,
                Strategy::Incr => {
                    let count = count(now) + 1;
                    after.counters[now] = Some(Counter { count, expiry: expiry(now) });
                    if count == 1 { Place::WillExpire(now) } else { judge(count <= self.limit) }
                }
                other => unimplemented!("{other:?} is not enumerated here"),
            },
            Place::WillSet(window, count) => {
                after.counters[window] = Some(Counter { count, expiry: Some(now) });
                Place::Allowed(window)
            }
            Place::WillIncrement(window) => {
                after.counters[window] = Some(Counter { count: count(window) + 1, expiry: expiry(window) });
                Place::Allowed(window)
            }
            Place::WillExpire(window) => {
                after.counters[window] = Some(Counter { count: count(window), expiry: Some(now) });
                Place::Allowed(window)
            }
            Place::Allowed(_) | Place::Refused | Place::Lost => return None,
        };
        Some(after)
    }
}

impl State {
    /// How many were let through.
    pub fn allowed(&self) -> u32 {
        self.places.iter().filter(|place| matches!(place, Place::Allowed(_))).count() as u32
    }
}

/// Goes through all orders one by one, in lexicographic order.
pub struct Enumeration<'a> {
    game: &'a Game,
    pub states: BTreeSet<State>,
    /// The complete ones: how many they let through, whether they are over, how long they are.
    pub orders: Vec<(u32, bool, usize)>,
    /// A shortest order to a state that is over.
    pub shortest: Option<Vec<u8>>,
    /// For each number that is let through, a shortest order that does.
    pub examples: Vec<Option<Vec<u8>>>,
}

impl<'a> Enumeration<'a> {
    pub fn from(game: &'a Game, state: &State) -> Self {
        let examples = vec![None; game.requests as usize + 1];
        let mut all = Self { game, states: BTreeSet::new(), orders: Vec::new(), shortest: None, examples };
        all.go(state, &mut Vec::new());
        all
    }

    fn go(&mut self, state: &State, order: &mut Vec<u8>) {
        self.states.insert(state.clone());
        if self.game.is_over(state) {
            keep_shortest(&mut self.shortest, order);
        }
        let choices = self.game.choices(state);
        if choices.is_empty() {
            self.orders.push((state.allowed(), self.game.is_over(state), order.len()));
            keep_shortest(&mut self.examples[state.allowed() as usize], order);
        }
        for (choice, after) in choices {
            order.push(choice);
            self.go(&after, order);
            order.pop();
        }
    }
}

fn keep_shortest(best: &mut Option<Vec<u8>>, order: &[u8]) {
    if best.as_ref().is_none_or(|best| order.len() < best.len()) {
        *best = Some(order.to_vec());
    }
}
