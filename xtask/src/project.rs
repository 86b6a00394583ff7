//! Where things lie, and which cargo is in charge.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The repository's root folder.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Where fetched tools lie: always in the repository, never in anyone's home.
pub fn tools() -> PathBuf {
    root().join("target").join("tools")
}

/// The built site.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The site's file that makes the lab an element of other pages. It is written by hand and no part of the program.
pub const ELEMENT: &str = "embed.js";

/// The cargo that runs this program, so that a `+toolchain` carries over to all it starts.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Whether this is a continuous-integration run, where a check that is skipped is a failure.
pub fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}

/// Says what happens next, on a line of its own.
pub fn say(what: impl std::fmt::Display) {
    println!("==> {what}");
}
