//! What the browser tests stand on: the built site on a local port, a headless Chromium, and the page as a user meets it.
//!
//! `cargo xtask test` builds the site, finds the browser and runs the tests. By hand: `cargo test -p lab-tests`, with a word
//! of a test's name behind it to run only some.

pub mod axe;
pub mod browser;
pub mod driver;
pub mod eventually;
pub mod expected;
pub mod headless;
pub mod needs;
pub mod page;
pub mod random;
pub mod site;
pub mod small;
pub mod suite;
