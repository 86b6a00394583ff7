//! Tells the linker what the page's program needs, and makes one style of those that are loaded together.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// How what is loaded later looks (`src/later/fill.rs`).
const LATER: &[&str] = &[
    "race", "small", "table", "compare", "strip", "cost", "failure", "about", "dialogs", "export", "print", "gallery",
];
/// How "Many runs" looks (`src/later/runs.rs`).
const RUNS: &[&str] = &["runs", "sweep"];
/// How the lesson looks (`src/later/lesson.rs`).
const LESSON: &[&str] = &["lesson", "check"];
/// How what makes links for other pages looks (`src/later/builder.rs`).
const BUILDER: &[&str] = &["builder"];
/// How a page looks on which something is locked (`src/later/embed.rs`).
const EMBED: &[&str] = &["embed"];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=style");
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // What refers to what: by this the program is taken apart into what is loaded at its start and what later.
        println!("cargo:rustc-link-arg-bins=--emit-relocs");
    }
    for (name, styles) in [("later", LATER), ("runs", RUNS), ("lesson", LESSON), ("builder", BUILDER), ("embed", EMBED)]
    {
        let style = |name| fs::read_to_string(Path::new("style").join(name).with_extension("css"));
        let styles = styles.iter().map(style).collect::<io::Result<String>>()?;
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
        fs::write(out.join(name).with_extension("css"), squeezed(&styles))?;
    }
    Ok(())
}

/// The same without comments and indentation.
fn squeezed(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().into_iter();
    let bare: String = first.chain(parts.filter_map(|part| Some(part.split_once("*/")?.1))).collect();
    bare.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
