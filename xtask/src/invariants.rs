//! Sentences about what is deliberately absent, enforced.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::MetadataCommand;
use duct::cmd;
use toml::Table;
use walkdir::WalkDir;

use crate::{contrast, project};

/// What a pure simulation has no use for: the web, and chance from outside.
const NOT_IN_THE_SIMULATION: [&str; 5] = ["web-sys", "js-sys", "wasm-bindgen", "leptos", "getrandom"];

/// Checks them all.
pub fn check() -> Result<()> {
    simulation_is_pure()?;
    markup_keeps_to_the_policy()?;
    styles_look_at_little()?;
    contrast::check()?;
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

/// The page's policy (`policy.rs`) lets no style, script or listener work that stands in markup.
fn markup_keeps_to_the_policy() -> Result<()> {
    let found = lines_where("src", "rs", breaks_the_policy)?;
    ensure!(found.is_empty(), "the page's policy forbids this in markup (ARCHITECTURE.md):\n{}", found.join("\n"));
    println!("No style, script or listener stands in markup");
    Ok(())
}

/// What a style may look into: it holds little, or changes seldom.
const HOLD_LITTLE: [&str; 4] = ["label", "td", "dialog", ".race-none div:is(:empty, "];

/// With each element that comes or goes in an element of which a style asks `:has()`, the browser looks up anew the styles of
/// all that is in it.
fn styles_look_at_little() -> Result<()> {
    let found = lines_where("style", "css", looks_at_much)?;
    ensure!(found.is_empty(), "an attribute instead costs less (ARCHITECTURE.md):\n{}", found.join("\n"));
    println!("No style looks for what is in an element, but for {} that hold little", HOLD_LITTLE.len());
    Ok(())
}

/// The lines of a folder's files of a kind that are so, each with its place.
fn lines_where(folder: &str, kind: &str, is_so: fn(&str) -> bool) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(project::root().join(folder)).sort_by_file_name() {
        let entry = entry?;
        if entry.path().extension().is_some_and(|one| one == kind) {
            let text = fs::read_to_string(entry.path())?;
            let lines = text.lines().zip(1..).filter(|(line, _)| is_so(line));
            found.extend(lines.map(|(line, nth)| format!("{}:{nth}: {}", entry.path().display(), line.trim())));
        }
    }
    Ok(found)
}

/// Whether a selector asks what is in an element, and not in one of those that hold little.
fn looks_at_much(line: &str) -> bool {
    line.match_indices(":has(")
        .any(|(at, _)| !HOLD_LITTLE.iter().any(|little| line[..at].trim_start().ends_with(little)))
}

/// Whether a line of the page's source has an attribute or element in markup, or sets one, that the policy forbids.
fn breaks_the_policy(line: &str) -> bool {
    let attribute = |name: &str| {
        let given = line.match_indices(name).any(|(at, _)| {
            let before = line[..at].chars().next_back().unwrap_or(' ');
            let after = line[at + name.len()..].chars();
            // In maud's markup there is no space before the sign, in Rust there is.
            before.is_whitespace() && after.as_str().starts_with(['=']) && !after.as_str().starts_with("==")
        });
        given || line.contains(&format!("\"{name}\", Some(")) || line.contains(&format!("\"{name}\", move"))
    };
    let code = line.trim_start();
    // (What is written for other pages, or for files, says so in a string.)
    !code.starts_with("//")
        && !line.contains("style=\\\"")
        && (["style", "onclick", "oninput", "onchange", "onload", "onerror", "onsubmit"].into_iter().any(attribute)
            || ["style {", "script {", "<style", "<script"]
                .iter()
                .any(|element| code.starts_with(element) || code.contains(&format!("{{ {element}"))))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_that_looks_at_much_is_found() {
        for line in
            ["#lab:has(.lesson) {", ".a, :root[data-x='1'] .bench:has(.strip) .stage {", "main > .lesson.open:has(b) {"]
        {
            assert!(looks_at_much(line), "{line}");
        }
        for line in ["label:has(> [type='radio']),", ".bench[data-traffic] {", "dialog:has(.into-page[open]) {"] {
            assert!(!looks_at_much(line), "{line}");
        }
    }

    #[test]
    fn what_the_policy_forbids_in_markup_is_found() {
        for line in [
            "i style=(left) {}",
            "    style={ \"left:\" (x) }",
            "button onclick=\"go()\" { }",
            "html! { style { (STYLE) } }",
            "live::set(&field, \"style\", Some(&told));",
        ] {
            assert!(breaks_the_policy(line), "{line}");
        }
        for line in [
            "i data-css=(left) {}",
            "button data-style=(style.name) {}",
            "let style = 1;",
            "// A style=\"\" is forbidden.",
            "set(&image, \"onload\", loaded.as_ref());",
            "if style == other {",
        ] {
            assert!(!breaks_the_policy(line), "{line}");
        }
    }
}
