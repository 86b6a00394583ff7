//! How fast the engine and the page are, in a headless Chromium: `cargo xtask bench --only browser`.
//!
//! With names of parts (`engine`, `many`, `runs`, `start`, `slider`, `frames`, `memory`, `hour`) it measures only these.

mod distribution;
mod engine;
mod frames;
mod hour;
mod many;
mod memory;
mod place;
mod slider;
mod start;
mod times;

use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use lab_tests::browser::Browser;
use lab_tests::needs::Needs;
use lab_tests::page::Page;
use lab_tests::site::Site;

/// What is measured: each in a browser of its own, so that none suffers from what another left behind.
const PARTS: [&str; 8] = ["engine", "many", "runs", "start", "slider", "frames", "memory", "hour"];

/// How long a part may take: far longer than any does.
const PATIENCE: Duration = Duration::from_secs(900);

fn main() -> ExitCode {
    let measured = tokio::runtime::Runtime::new().map_err(Into::into).and_then(|runtime| runtime.block_on(measure()));
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<()> {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let unknown: Vec<_> = asked.iter().filter(|name| !PARTS.contains(&name.as_str())).collect();
    ensure!(unknown.is_empty(), "there is no part {unknown:?}; there are {PARTS:?}");
    let needs = Arc::new(Needs::find()?);
    let mut failed = Vec::new();
    for name in PARTS {
        if !asked.is_empty() && !asked.iter().any(|one| one == name) {
            continue;
        }
        println!("---- {name}, {} ----", place::busy());
        // One that fails does not keep the others from being measured.
        if let Err(error) = part(name, &needs).await {
            println!("failed: {error:#}");
            failed.push(name);
        }
    }
    ensure!(failed.is_empty(), "could not measure: {}", failed.join(", "));
    Ok(())
}

async fn part(name: &str, needs: &Arc<Needs>) -> Result<()> {
    let site =
        if ["engine", "many"].contains(&name) { engine::site().await? } else { Site::at_root(&needs.dist).await? };
    let browser = Rc::new(Browser::start(needs).await.context("no browser")?);
    let measured = async {
        let page = Page::new(browser.clone(), &site, needs.clone()).await?;
        place::tell(&page).await?;
        match name {
            "engine" => engine::measure(&page).await,
            "many" => many::measure(&page).await,
            "runs" => distribution::measure(&page).await,
            "start" => start::measure(&page).await,
            "slider" => slider::measure(&page).await,
            "frames" => frames::measure(&page).await,
            "memory" => memory::measure(&page).await,
            _ => hour::measure(&page).await,
        }
    };
    let measured = tokio::time::timeout(PATIENCE, measured).await;
    // A page that hangs keeps its browser from quitting, which then ends with the driver; what was measured matters more.
    if let Some(browser) = Rc::into_inner(browser) {
        let _ = tokio::time::timeout(Duration::from_secs(10), browser.quit()).await;
    }
    measured.unwrap_or_else(|_| bail!("it hangs"))
}
