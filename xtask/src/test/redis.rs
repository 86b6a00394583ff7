//! The model of Redis against a real redis-server.

use anyhow::{Context, Result};
use duct::cmd;

use super::report::Skip;
use crate::project;
use crate::tools::redis;

/// Runs those tests of `lab-tests`, or says why it can't.
pub fn test() -> Result<Vec<Skip>> {
    let server = match redis::get() {
        Ok(server) => server,
        Err(error) => return Ok(vec![Skip::failure_in_ci("tests with a real Redis", format!("{error:#}"))]),
    };
    cmd!(project::cargo(), "test", "--package", "lab-tests", "--test", "redis")
        .dir(project::root())
        .stdin_null()
        .env("REDIS_SERVER", server)
        .run()
        .context("the tests with a real Redis failed")?;
    Ok(Vec::new())
}
