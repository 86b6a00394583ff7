//! `cargo xtask size`: what a visitor has to download.

mod origin;
mod program;
mod what;

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
/// What it may load later, once something shows it: what for, how the files' names begin, and the most that they may be. All
/// else is loaded at its start.
const LATER: [(&str, &[&str], usize); 8] = [
    ("in another language", &["texts/hi", "texts/about.hi", "texts/claims.hi"], 60_000),
    ("on demand", &["texts", "chunk-", "later-"], 175_000),
    ("for many runs", &["runs-"], 45_000),
    ("for the lesson", &["lesson-"], 40_000),
    ("embedded", &["embed-"], 20_000),
    ("for making links", &["builder-"], 15_000),
    ("by a page that has the lab as an element", &[project::ELEMENT], 5_000),
    ("where there are no scripts", &["without"], 10_000),
];

/// Show what the page in dist/ weighs, and fail if that is over the budget.
///
/// Every file in dist/ counts, as it is, after gzip and after brotli. What the page loads once it is shown, as the texts of
/// a tab that nobody may open, is counted apart and has a budget of its own.
#[derive(clap::Args)]
pub struct Args {
    /// Say what the bytes are: of the page, and of the program by crate, module and function, as tables.
    #[arg(long)]
    what: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    if args.what { what::tell() } else { measure() }
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
    let mut totals = [("at start", Weight::default(), AT_START)]
        .into_iter()
        .chain(LATER.map(|(what, _, most)| (what, Weight::default(), most)))
        .collect::<Vec<_>>();
    println!("{:>10} {:>10} {:>10}  file", "raw", "gzip", "brotli");
    for entry in WalkDir::new(&dist).sort_by_file_name() {
        let entry = entry.context("there is no dist/ to weigh: run `cargo xtask build`")?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&dist)?;
            let weight = weigh(&fs::read(entry.path())?)?;
            print(weight, &name.display());
            let is = |starts: &[&str]| starts.iter().any(|start| name.to_string_lossy().starts_with(start));
            let place = LATER.iter().position(|(_, starts, _)| is(starts)).map_or(0, |place| place + 1);
            let total = &mut totals[place].1;
            total.raw += weight.raw;
            total.gzip += weight.gzip;
            total.brotli += weight.brotli;
        }
    }
    for (what, weight, _) in &totals {
        print(*weight, what);
    }
    ensure!(totals[0].1.raw > 0, "dist/ is empty: run `cargo xtask build`");
    for (what, weight, most) in &totals {
        ensure!(weight.brotli <= *most, "{} bytes after brotli {what}; the limit is {most}", weight.brotli);
        println!("Within the limit of {most} bytes after brotli {what}.");
    }
    println!("The aim of {AIM} at start is {}.", if totals[0].1.brotli <= AIM { "met" } else { "missed" });
    Ok(())
}

fn print(weight: Weight, name: &dyn std::fmt::Display) {
    println!("{:>10} {:>10} {:>10}  {name}", weight.raw, weight.gzip, weight.brotli);
}

fn weigh(bytes: &[u8]) -> Result<Weight> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(Weight { raw: bytes.len(), gzip: gzip.finish()?.len(), brotli: brotli(bytes)? })
}

/// Bytes after brotli, with quality and window as static hosts use them for files compressed beforehand.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut brotli = Vec::new();
    brotli::CompressorWriter::new(&mut brotli, 4096, 11, 22).write_all(bytes)?;
    Ok(brotli.len())
}
