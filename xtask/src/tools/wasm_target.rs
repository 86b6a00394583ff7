//! Which compiler makes the WebAssembly, and how cargo and trunk are told.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use duct::{Expression, cmd};

use super::distro;
use crate::project::{self, say};

/// The target's name.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Where the compiler for WebAssembly comes from.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Choice {
    /// The active toolchain if it can, or can be made to; else Debian's compiler.
    Auto,
    /// The active toolchain, adding the target with rustup if it is missing.
    Rustup,
    /// Debian's compiler (rustc-web), with a standard library built here.
    Debian,
}

/// The option that every command takes that compiles to WebAssembly.
#[derive(clap::Args)]
pub struct CompilerArgs {
    /// Where the compiler for WebAssembly comes from. `debian` is for machines that reach
    /// package registries but not rustup's server; `auto` falls back to it by itself.
    #[arg(long, value_enum, default_value = "auto", env = "LAB_TOOLCHAIN")]
    toolchain: Choice,
}

/// A compiler for WebAssembly, ready to use.
pub enum Toolchain {
    /// The toolchain that runs this program.
    Active,
    /// Debian's.
    Distro(distro::Distro),
}

impl CompilerArgs {
    /// As it is asked for.
    pub fn name(&self) -> String {
        self.toolchain.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Finds the compiler, or makes one ready.
    pub fn get(&self) -> Result<Toolchain> {
        match self.toolchain {
            Choice::Rustup => active().map(|()| Toolchain::Active),
            Choice::Debian => distro::get().map(Toolchain::Distro),
            Choice::Auto if has_wasm_std() => Ok(Toolchain::Active),
            // Made ready by an earlier run: rustup was tried in vain then.
            Choice::Auto if distro::is_ready() => distro::get().map(Toolchain::Distro),
            Choice::Auto => match active() {
                Ok(()) => Ok(Toolchain::Active),
                Err(error) => {
                    say(format!("{error:#}"));
                    say("Falling back to Debian's compiler for the WebAssembly part");
                    distro::get().map(Toolchain::Distro)
                }
            },
        }
    }
}

impl Toolchain {
    /// The folder to look in first for cargo and rustc, if not that on PATH already.
    pub fn bin_dir(&self) -> Option<&Path> {
        match self {
            Self::Active => None,
            Self::Distro(distro) => Some(distro.bin_dir()),
        }
    }

    /// `cargo clippy`, still without arguments of its own.
    pub fn clippy(&self, args: &[&str]) -> Result<Expression> {
        let args = ["clippy"].iter().chain(args);
        let clippy = match self {
            Self::Active => cmd(project::cargo(), args),
            Self::Distro(distro) => cmd(distro.clippy()?, args),
        };
        Ok(self.apply(clippy.dir(project::root()).stdin_null()))
    }

    /// Makes a command, and all that it starts, use this compiler.
    pub fn apply(&self, command: Expression) -> Expression {
        match self {
            Self::Active => command,
            Self::Distro(distro) => distro.apply(command),
        }
    }
}

/// Makes the active toolchain compile to WebAssembly.
fn active() -> Result<()> {
    if has_wasm_std() {
        return Ok(());
    }
    let rustup = which::which("rustup").context("there is no rustup here to add the target with")?;
    say(format!("Getting the {WASM} target with rustup (some seconds, once)"));
    let adding =
        cmd!(rustup, "target", "add", WASM).env("RUST_BACKTRACE", "0").dir(project::root()).stdin_null().start()?;
    match adding.wait_timeout(Duration::from_secs(180)) {
        Ok(Some(_)) if has_wasm_std() => Ok(()),
        Ok(Some(_)) => bail!("rustup added the target, but the compiler does not see it"),
        Ok(None) => {
            adding.kill().context("rustup hangs and can't be stopped")?;
            bail!("rustup's server did not answer within three minutes")
        }
        Err(error) => Err(error).context("rustup's server can't be reached"),
    }
}

fn has_wasm_std() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    cmd!(rustc, "--print", "target-libdir", "--target", WASM)
        .dir(project::root())
        .stderr_null()
        .read()
        .is_ok_and(|dir| holds_std(&PathBuf::from(dir)))
}

/// Whether a folder of compiled libraries holds a standard library.
pub fn holds_std(dir: &Path) -> bool {
    let Ok(files) = dir.read_dir() else { return false };
    files.flatten().any(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}
