//! `cargo xtask mutants`: whether the tests notice when the simulation is wrong.

use anyhow::{Result, bail};
use clap::ValueEnum;
use duct::cmd;

use crate::project;
use crate::tools::cargo_mutants;

/// How many cases a property test has there: each mutant has a test run of its own, and there are many.
const CASES: &str = "16";

/// The test that takes ten times as long as all the others together, and goes far where they have gone near.
const SLOWEST: &str = "--skip=what_is_too_large_is_covered_as_far_as_it_goes";

/// Change the simulation, a place at a time, and tell which changes no test notices.
///
/// How is in .cargo/mutants.toml; what came of it in docs/mutants.md. A mutant takes some seconds, all of them hours. The lists
/// are in target/mutants.out.
#[derive(clap::Args)]
pub struct Args {
    /// Only these areas.
    areas: Vec<Area>,
    /// Only these files, as in "sim/src/rule/gcra.rs" or "sim/src/placement/*.rs".
    #[arg(long, conflicts_with = "areas")]
    file: Vec<String>,
    /// Only a part, as in 0/8, the first of eight.
    #[arg(long)]
    shard: Option<String>,
}

/// Where a wrong sign would be a wrong lesson.
#[derive(Clone, Copy, ValueEnum)]
enum Area {
    /// How requests are counted.
    Rules,
    /// Where the count lives and how a request reaches it.
    Placements,
    /// What Redis does.
    Redis,
    /// Every order.
    Explorer,
}

impl Area {
    fn files(self) -> &'static [&'static str] {
        match self {
            Self::Rules => &["sim/src/rule.rs", "sim/src/rule/*.rs"],
            Self::Placements => &["sim/src/placement.rs", "sim/src/placement/**/*.rs"],
            Self::Redis => &["sim/src/redis.rs", "sim/src/redis/**/*.rs"],
            Self::Explorer => &["sim/src/explore.rs", "sim/src/explore/*.rs"],
        }
    }

    /// Tests that know of it, beside those that .cargo/mutants.toml has for all.
    fn tests(self) -> &'static [&'static str] {
        match self {
            Self::Rules => &["--test=oracle"],
            Self::Placements => &["--test=oracle", "--test=placements"],
            Self::Redis => &["--test=redis"],
            Self::Explorer => &["--test=explore"],
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let program = cargo_mutants::get()?;
    let areas = if args.areas.is_empty() { Area::value_variants() } else { &args.areas };
    let mut line = vec!["mutants", "--package", "limit-sim", "--output", "target"];
    line.extend(args.shard.iter().flat_map(|shard| ["--shard", shard]));
    if args.file.is_empty() {
        line.extend(areas.iter().flat_map(|area| area.files()).flat_map(|file| ["--file", file]));
    } else {
        line.extend(args.file.iter().flat_map(|file| ["--file", file]));
    }
    line.extend(areas.iter().flat_map(|area| area.tests()).flat_map(|test| ["--cargo-arg", test]));
    // What follows the first is for `cargo test`, and what follows the second for the tests.
    line.extend(["--", "--", SLOWEST]);
    let done = cmd(program, line)
        .dir(project::root())
        .stdin_null()
        .env("PROPTEST_CASES", CASES)
        // Nobody looks at where a mutant fails, and it is less to write and to link.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .unchecked()
        .run()?;
    match done.status.code() {
        Some(0) => Ok(()),
        // By cargo-mutants' own table of exit codes.
        Some(2 | 3) => bail!("not every mutant was caught: target/mutants.out has the lists"),
        Some(4) => bail!("the tests fail, or take too long, without any mutant"),
        _ => bail!("cargo-mutants could not do what was asked ({})", done.status),
    }
}
