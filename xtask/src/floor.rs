//! What the program asks of a browser's WebAssembly, held against what docs/support.md says that it asks.

use std::fs;

use anyhow::{Context, Result, ensure};
use walkdir::WalkDir;
use wasmparser::{Validator, WasmFeatures};

use crate::project;

/// Each feature that a part of the program may use, by its name in docs/support.md. What is in none of these is of WebAssembly 1.0.
const FEATURES: [(&str, WasmFeatures); 6] = [
    ("mutable globals", WasmFeatures::MUTABLE_GLOBAL),
    ("sign extension", WasmFeatures::SIGN_EXTENSION),
    ("non-trapping conversions", WasmFeatures::SATURATING_FLOAT_TO_INT),
    ("bulk memory", WasmFeatures::BULK_MEMORY),
    ("multiple values", WasmFeatures::MULTI_VALUE),
    ("reference types", WasmFeatures::REFERENCE_TYPES),
];

/// Holds all of the program in dist/ against it: nothing else is used, and nothing is asked for that none of it uses.
pub fn check() -> Result<()> {
    let mut programs = Vec::new();
    for entry in WalkDir::new(project::dist()).sort_by_file_name() {
        let entry = entry.context("there is no dist/ to look at: run `cargo xtask build`")?;
        if entry.path().extension().is_some_and(|one| one == "wasm") {
            programs.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        }
    }
    ensure!(!programs.is_empty(), "there is no program in dist/: run `cargo xtask build`");
    let documented = fs::read_to_string(project::root().join("docs/support.md"))?;
    for (name, program) in &programs {
        valid(program, all()).with_context(|| format!("{name} uses more than docs/support.md says"))?;
    }
    for (name, feature) in FEATURES {
        ensure!(documented.contains(&format!("| {name} ")), "docs/support.md does not name {name}");
        let used = programs.iter().any(|(_, program)| valid(program, all() - feature).is_err());
        ensure!(used, "nothing uses {name} any more: docs/support.md and xtask/src/floor.rs ask for it");
    }
    println!("{} parts of the program use what docs/support.md says, and no more", programs.len());
    Ok(())
}

fn all() -> WasmFeatures {
    FEATURES.iter().fold(WasmFeatures::MVP, |all, (_, feature)| all | *feature)
}

fn valid(program: &[u8], features: WasmFeatures) -> Result<()> {
    Validator::new_with_features(features).validate_all(program)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with one function, which has this body (without its locals, with its end).
    fn program(body: &[u8]) -> Vec<u8> {
        let mut program = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x0a".to_vec();
        program.extend([body.len() as u8 + 3, 1, body.len() as u8 + 1, 0]);
        program.extend(body);
        program
    }

    #[test]
    fn what_browsers_at_the_floor_know_is_taken_and_nothing_newer() {
        // i32.const 0, i32.extend8_s, drop.
        assert!(valid(&program(&[0x41, 0, 0xc0, 0x1a, 0x0b]), all()).is_ok());
        assert!(valid(&program(&[0x41, 0, 0xc0, 0x1a, 0x0b]), all() - WasmFeatures::SIGN_EXTENSION).is_err());
        // A call that takes the place of its caller; a constant of 128 bits.
        assert!(valid(&program(&[0x12, 0, 0x0b]), all()).is_err());
        let constant: Vec<u8> = [0xfd, 12].into_iter().chain([0; 16]).chain([0x1a, 0x0b]).collect();
        assert!(valid(&program(&constant), all()).is_err());
    }
}
