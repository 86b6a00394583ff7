//! `cargo xtask monkey`: somebody who tries whatever there is, at random.

use anyhow::{Context, Result};
use duct::cmd;

use crate::project::{self, say};
use crate::test::browser;
use crate::tools::browser::Engine;
use crate::tools::wasm_target::CompilerArgs;

/// The walk's name among the browser tests.
const WALK: &str = "walk::trying_things_at_random_breaks_nothing";

/// Walk over the page at random: press, drag, type, go back, resize, follow links nobody meant, on a page of
/// its own and in a frame, and look whether it breaks or grows.
///
/// A walk that ends badly says its seed and its last steps.
#[derive(clap::Args)]
pub struct Args {
    /// How long, in minutes.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// The seed of an earlier walk; another each time if it is left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The browser.
    #[arg(long, value_enum, default_value = "chromium")]
    engine: Engine,
    /// Take dist/ as it is.
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    toolchain: CompilerArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    if !args.no_build {
        crate::build::build(&args.toolchain)?;
    }
    say(format!("Walking for {} minutes", args.minutes));
    let walk = cmd!(project::cargo(), "test", "--package", "lab-tests", "--test", "browser", "--", "--nocapture", WALK);
    let walk = browser::with_environment(args.engine, walk)?.env("LAB_MINUTES", args.minutes.to_string());
    let walk = args.seed.iter().fold(walk, |walk, seed| walk.env("LAB_SEED", seed.to_string()));
    walk.run().context("the walk ended badly")?;
    Ok(())
}
