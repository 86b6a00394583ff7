//! binaryen's wasm-opt, which makes the module smaller. It runs on Node; without Node a
//! stand-in takes its place and hands the module on as it is.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::npm;
use crate::project::{self, in_ci, say};

/// Trunk looks for a wasm-opt on PATH and fails without one.
const STAND_IN: &str = r#"#!/bin/sh
# Stands in for wasm-opt where there is no Node: hands the module on unchanged.
[ "$1" = --version ] && echo "wasm-opt version 0" && exit
for arg; do
  case "$arg" in
    --output=*) out="${arg#--output=}" ;;
    -*) ;;
    *) in="$arg" ;;
  esac
done
cp "$in" "$out"
"#;

/// The folder with the wasm-opt to use.
pub fn bin_dir() -> Result<PathBuf> {
    match npm::modules() {
        Ok(modules) => Ok(modules.join(".bin")),
        // The size that CI measures must be the size that is published.
        Err(error) if in_ci() => Err(error.context("wasm-opt is needed in CI")),
        Err(error) => {
            say(format!("Not optimising the module for size, it works all the same: {error:#}"));
            stand_in()
        }
    }
}

fn stand_in() -> Result<PathBuf> {
    let dir = project::tools().join("stand-in");
    fs::create_dir_all(&dir)?;
    let script = dir.join("wasm-opt");
    fs::write(&script, STAND_IN)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    }
    Ok(dir)
}
