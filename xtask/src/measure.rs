//! `cargo xtask measure`: the simulation beside a real Redis.

use anyhow::{Context, Result};
use duct::cmd;

use crate::project::{self, say};
use crate::tools::redis;

/// Where the last table is kept. The page shows it.
const KEPT: &str = "docs/measured.txt";

/// Measure the lessons' strategies on a real Redis, and show what the simulation says beside it.
///
/// A redis-server of its own, forty connections, and as long a wait on each way as the round trip
/// asks for. Best on a machine that does nothing else.
#[derive(clap::Args)]
pub struct Args {
    /// How many bursts for each strategy and round trip.
    #[arg(long, default_value_t = 300)]
    bursts: u64,
    /// Keep the table in docs/measured.txt, which the page shows.
    #[arg(long)]
    keep: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let server = redis::get().context("there is no redis-server to measure")?;
    say(format!("Measuring: 20 rows of {} bursts (about {} minutes)", args.bursts, args.bursts.div_ceil(50)));
    let mut line: Vec<String> =
        ["run", "--release", "--package", "lab-tests", "--bin", "measure", "--"].map(String::from).into();
    line.push(args.bursts.to_string());
    line.extend(args.keep.then(|| KEPT.to_owned()));
    cmd(project::cargo(), line).dir(project::root()).stdin_null().env("REDIS_SERVER", server).run()?;
    Ok(())
}
