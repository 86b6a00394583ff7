//! geckodriver: drives Firefox.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const GECKODRIVER: Program = Program {
    name: "geckodriver",
    bin: "geckodriver",
    version: "0.37.1",
    takes: "2 minutes",
    opt_level: "1",
    args: &["--locked"],
};

/// The program's path.
pub fn get() -> Result<PathBuf> {
    GECKODRIVER.get()
}
