//! A headless Chromium. Tests take one in turn, and each gets a tab of its own.

use anyhow::Result;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{CapabilitiesHelper, ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};

use crate::driver::Driver;
use crate::needs::Needs;

/// What a container without a display or a sandbox needs, and nothing that asks other hosts on the browser's own account.
const FLAGS: [&str; 14] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    // A page that still scrolls moves away under the mouse.
    "--disable-smooth-scrolling",
    "--force-color-profile=srgb",
    "--window-size=1280,800",
    // Lets the benchmark collect garbage before it weighs what is left.
    "--js-flags=--expose-gc",
];

/// A browser.
pub struct Browser {
    driver: WebDriver,
    // Gone with the browser.
    _profile: TempDir,
}

impl Browser {
    /// Starts one.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(needs: &Needs, driver: &Driver) -> Result<Self> {
        let profile = tempfile::Builder::new().prefix("lab-tests").tempdir()?;
        let mut wanted = ChromeCapabilities::new();
        wanted.set_binary(&needs.chromium.to_string_lossy())?;
        for flag in FLAGS {
            wanted.add_arg(flag)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        // A page whose program is held back is there all the same.
        wanted.set("pageLoadStrategy", json!("eager"))?;
        wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        // Every request that the page makes, to any host.
        wanted.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        let driver = WebDriver::new(driver.address(), wanted).await?;
        Ok(Self { driver, _profile: profile })
    }

    /// Opens a tab as a new visitor has it, closes the one before, and answers the driver for it.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn fresh_tab(&self, site: &str) -> Result<WebDriver> {
        let tab = self.driver.new_tab().await?;
        self.driver.close_window().await?;
        self.driver.switch_to_window(tab).await?;
        let kept = json!({ "origin": origin(site), "storageTypes": "all" });
        self.driver.cdp().send_raw("Storage.clearDataForOrigin", kept).await?;
        self.driver.browser_log().await?;
        self.driver.get_log("performance").await?;
        Ok(self.driver.clone())
    }

    /// Ends it.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn quit(self) -> Result<()> {
        Ok(self.driver.quit().await?)
    }
}

/// The hosts other than these sites' that the tab has sent requests to since this was last asked.
///
/// # Errors
/// When the browser does not answer.
pub async fn requests_elsewhere(driver: &WebDriver, sites: &[String]) -> Result<Vec<String>> {
    let here: Vec<_> = sites.iter().map(|site| origin(site)).collect();
    let entries = driver.get_log("performance").await?;
    let messages = entries.iter().filter_map(|entry| serde_json::from_str::<Value>(&entry.message).ok());
    let urls = messages.filter_map(|message| {
        let message = message.get("message")?;
        let sent = message.get("method")? == "Network.requestWillBeSent";
        let url = message.pointer("/params/request/url")?.as_str()?;
        sent.then(|| url.to_owned())
    });
    let local = |url: &String| {
        ["data:", "blob:", "about:"].iter().any(|kind| url.starts_with(kind)) || here.contains(&origin(url))
    };
    Ok(urls.filter(|url| !local(url)).collect())
}

/// Scheme, host and port.
fn origin(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}
