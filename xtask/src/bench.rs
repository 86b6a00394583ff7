//! `cargo xtask bench`: how fast the simulation is, natively and in a browser.

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use clap::ValueEnum;
use duct::cmd;

use crate::project::{self, say};
use crate::test::browser;
use crate::tools::wasm_target::CompilerArgs;

/// Run the benchmarks: the simulation natively, then in a browser.
#[derive(clap::Args)]
pub struct Args {
    /// Only one of the two.
    #[arg(long, value_enum)]
    only: Option<Part>,
    #[command(flatten)]
    toolchain: CompilerArgs,
    /// Passed on to the native benchmarks, for example a filter.
    #[arg(last = true)]
    rest: Vec<String>,
}

/// Where a benchmark runs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// On this machine, without a browser.
    Native,
    /// In headless Chromium.
    Browser,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    if args.only != Some(Part::Browser) {
        native(&args.rest)?;
    }
    if args.only != Some(Part::Native) {
        in_browser(&args.toolchain)?;
    }
    Ok(())
}

fn native(rest: &[String]) -> Result<()> {
    say("Native benchmarks (about 2 minutes to compile the first time)");
    let args = ["bench", "--package", "limit-sim", "--bench", "*", "--"].map(String::from);
    cmd(project::cargo(), args.iter().chain(rest)).dir(project::root()).stdin_null().run()?;
    Ok(())
}

/// The browser's benchmarks are the program `bench` of `lab-tests`, which gets what the browser
/// tests get.
fn in_browser(toolchain: &CompilerArgs) -> Result<()> {
    say("Browser benchmarks: cargo run --release -p lab-tests --bin bench");
    if !has_program()? {
        say("lab-tests has no program `bench` yet: skipped");
        return Ok(());
    }
    crate::build::build(toolchain)?;
    let line = ["run", "--release", "--package", "lab-tests", "--bin", "bench"];
    browser::with_environment(cmd(project::cargo(), line))?.run().context("the browser benchmarks failed")?;
    Ok(())
}

fn has_program() -> Result<bool> {
    let metadata = MetadataCommand::new().current_dir(project::root()).no_deps().exec()?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == "lab-tests");
    Ok(package.is_some_and(|package| package.targets.iter().any(|target| target.is_bin() && target.name == "bench")))
}
