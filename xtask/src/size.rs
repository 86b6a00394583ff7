//! `cargo xtask size`: what a visitor has to download.

use std::fs;
use std::io::Write;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use walkdir::WalkDir;

use crate::project;

/// The most that the page may load, in bytes after brotli.
const LIMIT: usize = 150_000;
/// What we would like it to be.
const AIM: usize = 100_000;

/// Show what the page in dist/ weighs, and fail if that is over the budget.
///
/// Every file in dist/ counts, as it is, after gzip and after brotli.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args) -> Result<()> {
    measure()
}

#[derive(Clone, Copy, Default)]
struct Weight {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Weighs `dist/` and compares it with the budget.
pub fn measure() -> Result<()> {
    let dist = project::dist();
    let mut total = Weight::default();
    println!("{:>10} {:>10} {:>10}  file", "raw", "gzip", "brotli");
    for entry in WalkDir::new(&dist).sort_by_file_name() {
        let entry = entry.context("there is no dist/ to weigh: run `cargo xtask build`")?;
        if entry.file_type().is_file() {
            let weight = weigh(&fs::read(entry.path())?)?;
            print(weight, &entry.path().strip_prefix(&dist)?.display());
            total.raw += weight.raw;
            total.gzip += weight.gzip;
            total.brotli += weight.brotli;
        }
    }
    print(total, &"all of dist/");
    ensure!(total.raw > 0, "dist/ is empty: run `cargo xtask build`");
    ensure!(total.brotli <= LIMIT, "{} bytes after brotli; the limit is {LIMIT}", total.brotli);
    let aim = if total.brotli <= AIM { "met" } else { "missed" };
    println!("Within the limit of {LIMIT} bytes after brotli; the aim of {AIM} is {aim}.");
    Ok(())
}

fn print(weight: Weight, name: &dyn std::fmt::Display) {
    println!("{:>10} {:>10} {:>10}  {name}", weight.raw, weight.gzip, weight.brotli);
}

fn weigh(bytes: &[u8]) -> Result<Weight> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    let mut brotli = Vec::new();
    // Quality and window as static hosts use them for files compressed beforehand.
    brotli::CompressorWriter::new(&mut brotli, 4096, 11, 22).write_all(bytes)?;
    Ok(Weight { raw: bytes.len(), gzip: gzip.finish()?.len(), brotli: brotli.len() })
}
