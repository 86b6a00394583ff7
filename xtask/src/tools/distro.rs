//! Debian's compiler, for machines that reach package registries but not rustup's server.
//!
//! Debian packages a recent compiler (`rustc-web`) without a standard library for WebAssembly,
//! but with its sources. The library is built once, into a sysroot under `target/tools`, and
//! the compiler is pointed at it: nothing outside the repository changes but the packages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use duct::{Expression, cmd};

use super::apt;
use super::wasm_target::{WASM, holds_std};
use crate::project::{self, say};

const BIN: &str = "/usr/bin";
const LINKER: &str = "wasm-ld-22";
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy", "lld-22"];

/// A crate with nothing in it, whose dependency is the standard library.
const MANIFEST: &str = r#"[package]
name = "std_for_wasm"
version = "0.0.0"
edition = "2021"

[workspace]

[profile.release]
panic = "abort"
"#;

/// Debian's compiler with a standard library for WebAssembly.
pub struct Distro {
    sysroot: PathBuf,
}

impl Distro {
    /// Where Debian's cargo and rustc lie.
    pub fn bin_dir(&self) -> &Path {
        Path::new(BIN)
    }

    /// Debian's clippy, called directly: through cargo, rustup's would be found first.
    pub fn clippy(&self) -> Result<PathBuf> {
        let clippy = program("cargo-clippy");
        if !clippy.exists() {
            apt::install(&["rust-web-clippy"])?;
        }
        Ok(clippy)
    }

    /// Makes a command, and all that it starts, use this compiler.
    pub fn apply(&self, command: Expression) -> Expression {
        use_debians(command)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER)
            .env("CARGO_ENCODED_RUSTFLAGS", format!("--sysroot={}", self.sysroot.display()))
            // A folder of its own, so that neither compiler rebuilds the other's work.
            .env("CARGO_TARGET_DIR", project::root().join("target").join("distro"))
    }
}

/// Finds the compiler and its library; installs the one and builds the other if need be.
pub fn get() -> Result<Distro> {
    if !is_installed() {
        apt::install(&PACKAGES).context("Debian's compiler for WebAssembly is missing")?;
    }
    if !is_ready() {
        build_std().context("could not build the standard library for WebAssembly")?;
    }
    Ok(Distro { sysroot: sysroot() })
}

/// Whether everything is there already, for the compiler version that is installed.
pub fn is_ready() -> bool {
    let built_for = fs::read_to_string(home().join("built-for")).unwrap_or_default();
    is_installed() && holds_std(&libraries()) && version().is_ok_and(|now| now == built_for)
}

fn is_installed() -> bool {
    sources().is_ok_and(|sources| sources.join("vendor").is_dir())
        && program("cargo").exists()
        && which::which(LINKER).is_ok()
}

fn build_std() -> Result<()> {
    say("Building the standard library for WebAssembly (about 1 minute, once)");
    let krate = home().join("std");
    fs::create_dir_all(krate.join("src"))?;
    fs::write(krate.join("Cargo.toml"), MANIFEST)?;
    fs::write(krate.join("src").join("lib.rs"), "")?;
    let vendor = sources()?.join("vendor");
    let args = [
        "build",
        "--quiet",
        "--offline",
        "--release",
        "--target",
        WASM,
        "-Zbuild-std=std,panic_abort,panic_unwind,test",
        // Debian ships the sources of what the library depends on: no registry is needed.
        "--config",
        "source.crates-io.replace-with='debian'",
        "--config",
        &format!("source.debian.directory='{}'", vendor.display()),
    ];
    use_debians(cmd(program("cargo"), args))
        .dir(&krate)
        .stdin_null()
        .env("CARGO_TARGET_DIR", krate.join("target"))
        .env("RUSTC_BOOTSTRAP", "1")
        // Without bitcode inside, link-time optimisation of the app fails later.
        .env("CARGO_ENCODED_RUSTFLAGS", "-Cembed-bitcode=yes")
        .run()?;
    copy_libraries(&krate.join("target").join(WASM).join("release").join("deps"))?;
    fs::write(home().join("built-for"), version()?)?;
    fs::remove_dir_all(krate)?;
    Ok(())
}

fn copy_libraries(from: &Path) -> Result<()> {
    let to = libraries();
    if to.exists() {
        fs::remove_dir_all(&to)?;
    }
    fs::create_dir_all(&to)?;
    for file in from.read_dir()? {
        let file = file?;
        let name = file.file_name();
        let is_library = Path::new(&name).extension().is_some_and(|end| end == "rlib");
        if is_library && !name.to_string_lossy().starts_with("libstd_for_wasm") {
            fs::copy(file.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Undoes what rustup and cargo put into the environment of the program that runs here.
fn use_debians(command: Expression) -> Expression {
    command
        .env("CARGO", program("cargo"))
        .env("RUSTC", program("rustc"))
        .env_remove("RUSTFLAGS")
        .env_remove("LD_LIBRARY_PATH")
}

fn home() -> PathBuf {
    project::tools().join("distro")
}

fn sysroot() -> PathBuf {
    home().join("sysroot")
}

fn libraries() -> PathBuf {
    sysroot().join("lib").join("rustlib").join(WASM).join("lib")
}

fn program(name: &str) -> PathBuf {
    Path::new(BIN).join(name)
}

fn version() -> Result<String> {
    ask(&["-vV"])
}

/// Where Debian's own sysroot keeps the library's sources.
fn sources() -> Result<PathBuf> {
    Ok(PathBuf::from(ask(&["--print", "sysroot"])?).join("lib/rustlib/src/rust/library"))
}

fn ask(args: &[&str]) -> Result<String> {
    let rustc = cmd(program("rustc"), args).env_remove("LD_LIBRARY_PATH").stderr_null();
    rustc.read().context("Debian's rustc does not run")
}
