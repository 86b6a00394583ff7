//! The npm packages in use, binaryen, axe-core and scorm-again, at the versions and checksums of
//! `xtask/npm/package-lock.json`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use duct::cmd;

use super::apt;
use crate::project::{self, say};

const MANIFEST: &str = include_str!("../../npm/package.json");
const LOCK: &str = include_str!("../../npm/package-lock.json");

/// The `node_modules` folder with the packages in it.
pub fn modules() -> Result<PathBuf> {
    let tools = project::tools();
    let modules = tools.join("node_modules");
    if which::which("node").is_err() {
        get_node()?;
    }
    let stamp = modules.join("installed-package-lock.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == LOCK) {
        return Ok(modules);
    }
    if which::which("npm").is_err() {
        get_node()?;
    }
    say("Getting binaryen, axe-core and scorm-again from npm (some seconds, once)");
    fs::create_dir_all(&tools)?;
    fs::write(tools.join("package.json"), MANIFEST)?;
    fs::write(tools.join("package-lock.json"), LOCK)?;
    let args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    cmd(which::which("npm")?, args).dir(&tools).stdin_null().run().context("npm ci failed in target/tools")?;
    fs::write(stamp, LOCK)?;
    Ok(modules)
}

fn get_node() -> Result<()> {
    apt::install(&["nodejs", "npm"]).context("Node and npm are missing")?;
    if which::which("npm").is_err() {
        bail!("npm is still missing after installing it");
    }
    Ok(())
}
