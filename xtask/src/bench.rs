//! `cargo xtask bench`: how fast the simulation is, natively and in a browser.

mod engine;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use duct::cmd;

use crate::project::{self, say};
use crate::test::browser;
use crate::tools::browser::Engine;
use crate::tools::wasm_target::CompilerArgs;

/// Run the benchmarks: the simulation natively, then in a browser.
#[derive(clap::Args)]
pub struct Args {
    /// Only one of the two.
    #[arg(long, value_enum)]
    only: Option<Part>,
    #[command(flatten)]
    toolchain: CompilerArgs,
    /// Passed on to the benchmarks: in the browser the names of parts (engine, many, runs,
    /// start, slider, frames, memory, hour).
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

/// Runs the command. What fails does not keep the rest from being measured.
pub fn run(args: &Args) -> Result<()> {
    let mut failed = Vec::new();
    if args.only != Some(Part::Browser) {
        failed.extend(native(&args.rest).err());
    }
    if args.only != Some(Part::Native) {
        failed.extend(in_browser(&args.toolchain, &args.rest).err());
    }
    if failed.is_empty() {
        return Ok(());
    }
    let failed: Vec<_> = failed.iter().map(|error| format!("{error:#}")).collect();
    bail!("{}", failed.join("; "))
}

fn native(rest: &[String]) -> Result<()> {
    say("Native benchmarks (about 2 minutes to compile the first time)");
    let args = ["bench", "--package", "limit-sim", "--bench", "*", "--"].map(String::from);
    let bench = cmd(project::cargo(), args.iter().chain(rest)).dir(project::root()).stdin_null();
    bench.run().context("the native benchmarks failed")?;
    Ok(())
}

/// The browser's benchmarks are the program `bench` of `lab-tests`, which gets what the browser
/// tests get, and the engine by itself.
fn in_browser(toolchain: &CompilerArgs, rest: &[String]) -> Result<()> {
    crate::build::build(toolchain)?;
    let (wasm, native) = (engine::for_browser(&toolchain.get()?)?, engine::native()?);
    say("Browser benchmarks (about 3 minutes to compile the first time)");
    let line = ["run", "--package", "lab-tests", "--bin", "bench", "--"].map(String::from);
    let bench = browser::with_environment(Engine::Chromium, cmd(project::cargo(), line.iter().chain(rest)))?;
    bench
        .env("LAB_ENGINE_WASM", wasm)
        .env("LAB_ENGINE_NATIVE", native)
        .run()
        .context("the browser benchmarks failed")?;
    Ok(())
}
