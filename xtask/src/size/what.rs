//! `cargo xtask size --what`: what the bytes of the page are, by crate, by module and by function.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

use super::origin;
use super::program::Program;
use crate::{parts, project};

/// Crates that have fewer bytes than this are told together.
const LITTLE: usize = 500;
/// Functions that are named, of the first part.
const LARGEST: usize = 25;
/// Crates and functions that are named of each later part.
const OF_A_PART: usize = 3;

/// Prints it for what was built last.
pub fn tell() -> Result<()> {
    page()?;
    let target = MetadataCommand::new().no_deps().exec()?.target_directory;
    let first = target.join("wasm-bindgen/release/rate-limit-lab_bg.wasm");
    ensure!(first.exists(), "there is no program to look into: run `cargo xtask build`");
    let program = Program::optimised(first.as_std_path(), first_parts_arguments()?)?;
    crates(&program)?;
    modules(&program, "limit_sim");
    modules(&program, "rate_limit_lab");
    println!("\n| bytes | the largest functions of what is loaded at start |\n|--:|---|");
    for (name, bytes) in largest(&program).into_iter().take(LARGEST) {
        println!("| {bytes} | `{name}` |");
    }
    println!("\n| bytes | brotli | loaded later | most of it | largest functions |\n|--:|--:|---|---|---|");
    for part in later()? {
        let program = Program::optimised(&part, parts::arguments())?;
        let names = |of: Vec<(String, usize)>| {
            let few = of.into_iter().take(OF_A_PART).map(|(name, bytes)| format!("`{name}` {bytes}"));
            few.collect::<Vec<_>>().join(", ")
        };
        println!(
            "| {} | {} | {} | {} | {} |",
            program.bytes.len(),
            super::brotli(&program.bytes)?,
            part.file_stem().unwrap_or_default().to_string_lossy(),
            names(summed(&program, |name| Some(origin::of(name).0.to_owned()))),
            names(largest(&program))
        );
    }
    Ok(())
}

/// What `index.html` is made of.
fn page() -> Result<()> {
    let page =
        fs::read_to_string(project::dist().join("index.html")).context("there is no page: run `cargo xtask build`")?;
    let whole = super::brotli(page.as_bytes())?;
    println!("| index.html | bytes | brotli less without it |\n|---|--:|--:|");
    for (what, tag) in [("styles", "style"), ("scripts", "script"), ("pictures (SVG)", "svg")] {
        let rest = without(&page, tag);
        println!(
            "| {what} | {} | {} |",
            page.len() - rest.len(),
            whole.saturating_sub(super::brotli(rest.as_bytes())?)
        );
    }
    println!("| all of it | {} | {whole} |", page.len());
    Ok(())
}

/// A page without its elements of one kind.
fn without(page: &str, tag: &str) -> String {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let mut kept = String::new();
    let mut rest = page;
    while let Some((before, from)) = rest.split_once(&open) {
        kept += before;
        rest = from.split_once(&close).map_or("", |(_, after)| after);
    }
    kept + rest
}

/// A table of what each crate costs at start. After compression, a crate costs what the whole would be less without its functions.
fn crates(program: &Program) -> Result<()> {
    let whole = super::brotli(&program.bytes)?;
    println!("\n| crate, at start | functions | bytes | brotli less without it |\n|---|--:|--:|--:|");
    let less = |is: &dyn Fn(&str) -> bool| -> Result<usize> {
        let mut kept = program.bytes.clone();
        for function in program.functions.iter().rev().filter(|function| is(origin::of(&function.name).0)) {
            kept.drain(function.at.clone());
        }
        Ok(whole.saturating_sub(super::brotli(&kept)?))
    };
    let all = summed(program, |name| Some(origin::of(name).0.to_owned()));
    let (large, little): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, bytes)| *bytes >= LITTLE);
    let count = |is: &dyn Fn(&str) -> bool| {
        program.functions.iter().filter(|function| is(origin::of(&function.name).0)).count()
    };
    for (name, bytes) in &large {
        let is = |one: &str| one == name;
        println!("| {name} | {} | {bytes} | {} |", count(&is), less(&is)?);
    }
    let is = |one: &str| little.iter().any(|(name, _)| name == one);
    let bytes: usize = little.iter().map(|(_, bytes)| bytes).sum();
    println!("| {} others | {} | {bytes} | {} |", little.len(), count(&is), less(&is)?);
    let mut kept = program.bytes.clone();
    kept.drain(program.data.clone());
    let data = whole.saturating_sub(super::brotli(&kept)?);
    println!("| data: texts and tables of all of them | | {} | {data} |", program.data.len());
    println!("| all of it | {} | {} | {whole} |", program.functions.len(), program.bytes.len());
    Ok(())
}

fn modules(program: &Program, of: &str) {
    println!("\n| module of {of}, at start | bytes |\n|---|--:|");
    let module = |name: &str| {
        let (crate_, module) = origin::of(name);
        (crate_ == of).then(|| module.to_owned())
    };
    let (large, little): (Vec<_>, Vec<_>) =
        summed(program, module).into_iter().partition(|(_, bytes)| *bytes >= LITTLE);
    for (name, bytes) in large {
        println!("| {name} | {bytes} |");
    }
    println!("| {} others | {} |", little.len(), little.iter().map(|(_, bytes)| bytes).sum::<usize>());
}

/// Bytes of functions by what their names say, the most first.
fn summed(program: &Program, key: impl Fn(&str) -> Option<String>) -> Vec<(String, usize)> {
    let mut sums = BTreeMap::<String, usize>::new();
    for function in &program.functions {
        if let Some(key) = key(&function.name) {
            *sums.entry(key).or_default() += function.at.len();
        }
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    sums
}

fn largest(program: &Program) -> Vec<(String, usize)> {
    // Without the hash at its end.
    summed(program, |name| Some(name.rsplit_once("::h").map_or(name, |(name, _)| name).to_owned()))
}

/// The arguments of the optimiser for the first part, which trunk is told in the page's source.
fn first_parts_arguments() -> Result<Vec<String>> {
    let source = fs::read_to_string(project::root().join("index.html"))?;
    let told = |attribute: &str| -> Result<&str> {
        let (_, from) = source.split_once(attribute).with_context(|| format!("index.html has no {attribute}"))?;
        from.split_once('"').map(|(value, _)| value).with_context(|| format!("{attribute} does not end"))
    };
    let (level, rest) = (told("data-wasm-opt=\"")?, told("data-wasm-opt-params=\"")?);
    Ok([format!("-O{level}")].into_iter().chain(rest.split_whitespace().map(str::to_owned)).collect())
}

/// The later parts as they were taken apart.
fn later() -> Result<Vec<PathBuf>> {
    let all = fs::read_dir(parts::kept())?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_part = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".wasm") && (name.starts_with("split_") || name.starts_with("chunk_"))
    };
    let mut later: Vec<_> = all.into_iter().filter(is_part).collect();
    later.sort_by_key(|path| std::cmp::Reverse(fs::metadata(path).map_or(0, |file| file.len())));
    Ok(later)
}
