//! Trying things at random.

use std::time::Duration;

use anyhow::Result;
use lab_tests::monkey::{self, Walk};
use lab_tests::page::Page;
use lab_tests::tests;

tests![trying_things_at_random_breaks_nothing,];

/// A short walk, or one of `LAB_MINUTES` (`cargo xtask monkey`); of `LAB_SEED`, or another each time.
async fn trying_things_at_random_breaks_nothing(page: &Page) -> Result<()> {
    // What the browser itself tells the console of, as of frames that want the focus, is no fault of the page's: the walk listens to
    // the page.
    page.expects_errors();
    let walk = monkey::minutes()?.map_or(Walk::Legs(3), |minutes| Walk::For(Duration::from_secs(60 * minutes)));
    monkey::walk(page, walk).await
}
