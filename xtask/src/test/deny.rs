//! cargo-deny, in two parts: the advisories need a database that can't be had everywhere.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use duct::{Expression, cmd};

use super::report::Skip;
use crate::project;
use crate::tools::cargo_deny;

/// Checks all dependencies against `deny.toml`.
pub fn check() -> Result<Vec<Skip>> {
    let program = cargo_deny::get()?;
    let deny = |args: &[&str]| -> Expression {
        let args = ["--workspace", "--all-features"].iter().chain(args);
        cmd(&program, args).dir(project::root()).stdin_null()
    };
    deny(&["check", "bans", "licenses", "sources"])
        .run()
        .context("cargo deny objects to a dependency: see deny.toml")?;
    if let Err(error) = fetch_database(&deny(&["fetch", "db"])) {
        let why = format!("the database can't be reached ({error:#})");
        return Ok(vec![Skip::anywhere("security advisories", why)]);
    }
    deny(&["check", "--disable-fetch", "advisories"])
        .run()
        .context("there is a security advisory about a dependency")?;
    Ok(Vec::new())
}

fn fetch_database(fetch: &Expression) -> Result<()> {
    // git must not wait for somebody to type a password.
    let fetching = fetch.env("GIT_TERMINAL_PROMPT", "0").stderr_null().unchecked().start()?;
    match fetching.wait_timeout(Duration::from_secs(120))? {
        Some(output) if output.status.success() => Ok(()),
        Some(_) => bail!("fetching it failed"),
        None => {
            fetching.kill()?;
            bail!("no answer within two minutes")
        }
    }
}
