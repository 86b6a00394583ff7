//! A redis-server, for what has to be the same on a real one.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::apt;

/// Finds it, or installs Debian's.
pub fn get() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    apt::install(&["redis-server"]).context("redis-server is missing")?;
    find().context("redis-server is still missing after installing it")
}

/// A path that somebody chose by hand wins over what is on PATH.
fn find() -> Option<PathBuf> {
    let chosen = env::var_os("REDIS_SERVER").map(PathBuf::from).filter(|path| path.exists());
    chosen.or_else(|| which::which("redis-server").ok())
}
