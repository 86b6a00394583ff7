//! Waiting for conditions: as long as it takes, up to a limit that only a broken page reaches.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// How long a condition may take. Nothing is measured by it.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How often it is looked at.
pub const BETWEEN: Duration = Duration::from_millis(15);

/// Waits until the condition holds.
///
/// # Errors
/// When it does not, or can't be looked at.
pub async fn eventually(what: &str, mut holds: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
    let start = Instant::now();
    while !holds().await? {
        if start.elapsed() > PATIENCE {
            bail!("waited in vain until {what}");
        }
        tokio::time::sleep(BETWEEN).await;
    }
    Ok(())
}

/// Waits until what is read equals what is expected.
///
/// # Errors
/// When it does not come to that, with what it was in the end.
pub async fn eventually_eq<T: PartialEq + Debug>(
    what: &str,
    expected: T,
    mut read: impl AsyncFnMut() -> Result<T>,
) -> Result<()> {
    let start = Instant::now();
    loop {
        let now = read().await?;
        if now == expected {
            return Ok(());
        }
        if start.elapsed() > PATIENCE {
            bail!("{what} should have become {expected:?}, and is {now:?}");
        }
        tokio::time::sleep(BETWEEN).await;
    }
}
