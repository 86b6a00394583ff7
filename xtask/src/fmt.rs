//! `cargo xtask fmt`: every Rust file in the project's style.

use anyhow::{Context, Result};
use duct::cmd;

use crate::project;

/// Format all Rust code.
#[derive(clap::Args)]
pub struct Args {
    /// Change nothing; fail if something is not formatted.
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    format(args.check)
}

/// Formats, or with `check` only looks whether all is formatted.
pub fn format(check: bool) -> Result<()> {
    // What is fuzzed is a workspace of its own.
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let mut line = vec!["fmt", "--all", "--manifest-path", manifest];
        if check {
            line.push("--check");
        }
        cmd(project::cargo(), line).dir(project::root()).stdin_null().run().context(if check {
            "not formatted: run `cargo xtask fmt`"
        } else {
            "cargo fmt failed"
        })?;
    }
    Ok(())
}
