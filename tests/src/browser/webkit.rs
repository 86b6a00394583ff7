//! WebKitGTK's small browser, on a display of its own that nobody sees.

use std::any::Any;
use std::process::Stdio;

use anyhow::{Context, Result};
use serde_json::json;
use tempfile::TempDir;
use thirtyfour::prelude::*;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::{Preferences, Running, session};
use crate::driver::Driver;
use crate::eventually::eventually;
use crate::needs::Needs;

/// Its toolbar would keep the window from being as narrow as a phone.
const SMALL_TOOLBAR: &str =
    "* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 1px; }";

/// Starts one, for a user with these preferences.
pub async fn start(needs: &Needs, preferences: &Preferences) -> Result<Running> {
    let (display, number) = display().await?;
    let settings = settings(preferences)?;
    let folder = settings.path().display().to_string();
    let theme = if preferences.scheme == "dark" { "Adwaita:dark" } else { "Adwaita" };
    let environment = [
        ("DISPLAY", number.as_str()),
        ("XDG_CONFIG_HOME", &folder),
        ("GTK_THEME", theme),
        // Where there is no GPU its compositor takes as long as all else.
        ("WEBKIT_DISABLE_COMPOSITING_MODE", "1"),
        // In a container there may be no user to switch to.
        ("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1"),
    ];
    let driver = Driver::start(&needs.driver, &[], &environment).await?;
    let mut wanted = Capabilities::new();
    // The driver would wait before each command for something that may be over: `load` waits instead.
    wanted.set("pageLoadStrategy", json!("none"))?;
    let session = session(&driver, wanted).await?;
    let script = "return [outerWidth - innerWidth, outerHeight - innerHeight, innerWidth]";
    let mut frame = (0, 0);
    eventually("the window is laid out", async || {
        let (across, down, width): (i32, i32, i32) = session.execute(script, vec![]).await?.convert()?;
        let is_there = across >= 0 && down >= 0 && width > 0;
        frame = (across.try_into().unwrap_or(0), down.try_into().unwrap_or(0));
        Ok(is_there)
    })
    .await?;
    let _kept: Vec<Box<dyn Any + Send>> = vec![Box::new(display), Box::new(settings)];
    Ok(Running { session, driver, frame, preferences: preferences.clone(), _kept })
}

/// Does what loads a document, and waits until all of its text is there.
///
/// # Errors
/// When it does not come.
pub async fn load(session: &WebDriver, go: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<()>) -> Result<()> {
    session.execute("window.isBeingLeft = true", vec![]).await?;
    go(session).await?;
    let there = "return !window.isBeingLeft && document.readyState !== 'loading'";
    // Between two documents there is nobody to ask.
    let is_there = async || Ok(session.execute(there, vec![]).await.is_ok_and(|said| said.json() == true));
    eventually("another page is there", is_there).await
}

/// Starts a display, and answers its name.
async fn display() -> Result<(Child, String)> {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", "1700x1500x24", "-nolisten", "tcp"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut display = command.kill_on_drop(true).spawn().context("Xvfb does not start")?;
    let said = display.stdout.take().context("Xvfb has no output")?;
    let number = BufReader::new(said).lines().next_line().await?.context("Xvfb has no display")?;
    Ok((display, format!(":{number}")))
}

fn settings(preferences: &Preferences) -> Result<TempDir> {
    let settings = tempfile::Builder::new().prefix("lab-tests").tempdir()?;
    let folder = settings.path().join("gtk-3.0");
    std::fs::create_dir(&folder)?;
    let animations = u8::from(preferences.motion != "reduce");
    std::fs::write(folder.join("settings.ini"), format!("[Settings]\ngtk-enable-animations={animations}\n"))?;
    std::fs::write(folder.join("gtk.css"), SMALL_TOOLBAR)?;
    Ok(settings)
}
