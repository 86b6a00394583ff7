//! Every order: all sequences of choices that the student's hand could make, counted exactly.
//!
//! Orders are too many to be gone through one by one (8 requests with two commands each have 81,729,648,000), but the states
//! that they lead to are few. So the explorer goes through the states, one layer for each number of choices, and carries for
//! each the number of orders that lead to it. Requests that are alike are told apart in these numbers and not in the states
//! (`explore/shape.rs`).

mod shape;
mod table;
mod world;

use crate::hand::{Case, Pick, Place, Position};
use shape::{CRASHED, ENDED, FLAGS, KEYSPACE, MEMORIES, SYNCED, Shape};
use table::Table;
use world::{Around, LOST, World, open, under_way};

/// How many states the explorer keeps at most, and how much space for them in 16-bit words: what a phone can bear.
const STATES: usize = 1_000_000;
const WORDS: usize = 1 << 25;

/// Counts every order from a position on, a slice at a time.
pub struct Explorer {
    shape: Shape,
    world: World,
    /// The classes of states that were met.
    classes: Table,
    /// For each class, its newest node.
    newest: Vec<u32>,
    /// All states of the classes.
    states: u64,
    /// A node is a class at a number of choices. Each has the node and the choice that first led to it.
    came: Vec<(u32, u8)>,
    layer: Layer,
    next: Layer,
    /// Choices that lead to a state of `layer`, and how many of its nodes are done.
    depth: u32,
    done: usize,
    /// The most choices that an order can have.
    longest: u32,
    /// For each number of requests let through, the complete orders.
    ends: Vec<End>,
    /// All of those.
    orders: u128,
    /// The node of the first state in which a limit is exceeded.
    shortest: Option<u32>,
    /// Numbers, or room, ran out on the way to the next layer.
    stopped: bool,
    /// The row of a state that a choice leads to, and its class.
    row: Vec<u16>,
    class: Vec<u16>,
}

/// The nodes at one number of choices, in the lexicographic order of the first order that leads to each.
#[derive(Default)]
struct Layer {
    /// The number of its first node.
    first: u32,
    /// For each node, the orders that lead to it.
    ways: Vec<u128>,
    /// For each node, the row of the state that its first order leads to.
    rows: Vec<u16>,
}

/// Complete orders that let the same number through.
#[derive(Clone, Default)]
struct End {
    orders: u128,
    /// Those of them that go over a limit.
    over_orders: u128,
    /// The node of the first.
    node: u32,
}

/// The node before the first.
const NOWHERE: u32 = u32::MAX;

/// What came of the orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    /// How many complete orders there are.
    pub orders: u128,
    /// How many of them let more than the limit through in some window.
    pub over_orders: u128,
    /// The most requests that one lets through, over all windows.
    pub most_allowed: u32,
    /// How many states can be reached, requests told apart; `u64::MAX` when that does not fit. A state is where each request
    /// is (outside; under way, with its program and its command; let through, in which window; refused; lost), what is in
    /// Redis, what servers remember, whether the window has ended, whether a server has crashed, which
    /// have told Redis what they have counted.
    pub states: u64,
    /// The choices of a shortest order that goes over a limit, up to the decision that does: of these the first, by the
    /// choices' numbers. Empty when the position that was started from is over already.
    pub shortest: Option<Vec<u8>>,
    /// The complete orders by how many requests they let through, in ascending order; only numbers that occur.
    pub histogram: Vec<Bar>,
    /// How far all of this goes.
    pub covered: Covered,
}

/// Complete orders that let the same number through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// How many requests they let through, over all windows.
    pub allowed: u32,
    /// How many orders do.
    pub orders: u128,
    /// How many of these let more than the limit through in some window. All or none, unless the window can end.
    pub over_orders: u128,
    /// The choices of one: a shortest, of these the first.
    pub example: Vec<u8>,
}

/// How far the numbers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Covered {
    /// Every order.
    All,
    /// Every order up to so many choices: what is complete by then is counted.
    Choices(u32),
}

/// How far an explorer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// All orders are followed to so many choices.
    pub choices: u32,
    /// No order has more than these.
    pub at_most: u32,
    /// How many states were gone through, requests that are alike not told apart.
    pub states: u64,
}

impl Explorer {
    /// All orders of a case.
    #[inline]
    pub fn new(case: &Case) -> Self {
        Self::from_position(&Position::start(case))
    }

    /// All orders in which one can go on from a position. What happened before it counts towards what is let through and is
    /// in no order.
    #[inline]
    pub fn from_position(position: &Position) -> Self {
        let shape = Shape::new(position);
        let mut world = World::new(position);
        let row = start(&shape, &mut world, position);
        let (row, stopped) = row.map_or_else(|| (vec![LOST; shape.width], true), |row| (row, false));
        let mut explorer = Self {
            classes: Table::new(shape.width),
            newest: Vec::new(),
            states: 0,
            came: Vec::new(),
            layer: Layer::default(),
            next: Layer::default(),
            depth: 0,
            done: 0,
            longest: longest(position),
            ends: vec![End::default(); shape.case.requests() as usize + 1],
            orders: 0,
            shortest: None,
            stopped,
            row,
            class: Vec::new(),
            shape,
            world,
        };
        explorer.reach(1, NOWHERE, 0);
        explorer.turn();
        explorer.depth = 0;
        explorer
    }

