//! Rate limiters over many servers and one Redis, simulated exactly.
//!
//! A [`scenario::Scenario`] is a small value that fits in a link. [`run::run`] plays it and tells a [`run::Recorder`] all
//! that happens; the same scenario gives the same telling on every machine. [`trace::Trace`] keeps all of it,
//! [`verdict::Verdict`] the numbers, and [`bounds`] says what could have been. [`hand`] lets someone else pick whose command
//! runs next, and [`explore`] counts every such order. [`cost`] says what it all asks of Redis, and [`queueing`] how long calls
//! wait there.
//!
//! ```
//! use limit_sim::{scenario::Link, verdict::Verdict};
//!
//! let link: Link = "strategy=incr&servers=8&burst=80".parse().unwrap();
//! assert_eq!(Verdict::of(&link.scenario).allowed, 10);
//! ```
//!
//! What is not on the engine's way (links, races, orders) is `#[inline]`: whoever uses it compiles it with settings of its own.
//! For the page that is size, where the engine's are speed.
//!
//! This crate reads no clock, no entropy and no environment, and formats nothing for the screen: it answers values with
//! units, and what it says of links as [`phrase::Phrase`]s.

pub mod account;
pub mod balancer;
pub mod bounds;
pub mod cost;
pub mod explore;
pub mod fleet;
pub mod hand;
pub mod many;
pub mod phrase;
pub mod placement;
pub mod queueing;
pub mod random;
pub mod redis;
pub mod rule;
pub mod run;
pub mod scenario;
pub mod tally;
pub mod time;
pub mod trace;
pub mod traffic;
pub mod verdict;

// The helper that the tests in `tests/` share with those in here names this crate as they do.
#[cfg(test)]
extern crate self as limit_sim;
#[cfg(test)]
mod testing;
