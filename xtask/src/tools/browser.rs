//! Browsers and their drivers, for what has to be seen in a real one.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;

use super::{apt, geckodriver};

/// What shows pages and runs their programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Engine {
    /// Chromium or Chrome.
    Chromium,
    /// Firefox.
    Firefox,
    /// WebKitGTK: the engine of Safari.
    WebKit,
}

/// A program, as tests are told of it.
pub type Found = (&'static str, PathBuf);

impl Engine {
    /// What `lab-tests` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// Finds the browser and its driver, or installs Debian's.
    ///
    /// # Errors
    /// When one can't be had.
    pub fn get(self) -> Result<Vec<Found>> {
        if let Some(found) = self.find() {
            return self.with_driver(found);
        }
        let packages: &[&str] = match self {
            // Without a font, a screenshot is full of boxes.
            Self::Chromium => &["chromium", "chromium-driver", "fonts-liberation"],
            Self::Firefox => &["firefox-esr", "fonts-liberation"],
            Self::WebKit => &["webkit2gtk-driver", "xvfb", "fonts-liberation"],
        };
        apt::install(packages).with_context(|| format!("{} or its driver is missing", self.name()))?;
        let found = self.find().with_context(|| format!("{} is still missing after installing it", self.name()))?;
        self.with_driver(found)
    }

    fn find(self) -> Option<Vec<Found>> {
        let programs: &[(&'static str, &[&str])] = match self {
            Self::Chromium => &[
                ("LAB_CHROMIUM", &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]),
                ("LAB_CHROMEDRIVER", &["chromedriver"]),
            ],
            Self::Firefox => &[("LAB_FIREFOX", &["firefox-esr", "firefox"])],
            Self::WebKit => &[("LAB_WEBKIT_DRIVER", &["WebKitWebDriver"]), ("LAB_XVFB", &["Xvfb"])],
        };
        programs
            .iter()
            .map(|(variable, names)| Some((*variable, chosen(variable).or_else(|| on_path(names))?)))
            .collect()
    }

    /// Debian has no driver for Firefox.
    fn with_driver(self, mut found: Vec<Found>) -> Result<Vec<Found>> {
        if self == Self::Firefox {
            const DRIVER: &str = "LAB_GECKODRIVER";
            let driver = chosen(DRIVER).or_else(|| on_path(&["geckodriver"]));
            found.push((DRIVER, driver.map_or_else(geckodriver::get, Ok)?));
        }
        Ok(found)
    }
}

/// A path that somebody chose by hand wins over what is on PATH. Where nothing is there, that is an error once it is started.
fn chosen(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| which::which(name).ok())
}
