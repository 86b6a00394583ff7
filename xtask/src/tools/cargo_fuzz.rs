//! cargo-fuzz: compiles what is fuzzed, and runs it.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const CARGO_FUZZ: Program = Program {
    name: "cargo-fuzz",
    bin: "cargo-fuzz",
    version: "0.13.2",
    takes: "1 minute",
    opt_level: "1",
    args: &["--locked"],
};

/// The program's path.
pub fn get() -> Result<PathBuf> {
    CARGO_FUZZ.get()
}
