//! The browser tests: the built site, in a browser without a screen.

use anyhow::{Context, Result};
use duct::{Expression, cmd};

use super::report::Skip;
use crate::project;
use crate::tools::browser::Engine;
use crate::tools::{axe, scorm_again};
use crate::{bundle, scorm};

/// How much is tried in an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All that its driver gives means for.
    Whole,
    /// Where engines differ: how the lab starts, what comes out, how it looks, how it speaks with its host.
    Brief,
}

/// Runs those tests of `lab-tests` in an engine, or says why it can't.
pub fn test(engine: Engine, extent: Extent) -> Result<Vec<Skip>> {
    bundle::bundle()?;
    scorm::packages(scorm::LINK)?;
    let cargo = |line: &[&str]| cmd(project::cargo(), line).dir(project::root()).stdin_null();
    // The tests run it, too: it is compiled before they need the processor.
    cargo(&["build", "--package", "limit-sim"]).run().context("the program without a browser does not compile")?;
    match with_environment(engine, cargo(&["test", "--package", "lab-tests", "--test", "browser"])) {
        Ok(tests) if extent == Extent::Brief => run(tests.env("LAB_BRIEF", "1")),
        Ok(tests) => run(tests),
        Err(error) => Ok(vec![Skip::failure_in_ci("browser tests", format!("{}: {error:#}", engine.name()))]),
    }
}

fn run(tests: Expression) -> Result<Vec<Skip>> {
    tests.run().context("the browser tests failed").map(|_| Vec::new())
}

/// Tells a program of `lab-tests` what it works with.
pub fn with_environment(engine: Engine, command: Expression) -> Result<Expression> {
    let found = engine.get()?;
    let command = command
        .dir(project::root())
        .stdin_null()
        .env("LAB_ENGINE", engine.name())
        .env("LAB_DIST", project::dist())
        .env("LAB_AXE", axe::get()?)
        .env("LAB_SCORM_AGAIN", scorm_again::get()?)
        .env("LAB_SHOTS", project::root().join("target").join("screenshots").join(engine.name()));
    Ok(found.into_iter().fold(command, |command, (variable, path)| command.env(variable, path)))
}