    /// Goes through at most `budget` states more; answers whether all is done. What comes out in the end does not depend on
    /// the budgets.
    #[inline]
    pub fn advance(&mut self, budget: usize) -> bool {
        for _ in 0..budget {
            if self.finished() {
                break;
            }
            self.expand();
            if self.done == self.layer.ways.len() && !self.stopped {
                self.turn();
            }
        }
        self.finished()
    }

    /// Goes through all states; answers what came of it.
    #[inline]
    pub fn finish(mut self) -> Orders {
        while !self.advance(usize::MAX) {}
        self.orders()
    }

    /// Whether there is nothing left to do.
    #[inline]
    pub fn finished(&self) -> bool {
        self.stopped || self.layer.ways.is_empty()
    }

    /// How far it has come.
    #[inline]
    pub fn progress(&self) -> Progress {
        let states = u64::from(self.layer.first) + self.done as u64;
        Progress { choices: self.depth.min(self.longest), at_most: self.longest, states }
    }

    /// What has come of it so far.
    #[inline]
    pub fn orders(&self) -> Orders {
        let bar = |(allowed, end): (usize, &End)| Bar {
            allowed: allowed as u32,
            orders: end.orders,
            over_orders: end.over_orders,
            example: self.path(end.node),
        };
        let histogram: Vec<Bar> = self.ends.iter().enumerate().filter(|(_, end)| end.orders > 0).map(bar).collect();
        let complete = self.finished() && !self.stopped;
        Orders {
            orders: self.orders,
            over_orders: histogram.iter().map(|bar| bar.over_orders).sum(),
            most_allowed: histogram.last().map_or(0, |bar| bar.allowed),
            states: self.states,
            shortest: self.shortest.map(|node| self.path(node)),
            histogram,
            covered: if complete { Covered::All } else { Covered::Choices(self.depth) },
        }
    }

    /// The choices that first led to a node.
    #[inline]
    fn path(&self, mut node: u32) -> Vec<u8> {
        let mut choices = Vec::new();
        loop {
            let (before, choice) = self.came[node as usize];
            if before == NOWHERE {
                choices.reverse();
                return choices;
            }
            choices.push(choice);
            node = before;
        }
    }

    /// Takes every choice from the next node of the layer.
    #[inline]
    fn expand(&mut self) {
        let (node, width) = (self.layer.first + self.done as u32, self.shape.width);
        let (ways, from) = (self.layer.ways[self.done], self.done * width);
        let rows = std::mem::take(&mut self.layer.rows);
        if self.follow(&rows[from..from + width], ways, node).is_none() {
            self.stopped = true;
        }
        self.layer.rows = rows;
        self.done += 1;
    }

    /// Takes every choice from a state, in the order of their numbers; none when numbers or room ran out.
    #[inline]
    fn follow(&mut self, row: &[u16], ways: u128, node: u32) -> Option<()> {
        if !self.shape.is_open(row) {
            return Some(());
        }
        let case = self.shape.case;
        let (requests, servers) = (case.requests() as usize, case.servers() as usize);
        let (seats, flags, keyspace) = (self.shape.seats, row[FLAGS], row[KEYSPACE]);
        let remembers = seats > MEMORIES;
        for request in 0..requests {
            let seat = row[seats + request];
            if !open(seat) {
                continue;
            }
            let Some(crowd) = self.shape.crowd(row, request) else { continue };
            let memory = MEMORIES + self.world.home(request % servers);
            let before = Around { seat, keyspace, memory: if remembers { row[memory] } else { 0 } };
            let after = self.world.step(request as u32, before, flags & ENDED != 0)?;
            self.copy(row);
            self.row[seats + request] = after.seat;
            self.row[KEYSPACE] = after.keyspace;
            if remembers {
                self.row[memory] = after.memory;
            }
            self.go(ways.checked_mul(crowd.into())?, node, case.number(Pick::Request(request as u32)))?;
        }
        if case.events().window_ends && flags & ENDED == 0 {
            let keyspace = self.world.end_window(keyspace)?;
            self.copy(row);
            self.row[KEYSPACE] = keyspace;
            self.row[FLAGS] = flags | ENDED;
            self.go(ways, node, case.number(Pick::WindowEnds))?;
        }
        if case.events().crashes && flags & CRASHED == 0 {
            for server in 0..servers {
                self.copy(row);
                self.row[FLAGS] = flags | CRASHED;
                if remembers {
                    // The memory of a server that has just started.
                    self.row[MEMORIES + server] = 0;
                }
                for seat in self.row[seats..].iter_mut().skip(server).step_by(servers) {
                    *seat = if under_way(*seat) { LOST } else { *seat };
                }
                self.go(ways, node, case.number(Pick::Crash(server as u32)))?;
            }
        }
        if case.syncs() {
            for server in 0..servers {
                let (word, bit) = (SYNCED + server / 16, 1 << (server % 16));
                if row[word] & bit != 0 {
                    continue;
                }
                let after = self.world.sync(keyspace, row[MEMORIES + server], flags & ENDED != 0)?;
                self.copy(row);
                self.row[word] |= bit;
                self.row[KEYSPACE] = after.keyspace;
                self.row[MEMORIES + server] = after.memory;
                self.go(ways, node, case.number(Pick::Sync(server as u32)))?;
            }
        }
        Some(())
    }

