//! cargo-deny: licences, duplicate versions, sources and advisories of all dependencies.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const CARGO_DENY: Program = Program {
    name: "cargo-deny",
    bin: "cargo-deny",
    version: "0.20.2",
    takes: "2 minutes",
    opt_level: "1",
    args: &["--locked"],
};

/// The program's path.
pub fn get() -> Result<PathBuf> {
    CARGO_DENY.get()
}
