//! A headless Chromium.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use thirtyfour::prelude::*;
use thirtyfour::{CapabilitiesHelper, ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};

use super::{Log, Preferences, Running, session};
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

/// Starts one.
pub async fn start(needs: &Needs) -> Result<Running> {
    let driver = Driver::start(&needs.driver, &[], &[]).await?;
    let profile = tempfile::Builder::new().prefix("lab-tests").tempdir()?;
    let mut wanted = ChromeCapabilities::new();
    wanted.set_binary(&needs.browser.to_string_lossy())?;
    for flag in FLAGS {
        wanted.add_arg(flag)?;
    }
    wanted.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
    // A page whose program is held back is there all the same.
    wanted.set("pageLoadStrategy", json!("eager"))?;
    wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    // Every request that the page makes, to any host.
    wanted.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    let session = session(&driver, wanted).await?;
    let (frame, preferences) = ((0, 0), Preferences::default());
    Ok(Running { session, driver, frame, preferences, _kept: vec![Box::new(profile)] })
}

/// What tabs before this one did is of no interest.
pub async fn forget_logs(session: &WebDriver) -> Result<()> {
    session.browser_log().await?;
    session.get_log("performance").await?;
    Ok(())
}

pub async fn resize(session: &WebDriver, width: u32, height: u32) -> Result<()> {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    devtools(session, "Emulation.setDeviceMetricsOverride", size).await?;
    Ok(())
}

pub async fn prefer(session: &WebDriver, preferences: &Preferences) -> Result<()> {
    let features = json!([
        { "name": "prefers-color-scheme", "value": preferences.scheme },
        { "name": "prefers-reduced-motion", "value": preferences.motion },
    ]);
    devtools(session, "Emulation.setEmulatedMedia", json!({ "features": features })).await?;
    Ok(())
}

pub async fn print(session: &WebDriver) -> Result<()> {
    devtools(session, "Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
    Ok(())
}

pub async fn without_javascript(session: &WebDriver) -> Result<()> {
    devtools(session, "Emulation.setScriptExecutionDisabled", json!({ "value": true })).await?;
    Ok(())
}

pub async fn log(session: &WebDriver) -> Result<Log> {
    let errors = session.browser_log().await?.into_iter().filter(|entry| entry.level == "SEVERE");
    let entries = session.get_log("performance").await?;
    let messages = entries.iter().filter_map(|entry| serde_json::from_str::<Value>(&entry.message).ok());
    let requests = messages.filter_map(|message| {
        let message = message.get("message")?;
        let sent = message.get("method")? == "Network.requestWillBeSent";
        let url = message.pointer("/params/request/url")?.as_str()?;
        sent.then(|| url.to_owned())
    });
    Ok(Log { errors: errors.map(|entry| entry.message).collect(), requests: requests.collect() })
}

pub async fn devtools(session: &WebDriver, method: &str, parameters: Value) -> Result<Value> {
    session.cdp().send_raw(method, parameters).await.with_context(|| method.to_owned())
}