    #[inline]
    fn copy(&mut self, row: &[u16]) {
        self.row.clear();
        self.row.extend_from_slice(row);
    }

    /// Carries orders to the state in `self.row`; none when their number or room ran out.
    #[inline]
    fn go(&mut self, ways: u128, before: u32, choice: u8) -> Option<()> {
        let full = self.came.len() >= STATES || self.came.len() * self.shape.width >= WORDS;
        if full { None } else { self.reach(ways, before, choice) }
    }

    #[inline]
    fn reach(&mut self, ways: u128, before: u32, choice: u8) -> Option<()> {
        self.shape.classify(&self.row, &mut self.class);
        let (class, new) = self.classes.intern(&self.class);
        if new {
            self.states = self.states.saturating_add(self.shape.states(&self.class).unwrap_or(u64::MAX));
            self.newest.push(NOWHERE);
        }
        let newest = &mut self.newest[class as usize];
        if *newest != NOWHERE && *newest >= self.next.first {
            let sum = &mut self.next.ways[(*newest - self.next.first) as usize];
            *sum = sum.checked_add(ways)?;
            return Some(());
        }
        let node = self.came.len() as u32;
        *newest = node;
        self.came.push((before, choice));
        self.next.ways.push(ways);
        self.next.rows.extend_from_slice(&self.row);
        if self.shortest.is_none() && self.shape.is_over(&self.row) {
            self.shortest = Some(node);
        }
        Some(())
    }

    /// The next layer becomes the present one, and its complete orders are counted.
    #[inline]
    fn turn(&mut self) {
        let rows = self.next.rows.chunks_exact(self.shape.width);
        let complete = |(_, row, _): &(u32, &[u16], u128)| !self.shape.is_open(row);
        let nodes = (self.next.first..).zip(rows).zip(&self.next.ways).map(|((node, row), ways)| (node, row, *ways));
        let ended: Vec<_> = nodes.filter(complete).collect();
        let Some(orders) = ended.iter().try_fold(self.orders, |sum, (_, _, ways)| sum.checked_add(*ways)) else {
            self.stopped = true;
            return;
        };
        self.orders = orders;
        for (node, row, ways) in ended {
            let end = &mut self.ends[self.shape.allowed(row).into_iter().sum::<u32>() as usize];
            if end.orders == 0 {
                end.node = node;
            }
            end.orders += ways;
            if self.shape.is_over(row) {
                end.over_orders += ways;
            }
        }
        let first = self.came.len() as u32;
        self.layer = std::mem::replace(&mut self.next, Layer { first, ..Layer::default() });
        self.depth += 1;
        self.done = 0;
    }
}

/// The position's row.
#[inline]
fn start(shape: &Shape, world: &mut World, position: &Position) -> Option<Vec<u16>> {
    let flag = |set: bool, flag: u16| if set { flag } else { 0 };
    let mut row = Vec::with_capacity(shape.width);
    row.push(world.keyspace(position.keyspace.clone())?);
    row.push(flag(position.ended, ENDED) | flag(position.crashed, CRASHED));
    row.extend([position.synced as u16, (position.synced >> 16) as u16]);
    if shape.seats > MEMORIES {
        for memory in &position.memories {
            row.push(world.memory(memory.clone())?);
        }
    }
    for place in &position.places {
        row.push(world.seat(place)?);
    }
    Some(row)
}

/// The most choices that an order from there can have.
#[inline]
fn longest(position: &Position) -> u32 {
    let most = position.limiter.most_commands();
    let left = |place: &Place| match place {
        Place::Outside => most.max(1),
        // As if it had just sent its first: programs that try again can't tell how far they are.
        Place::Underway(_) => most - 1,
        Place::Decided(..) | Place::Lost => 0,
    };
    let steps: u32 = position.places.iter().map(left).sum();
    let events = position.case.events();
    let more = |possible: bool, happened: bool| u32::from(steps > 0 && possible && !happened);
    let syncs =
        if position.case.syncs() && steps > 0 { position.case.servers() - position.synced.count_ones() } else { 0 };
    steps + syncs + more(events.window_ends, position.ended) + more(events.crashes, position.crashed)
}
