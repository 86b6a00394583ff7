//! `cargo xtask size`: what a visitor has to download.

use std::fs;
use std::io::Write;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use walkdir::WalkDir;

use crate::project;

/// The most that the page may load at its start, in bytes after brotli.
const AT_START: usize = 150_000;
/// What we would like that to be.
const AIM: usize = 100_000;
/// The most that it may load later, once something shows it.
const ON_DEMAND: usize = 165_000;
/// How what it loads later is called in the site. All else is loaded at its start.
const LATER: [&str; 2] = ["texts", "later-"];

/// Show what the page in dist/ weighs, and fail if that is over the budget.
///
/// Every file in dist/ counts, as it is, after gzip and after brotli. What the page loads once it is shown, as the texts of
/// a tab that nobody may open, is counted apart and has a budget of its own.
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
    let (mut at_start, mut on_demand) = (Weight::default(), Weight::default());
    println!("{:>10} {:>10} {:>10}  file", "raw", "gzip", "brotli");
    for entry in WalkDir::new(&dist).sort_by_file_name() {
        let entry = entry.context("there is no dist/ to weigh: run `cargo xtask build`")?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&dist)?;
            let weight = weigh(&fs::read(entry.path())?)?;
            print(weight, &name.display());
            let later = LATER.iter().any(|start| name.to_string_lossy().starts_with(start));
            let total = if later { &mut on_demand } else { &mut at_start };
            total.raw += weight.raw;
            total.gzip += weight.gzip;
            total.brotli += weight.brotli;
        }
    }
    print(at_start, &"at start");
    print(on_demand, &"on demand");
    ensure!(at_start.raw > 0, "dist/ is empty: run `cargo xtask build`");
    for (what, weight, limit) in [("at start", at_start, AT_START), ("on demand", on_demand, ON_DEMAND)] {
        ensure!(weight.brotli <= limit, "{} bytes after brotli {what}; the limit is {limit}", weight.brotli);
        println!("Within the limit of {limit} bytes after brotli {what}.");
    }
    println!("The aim of {AIM} at start is {}.", if at_start.brotli <= AIM { "met" } else { "missed" });
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
