//! scorm-again: a learning management system's side of SCORM, which the browser tests launch the packages in.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use super::npm;

/// The script's path.
pub fn get() -> Result<PathBuf> {
    let script = npm::modules()?.join("scorm-again").join("dist").join("scorm-again.min.js");
    ensure!(script.is_file(), "scorm-again came without {}", script.display());
    Ok(script)
}
