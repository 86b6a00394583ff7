//! axe-core: the accessibility checker that the browser tests load into the page.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use super::npm;

/// The script's path.
pub fn get() -> Result<PathBuf> {
    let script = npm::modules()?.join("axe-core").join("axe.min.js");
    ensure!(script.is_file(), "axe-core came without {}", script.display());
    Ok(script)
}
