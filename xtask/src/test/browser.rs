//! The browser tests: the built site, in a headless Chromium.

use anyhow::{Context, Result};
use duct::{Expression, cmd};

use super::report::Skip;
use crate::project;
use crate::tools::{axe, browser, scorm_again};
use crate::{bundle, scorm};

/// Runs those tests of `lab-tests`, or says why it can't.
pub fn test() -> Result<Vec<Skip>> {
    bundle::bundle()?;
    scorm::packages(scorm::LINK)?;
    let tests = cmd!(project::cargo(), "test", "--package", "lab-tests", "--test", "browser");
    match with_environment(tests) {
        Ok(tests) => tests.run().context("the browser tests failed").map(|_| Vec::new()),
        Err(error) => Ok(vec![Skip::failure_in_ci("browser tests", format!("{error:#}"))]),
    }
}

/// Tells a program of `lab-tests` what it works with.
pub fn with_environment(command: Expression) -> Result<Expression> {
    let found = browser::get()?;
    Ok(command
        .dir(project::root())
        .stdin_null()
        .env("LAB_DIST", project::dist())
        .env("LAB_CHROMIUM", found.chromium)
        .env("LAB_CHROMEDRIVER", found.driver)
        .env("LAB_AXE", axe::get()?)
        .env("LAB_SCORM_AGAIN", scorm_again::get()?)
        .env("LAB_SHOTS", project::root().join("target").join("screenshots")))
}
