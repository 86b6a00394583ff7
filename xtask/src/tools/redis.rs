//! A redis-server, for what has to be the same on a real one.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use duct::cmd;

use super::apt;

/// The oldest that does what the model does: EXPIRE takes NX from 7.0 on.
const NEEDED: (u32, u32) = (7, 0);

/// Finds it, or installs Debian's where there is none. One that is too old is not replaced: it may be there on purpose.
pub fn get() -> Result<PathBuf> {
    let server = if let Some(found) = find() {
        found
    } else {
        apt::install(&["redis-server"]).context("redis-server is missing")?;
        find().context("redis-server is still missing after installing it")?
    };
    let told = cmd!(&server, "--version").stderr_null().read();
    let told = told.with_context(|| format!("{} --version does not run", server.display()))?;
    is_enough(&server, &told)?;
    Ok(server)
}

/// A path that somebody chose by hand wins over what is on PATH. Where nothing is there, that is an error once it is asked its version.
fn find() -> Option<PathBuf> {
    let chosen = env::var_os("REDIS_SERVER").map(PathBuf::from);
    chosen.or_else(|| which::which("redis-server").ok())
}

fn is_enough(server: &Path, told: &str) -> Result<()> {
    let (major, minor) = NEEDED;
    let version = version(told);
    let found =
        version.map_or_else(|| "of no version that it tells".to_owned(), |(major, minor)| format!("{major}.{minor}"));
    ensure!(
        version.is_some_and(|version| version >= NEEDED),
        "{} is {found}, and {major}.{minor} or later is needed: install that, or name it in REDIS_SERVER",
        server.display()
    );
    Ok(())
}

/// Its major and minor version, from what it says of itself: `Redis server v=7.0.15 sha=...`.
fn version(told: &str) -> Option<(u32, u32)> {
    let number = told.split_whitespace().find_map(|word| word.strip_prefix("v="))?;
    let mut parts = number.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_is_too_old_is_told_with_what_is_needed() {
        let check = |told: &str| is_enough(Path::new("redis-server"), told).map_err(|error| error.to_string());
        for told in ["Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64", "Valkey server v=10.1.0"] {
            assert_eq!(check(told), Ok(()));
        }
        for (told, found) in [("Redis server v=6.2.7 sha=00000000:0", "is 6.2,"), ("what?", "of no version")] {
            let why = check(told).unwrap_err();
            assert!(why.contains(found) && why.contains("7.0 or later"), "{why}");
        }
    }
}
