//! wasm-split: takes the program apart into what is loaded at its start and what later.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install::Program;

const WASM_SPLIT: Program = Program {
    name: "wasm_split_cli_support",
    bin: "wasm-split-cli",
    version: "0.2.4",
    takes: "1 minute",
    opt_level: "1",
    args: &["--locked", "--features", "build-binary"],
};

/// The program, after installing it if needed.
pub fn get() -> Result<PathBuf> {
    WASM_SPLIT.get()
}
