//! Programs from crates.io, compiled into `target/tools/bin`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use duct::cmd;

use crate::project::{self, say};

/// One program, at one version.
pub struct Program {
    /// The crate's name.
    pub name: &'static str,
    /// The program that the crate installs.
    pub bin: &'static str,
    /// The exact version.
    pub version: &'static str,
    /// How long it tends to take on two cores, for the message.
    pub takes: &'static str,
    /// How far to optimise it: they run for moments and compile for minutes.
    pub opt_level: &'static str,
    /// Further arguments of `cargo install`.
    pub args: &'static [&'static str],
}

impl Program {
    /// The program's path, after installing it if this very version is not there yet.
    pub fn get(&self) -> Result<PathBuf> {
        let path = bin_dir().join(self.bin).with_extension(std::env::consts::EXE_EXTENSION);
        if self.is_installed(&path) {
            return Ok(path);
        }
        say(format!("Getting {} {} (about {}, once)", self.name, self.version, self.takes));
        let spec = format!("{}@{}", self.name, self.version);
        let root = project::tools();
        let fixed = ["install", &spec, "--quiet", "--force", "--root"];
        let args = fixed.iter().map(Into::into).chain([root.clone().into_os_string()]);
        cmd(project::cargo(), args.chain(self.args.iter().map(Into::into)))
            .dir(project::root())
            .stdin_null()
            .env("CARGO_TARGET_DIR", root.join("build"))
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", self.opt_level)
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .run()
            .with_context(|| format!("could not install {spec} from crates.io"))?;
        Ok(path)
    }

    fn is_installed(&self, path: &PathBuf) -> bool {
        // "trunk 0.21.14": asked of the program itself, which needs no registry.
        let said = cmd!(path, "--version").stderr_null().read();
        let says = said.is_ok_and(|said| said.split_whitespace().nth(1) == Some(self.version));
        says || path.is_file() && self.is_listed()
    }

    /// Whether cargo says so, for programs that don't tell their version.
    fn is_listed(&self) -> bool {
        let list = fs::read_to_string(project::tools().join(".crates.toml"));
        list.is_ok_and(|list| list.contains(&format!("\"{} {} (", self.name, self.version)))
    }
}

/// The folder of the programs that were installed.
pub fn bin_dir() -> PathBuf {
    project::tools().join("bin")
}
