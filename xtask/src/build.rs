//! `cargo xtask build`: the site, in `dist/`.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::project::{self, say};
use crate::tools::trunk;
use crate::tools::wasm_target::CompilerArgs;

/// Build the site into dist/. Its links are relative: any static host or folder serves it.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolchain: CompilerArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    build(&args.toolchain)?;
    say(format!("The site is in {}", project::dist().display()));
    Ok(())
}

/// Builds the site with the compiler that was asked for.
pub fn build(toolchain: &CompilerArgs) -> Result<()> {
    let trunk = trunk::command(&toolchain.get()?, &["build", "--release"])?;
    say("Building the site (about 4 minutes the first time)");
    let start = Instant::now();
    trunk.run().context("trunk could not build the site")?;
    say(format!("Built in {:.0?}", start.elapsed()));
    Ok(())
}
