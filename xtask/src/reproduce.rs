//! `cargo xtask reproduce`: whether the site is the same, byte for byte, wherever it is built.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use duct::cmd;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::project::{self, say};
use crate::tools::wasm_target::CompilerArgs;

/// Build the site here, and again from a copy of the sources in another folder, and compare all files.
///
/// The copy is built from nothing, with the same tools: it takes some minutes. What is printed at the end is one number for
/// all of dist/: the same on every machine with the same compiler and tools.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolchain: CompilerArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    crate::build::build(&args.toolchain)?;
    let here = hashes(&project::dist())?;
    let copy = tempfile::Builder::new().prefix("another-rate-limit-lab").tempdir()?;
    say(format!("Building it again in {}", copy.path().display()));
    let again = build_in(copy.path(), &args.toolchain)?;
    let differing = differing(&here, &again);
    ensure!(differing.is_empty(), "built elsewhere these files are others: {}", differing.join(", "));
    say(format!("All {} files are the same, byte for byte: sha256 {}", here.len(), whole(&here)));
    Ok(())
}

/// Builds the site from a copy of the sources; what is in it.
fn build_in(copy: &Path, toolchain: &CompilerArgs) -> Result<BTreeMap<String, String>> {
    for source in sources()? {
        let to = copy.join(&source);
        fs::create_dir_all(to.parent().unwrap_or(copy))?;
        fs::copy(project::root().join(&source), to)?;
    }
    // What only runs while building is the same.
    fs::create_dir_all(copy.join("target"))?;
    link(&project::tools(), &copy.join("target").join("tools"))?;
    cmd!(project::cargo(), "run", "--quiet", "--package", "xtask", "--", "build", "--toolchain", toolchain.name())
        .dir(copy)
        .stdin_null()
        .env("CARGO_TARGET_DIR", copy.join("built"))
        .run()
        .context("the copy could not be built")?;
    hashes(&copy.join("dist"))
}

/// What git knows of, and what is new, but not what it ignores: paths from the root.
fn sources() -> Result<Vec<PathBuf>> {
    let list = cmd!("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard");
    let list = list.dir(project::root()).stdin_null().read().context("git could not list the sources")?;
    let files = list.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from);
    Ok(files.filter(|file| project::root().join(file).is_file()).collect())
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> Result<()> {
    Ok(std::os::unix::fs::symlink(from, to)?)
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> Result<()> {
    Ok(std::os::windows::fs::symlink_dir(from, to)?)
}

/// Each file's name in a folder and what it is, as SHA-256.
fn hashes(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut hashes = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            hashes.insert(name, format!("{:x}", Sha256::digest(fs::read(entry.path())?)));
        }
    }
    ensure!(!hashes.is_empty(), "there is nothing in {}", folder.display());
    Ok(hashes)
}

/// The names of files that are not in both, or not the same.
fn differing(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) -> Vec<String> {
    let names: std::collections::BTreeSet<_> = one.keys().chain(other.keys()).collect();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

/// One number for all files, as `sha256sum` would give it of its own lines, sorted by names.
fn whole(files: &BTreeMap<String, String>) -> String {
    let lines: String = files.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect();
    format!("{:x}", Sha256::digest(lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_what_is_new_and_what_is_another_differs() {
        let files = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let one: BTreeMap<_, _> = files(&[("a", "1"), ("b", "2"), ("c", "3")]);
        assert_eq!(differing(&one, &files(&[("b", "2"), ("c", "4"), ("d", "5")])), ["a", "c", "d"]);
        assert_eq!(differing(&one, &one), [""; 0]);
    }
}
