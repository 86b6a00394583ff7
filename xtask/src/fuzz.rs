//! `cargo xtask fuzz`: texts that a fuzzer makes up, for whatever reads texts from outside.
//!
//! What is fuzzed stands in `fuzz/`, a workspace of its own, with the texts that each target begins with.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use duct::{Expression, cmd};

use crate::project::{self, say};
use crate::tools::cargo_fuzz;

/// Feed made-up texts to what reads links, messages and orders, and to what runs them.
///
/// What fails is left in target/fuzz/failed: put the text into fuzz/corpus/TARGET, where it is tried each time.
#[derive(clap::Args)]
pub struct Args {
    /// Only these.
    targets: Vec<Target>,
    /// For so many seconds each, going on from what was found before; else as `cargo xtask test` does it, a number of texts
    /// that are the same each time.
    #[arg(long)]
    seconds: Option<u64>,
    /// Then add to fuzz/corpus what reaches code that nothing there reaches.
    #[arg(long, requires = "seconds")]
    keep: bool,
}

/// What is fuzzed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Any text is read as a link.
    Link,
    /// What a page around the lab may send to it.
    Message,
    /// Orders of small cases.
    Order,
    /// What links ask for is run.
    Run,
}

impl Target {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// How many texts it gets in a test: some seconds' worth.
    fn few(self) -> u32 {
        match self {
            Self::Link | Self::Message => 50_000,
            Self::Order => 10_000,
            Self::Run => 3_000,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let targets = if args.targets.is_empty() { Target::value_variants() } else { &args.targets };
    for target in targets {
        match args.seconds {
            Some(seconds) => long(*target, seconds)?,
            None => short(*target)?,
        }
        if args.keep {
            keep(*target)?;
        }
    }
    Ok(())
}

/// Gives each target the same texts each time.
pub fn test() -> Result<()> {
    Target::value_variants().iter().try_for_each(|target| short(*target))
}

/// Why nothing can be fuzzed on this machine; none when it can.
pub fn missing() -> Option<String> {
    if cfg!(not(unix)) {
        return Some("cargo-fuzz needs Linux or macOS".to_owned());
    }
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    which::which(compiler).err().map(|error| format!("there is no C++ compiler for libFuzzer ({error})"))
}

fn short(target: Target) -> Result<()> {
    let found = folder("short").join(target.name());
    // What an earlier run found would make it another run.
    if found.exists() {
        fs::remove_dir_all(&found)?;
    }
    let few = format!("-runs={}", target.few());
    fuzz(target, &found, &[&few, "-seed=1"])
}

fn long(target: Target, seconds: u64) -> Result<()> {
    fuzz(target, &found(target), &[&format!("-max_total_time={seconds}")])
}

fn keep(target: Target) -> Result<()> {
    let name = target.name();
    say(format!("Adding to fuzz/corpus/{name} what reaches more code"));
    let merge = [corpus(target), found(target)];
    command(target, &merge, &["-merge=1", "-set_cover_merge=1", "-use_counters=0"])?
        .run()
        .with_context(|| format!("could not merge what {name} found"))?;
    Ok(())
}

fn fuzz(target: Target, found: &PathBuf, args: &[&str]) -> Result<()> {
    let name = target.name();
    say(format!("Fuzzing {name}"));
    fs::create_dir_all(found)?;
    let failed = folder("failed");
    fs::create_dir_all(&failed)?;
    let failed = format!("-artifact_prefix={}/{name}-", failed.display());
    let names = format!("-dict={}", project::root().join("fuzz").join("names.dict").display());
    let fixed = ["-max_len=600", "-print_final_stats=1", "-verbosity=0", &failed, &names];
    let args: Vec<_> = fixed.iter().chain(args).copied().collect();
    let fuzz = command(target, &[found.clone(), corpus(target)], &args)?;
    fuzz.run().with_context(|| format!("{name} failed on a text: it is in target/fuzz/failed"))?;
    Ok(())
}

/// libFuzzer on a target, with these folders of texts; what it finds goes to the first.
fn command(target: Target, folders: &[PathBuf], args: &[&str]) -> Result<Expression> {
    let program = cargo_fuzz::get()?;
    let fuzz = project::root().join("fuzz");
    let line = ["run", "--sanitizer", "none", "--fuzz-dir"].map(Into::into).into_iter();
    let line = line.chain([fuzz.clone().into_os_string(), "--target-dir".into(), folder("build").into_os_string()]);
    let line = line.chain([target.name().into()]).chain(folders.iter().map(Into::into)).chain(["--".into()]);
    let fuzz = cmd(program, line.chain(args.iter().map(Into::into))).dir(fuzz).stdin_null();
    // The sanitizers need a nightly compiler and find nothing where there is no `unsafe`; what counts branches does not.
    Ok(fuzz.env_remove("CARGO_TARGET_DIR"))
}

/// The texts that a target begins with.
fn corpus(target: Target) -> PathBuf {
    project::root().join("fuzz").join("corpus").join(target.name())
}

/// Where what it found stays.
fn found(target: Target) -> PathBuf {
    folder("found").join(target.name())
}

fn folder(name: &str) -> PathBuf {
    project::root().join("target").join("fuzz").join(name)
}
