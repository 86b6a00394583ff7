//! Trunk: turns index.html, the styles and the app into a site.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use duct::{Expression, cmd};

use super::cargo_install::{Program, bin_dir};
use super::wasm_target::Toolchain;
use super::{binaryen, wasm_bindgen};
use crate::{parts, project};

const TRUNK: Program = Program {
    name: "trunk",
    bin: "trunk",
    version: "0.21.14",
    takes: "4 minutes",
    opt_level: "0",
    // Its default features are for downloading tools and checking for updates: not wanted here.
    args: &["--locked", "--no-default-features"],
};

/// A trunk command, ready to run, with every tool that it looks for on its PATH.
pub fn command(toolchain: &Toolchain, args: &[&str]) -> Result<Expression> {
    let trunk = TRUNK.get()?;
    wasm_bindgen::get()?;
    let mut path = vec![parts::bin_dir()?, binaryen::bin_dir()?, bin_dir()];
    path.extend(toolchain.bin_dir().map(Into::into));
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    fetch()?;
    let trunk = cmd(trunk, args).dir(project::root()).stdin_null();
    let trunk = trunk.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", without_paths());
    Ok(toolchain.apply(trunk).env("PATH", env::join_paths(path)?))
}

/// What keeps this machine's paths out of the program's messages: it is the same wherever it is built, and smaller.
fn without_paths() -> String {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.and_then(|home| home.join("registry").join("src").read_dir().ok());
    let flag = |folder: PathBuf| format!("--remap-path-prefix={}/=", folder.display());
    let flags: Vec<_> = sources.into_iter().flatten().flatten().map(|folder| flag(folder.path())).collect();
    flags.join(" ")
}

/// Gets the crates beforehand, because trunk is told to stay off the network.
fn fetch() -> Result<()> {
    let mut args = vec!["fetch", "--quiet"];
    if project::in_ci() {
        args.push("--locked");
    }
    cmd(project::cargo(), args)
        .dir(project::root())
        .stdin_null()
        .run()
        .context("could not fetch the crates that the app is made of")?;
    Ok(())
}
