//! cargo-cyclonedx: writes down what a program is made of.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const CARGO_CYCLONEDX: Program = Program {
    name: "cargo-cyclonedx",
    bin: "cargo-cyclonedx",
    version: "0.5.9",
    takes: "2 minutes",
    opt_level: "1",
    args: &["--locked"],
};

/// The program's path.
pub fn get() -> Result<PathBuf> {
    CARGO_CYCLONEDX.get()
}
