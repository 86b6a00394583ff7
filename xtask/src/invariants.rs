//! Sentences about what is deliberately absent, enforced.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::MetadataCommand;
use duct::cmd;
use toml::Table;

use crate::project;

/// What a pure simulation has no use for: the web, and chance from outside.
const NOT_IN_THE_SIMULATION: [&str; 5] = ["web-sys", "js-sys", "wasm-bindgen", "leptos", "getrandom"];

/// Checks them all.
pub fn check() -> Result<()> {
    simulation_is_pure()?;
    lints_are_inherited()
}

/// `limit-sim` depends on no web crate and on no source of randomness, on any platform.
fn simulation_is_pure() -> Result<()> {
    let line = ["tree", "--package", "limit-sim", "--edges", "normal", "--target", "all", "--all-features"];
    let line = line.iter().chain(&["--prefix", "none", "--format", "{p}"]);
    let tree = cmd(project::cargo(), line).dir(project::root()).stdin_null().read()?;
    let names = || tree.lines().filter_map(|line| line.split(' ').next());
    ensure!(names().next() == Some("limit-sim"), "cargo tree does not start at limit-sim");
    let found: Vec<_> = names().filter(|name| NOT_IN_THE_SIMULATION.contains(name)).collect();
    ensure!(found.is_empty(), "limit-sim must not depend on {}", found.join(", "));
    println!("limit-sim depends on no web crate and on no source of randomness");
    Ok(())
}

/// Every crate takes the workspace's lints, and these forbid `unsafe`.
fn lints_are_inherited() -> Result<()> {
    let workspace = manifest(&project::root().join("Cargo.toml"))?;
    let level = ["workspace", "lints", "rust", "unsafe_code"];
    ensure!(find(&workspace, &level) == Some("forbid".into()), "Cargo.toml must forbid unsafe_code");
    let metadata = MetadataCommand::new().current_dir(project::root()).no_deps().exec()?;
    for package in &metadata.packages {
        let table = manifest(package.manifest_path.as_std_path())?;
        if find(&table, &["lints", "workspace"]) != Some(true.into()) {
            bail!("{} must inherit the workspace's lints", package.name);
        }
    }
    println!("All {} crates forbid unsafe code", metadata.packages.len());
    Ok(())
}

fn manifest(path: &std::path::Path) -> Result<Table> {
    let text = fs::read_to_string(path)?;
    text.parse().with_context(|| format!("{} is not TOML", path.display()))
}

fn find(table: &Table, keys: &[&str]) -> Option<toml::Value> {
    let (last, tables) = keys.split_last()?;
    let table = tables.iter().try_fold(table, |table, key| table.get(*key)?.as_table())?;
    table.get(*last).cloned()
}
