//! A Chromium and its driver, for what has to be seen in a real browser.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::apt;

/// A browser and the program that drives it.
pub struct Browser {
    /// Chromium or Chrome.
    pub chromium: PathBuf,
    /// The matching chromedriver.
    pub driver: PathBuf,
}

/// Finds both, or installs Debian's.
pub fn get() -> Result<Browser> {
    if let Some(found) = find() {
        return Ok(found);
    }
    // Without a font, a screenshot is full of boxes.
    apt::install(&["chromium", "chromium-driver", "fonts-liberation"])
        .context("Chromium or chromedriver is missing")?;
    find().context("Chromium or chromedriver is still missing after installing them")
}

fn find() -> Option<Browser> {
    let chromium = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    Some(Browser {
        chromium: chosen("LAB_CHROMIUM").or_else(|| on_path(&chromium))?,
        driver: chosen("LAB_CHROMEDRIVER").or_else(|| on_path(&["chromedriver"]))?,
    })
}

/// A path that somebody chose by hand wins over what is on PATH.
fn chosen(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.exists())
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| which::which(name).ok())
}
