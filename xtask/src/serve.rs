//! `cargo xtask serve`: the lab, on this machine.

use std::net::TcpListener;

use anyhow::{Context, Result};

use crate::project::say;
use crate::tools::trunk;
use crate::tools::wasm_target::CompilerArgs;

/// Build the lab, serve it on this machine, and build it again whenever a file changes.
#[derive(clap::Args)]
pub struct Args {
    /// The port on 127.0.0.1.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Open the lab in the default browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    toolchain: CompilerArgs,
}

/// Runs the command; it ends when it is interrupted.
pub fn run(args: &Args) -> Result<()> {
    // Better to hear it now than after minutes of building.
    TcpListener::bind(("127.0.0.1", args.port))
        .with_context(|| format!("port {} is taken: choose another with --port", args.port))?;
    let port = args.port.to_string();
    // Not into dist/: trunk adds a script for reloading to what it serves.
    let mut line = vec!["serve", "--release", "--dist", "target/served"];
    line.extend(["--address", "127.0.0.1", "--port", &port]);
    if args.open {
        line.push("--open");
    }
    let trunk = trunk::command(&args.toolchain.get()?, &line)?;
    say("Building the lab (about 4 minutes the first time)");
    say(format!("When that is done, open http://127.0.0.1:{port}/ (Ctrl-C ends it)"));
    trunk.run().context("trunk could not serve the lab")?;
    Ok(())
}
