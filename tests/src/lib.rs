//! What the tests stand on that need something real: the built site on a local port, a browser without a screen, and the page as a
//! user meets it; and a redis-server beside the model of it.
//!
//! `cargo xtask test` builds the site, finds the browser and the server and runs the tests. By hand: `cargo test -p lab-tests
//! --test browser` or `--test redis`, with a word of a test's name behind it to run only some.

pub mod axe;
pub mod browser;
pub mod differences;
pub mod driver;
pub mod engine;
pub mod eventually;
pub mod expected;
pub mod headless;
pub mod insert;
pub mod monkey;
pub mod needs;
pub mod page;
pub mod random;
pub mod redis;
pub mod site;
pub mod small;
pub mod suite;
