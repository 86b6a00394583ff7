//! cargo-mutants: changes code, a place at a time, and asks the tests.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const CARGO_MUTANTS: Program = Program {
    name: "cargo-mutants",
    bin: "cargo-mutants",
    version: "27.1.0",
    takes: "3 minutes",
    opt_level: "1",
    args: &["--locked"],
};

/// The program's path.
pub fn get() -> Result<PathBuf> {
    CARGO_MUTANTS.get()
}
