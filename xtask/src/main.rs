//! The project's own commands. `cargo xtask --help` lists them.
//!
//! Each file has one subject: a command (`build.rs`, `test/`), or a tool that the commands
//! need and that is fetched into `target/tools` the first time (`tools/`).

mod bench;
mod build;
mod bundle;
mod contrast;
mod floor;
mod fmt;
mod fuzz;
mod invariants;
mod measure;
mod monkey;
mod mutants;
mod order;
mod parts;
mod policy;
mod project;
mod reproduce;
mod sbom;
mod scorm;
mod serve;
mod shorten;
mod size;
mod test;
mod tools;
mod trim;
mod without;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Everything that is done to Rate Limit Lab from a terminal.
///
/// Tools that are missing are fetched once, at pinned versions, into target/tools.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Build(build::Args),
    Bundle(bundle::Args),
    Scorm(scorm::Args),
    Test(test::Args),
    Bench(bench::Args),
    Measure(measure::Args),
    Monkey(monkey::Args),
    Fmt(fmt::Args),
    Size(size::Args),
    Words(words::Args),
    Fuzz(fuzz::Args),
    Mutants(mutants::Args),
    Sbom(sbom::Args),
    Reproduce(reproduce::Args),
}

fn main() -> ExitCode {
    match parts::run().unwrap_or_else(|| run(Cli::parse().command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(args) => serve::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Bundle(args) => bundle::run(&args),
        Command::Scorm(args) => scorm::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Monkey(args) => monkey::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Size(args) => size::run(&args),
        Command::Words(args) => words::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Mutants(args) => mutants::run(&args),
        Command::Sbom(args) => sbom::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
    }
}
