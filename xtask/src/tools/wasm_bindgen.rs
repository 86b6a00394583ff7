//! wasm-bindgen's command line: writes the JavaScript between the page and the module.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const WASM_BINDGEN: Program = Program {
    name: "wasm-bindgen-cli",
    bin: "wasm-bindgen",
    // Must equal the library's version in Cargo.toml, and Trunk.toml's.
    version: "0.2.130",
    takes: "3 minutes",
    opt_level: "1",
    // Not --locked: its lock file names crates that a lagging registry mirror may not have.
    args: &["--bin", "wasm-bindgen"],
};

/// The program, after installing it if needed; trunk finds it on its PATH.
pub fn get() -> Result<PathBuf> {
    WASM_BINDGEN.get()
}
