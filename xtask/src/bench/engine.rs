//! The engine for the browser's benchmark: compiled as the page is, and for this machine.

use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Artifact, Message};
use duct::{Expression, cmd};

use crate::project::{self, say};
use crate::tools::wasm_bindgen;
use crate::tools::wasm_target::{Toolchain, WASM};

/// What both are compiled with.
const HOW: [&str; 5] = ["--release", "--package", "engine-bench", "--message-format", "json-render-diagnostics"];

/// Builds the engine for the browser; the folder that it is in.
pub fn for_browser(toolchain: &Toolchain) -> Result<PathBuf> {
    say("Compiling the engine for the browser (about 1 minute the first time)");
    let cargo = toolchain.bin_dir().map_or_else(project::cargo, |bin| bin.join("cargo").into_os_string());
    let what = ["rustc", "--lib", "--crate-type", "cdylib", "--target", WASM];
    let compiling = toolchain.apply(cmd(cargo, what.iter().chain(&HOW)));
    let module =
        made(&compiling, |artifact| artifact.filenames.iter().find(|file| file.extension() == Some("wasm")).cloned())?;
    let folder = project::root().join("target").join("engine-bench");
    cmd!(wasm_bindgen::get()?, "--target", "web", "--no-typescript", "--out-dir", &folder, module)
        .run()
        .context("wasm-bindgen could not write what lies between the module and JavaScript")?;
    Ok(folder)
}

/// Builds the program that runs the engine on this machine.
pub fn native() -> Result<PathBuf> {
    let compiling = cmd(project::cargo(), ["build", "--bins"].iter().chain(&HOW));
    made(&compiling, |artifact| artifact.executable.clone())
}

/// Cargo is asked where it put what it made: that depends on the compiler and on the environment.
fn made(compiling: &Expression, file: impl Fn(&Artifact) -> Option<Utf8PathBuf>) -> Result<PathBuf> {
    let told = compiling.dir(project::root()).stdin_null().read().context("could not compile the engine")?;
    let artifacts = Message::parse_stream(told.as_bytes()).filter_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) if artifact.target.name.replace('-', "_") == "engine_bench" => {
            Some(artifact)
        }
        _ => None,
    });
    let found = artifacts.filter_map(|artifact| file(&artifact)).last();
    found.map(Into::into).context("cargo does not say where it put the engine")
}
