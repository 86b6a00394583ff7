//! What can be checked without a browser or a server: style, lints, tests and documentation.

use anyhow::{Context, Result};
use duct::{Expression, cmd};

use crate::project;
use crate::tools::wasm_target::{CompilerArgs, WASM};

/// Lints everything, for this machine.
pub fn clippy() -> Result<()> {
    let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    cargo(&args).run().context("clippy has objections")?;
    Ok(())
}

/// Lints what ends up in the browser, for the browser.
pub fn clippy_wasm(toolchain: &CompilerArgs) -> Result<()> {
    let packages = ["--package", "rate-limit-lab", "--package", "limit-sim", "--package", "engine-bench"];
    let args = ["--target", WASM].iter().chain(&packages).chain(&["--", "-D", "warnings"]);
    let args: Vec<_> = args.copied().collect();
    let clippy = toolchain.get()?.clippy(&args)?;
    clippy.run().context("clippy has objections to the code for the browser")?;
    Ok(())
}

/// Runs every test that needs no browser and no server, those in the documentation included.
pub fn tests() -> Result<()> {
    let args = ["test", "--workspace", "--exclude", "lab-tests", "--no-fail-fast"];
    cargo(&args).run().context("a test failed")?;
    Ok(())
}

/// Builds the documentation of the simulation.
pub fn docs() -> Result<()> {
    let args = ["doc", "--package", "limit-sim", "--no-deps", "--document-private-items"];
    let docs = cargo(&args).env("RUSTDOCFLAGS", "-D warnings");
    docs.run().context("the documentation has errors")?;
    Ok(())
}

fn cargo(args: &[&str]) -> Expression {
    cmd(project::cargo(), args).dir(project::root()).stdin_null()
}
