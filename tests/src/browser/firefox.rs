//! A headless Firefox. What WebDriver has no command for is done by scripts with the browser's own rights.

use anyhow::Result;
use axum::http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::prelude::*;
use thirtyfour::{FirefoxCapabilities, RequestData, SessionId};

use super::{Preferences, Running, session};
use crate::driver::Driver;
use crate::needs::Needs;

/// Higher than any tab of which a test takes a picture, so that all of it is drawn.
const WINDOW: [(&str, &str); 2] = [("MOZ_HEADLESS_WIDTH", "1700"), ("MOZ_HEADLESS_HEIGHT", "1500")];

/// Starts one.
pub async fn start(needs: &Needs) -> Result<Running> {
    // The port that a second protocol would listen on: two at a time must not want the same.
    let arguments = ["--allow-system-access", "--websocket-port=0"];
    let driver = Driver::start(&needs.driver, &arguments, &WINDOW).await?;
    let mut wanted = FirefoxCapabilities::new();
    let wishes = json!({
        // A page that still scrolls moves away under the mouse.
        "general.smoothScroll": false,
        // The clipboard may be read without a question.
        "dom.events.testing.asyncClipboard": true,
        "layout.css.devPixelsPerPx": "1.0",
    });
    let options = json!({ "binary": needs.browser.to_string_lossy(), "args": ["-headless"], "prefs": wishes });
    wanted.set("moz:firefoxOptions", options)?;
    wanted.set("pageLoadStrategy", json!("eager"))?;
    let session = session(&driver, wanted).await?;
    let (frame, preferences) = ((0, 0), Preferences::default());
    Ok(Running { session, driver, frame, preferences, _kept: Vec::new() })
}

pub async fn resize(session: &WebDriver, width: u32, height: u32) -> Result<()> {
    let script = "const style = gBrowser.selectedBrowser.style;
        for (const [name, pixels] of [['width', arguments[0]], ['height', arguments[1]]]) {
            for (const kind of ['', 'min-', 'max-']) { style.setProperty(kind + name, pixels + 'px'); }
        }";
    privileged(session, script, vec![json!(width), json!(height)]).await
}

pub async fn prefer(session: &WebDriver, preferences: &Preferences) -> Result<()> {
    // A tab's own overrides are gone with the first page that it keeps for Back.
    let script = "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0] === 'dark' ? 0 : 1);
        Services.prefs.setIntPref('ui.prefersReducedMotion', arguments[1] === 'reduce' ? 1 : 0)";
    privileged(session, script, vec![json!(preferences.scheme), json!(preferences.motion)]).await
}

pub async fn print(session: &WebDriver) -> Result<()> {
    privileged(session, "gBrowser.selectedBrowser.browsingContext.mediumOverride = 'print'", vec![]).await
}

pub async fn without_javascript(session: &WebDriver) -> Result<()> {
    privileged(session, "gBrowser.selectedBrowser.browsingContext.allowJavascript = false", vec![]).await
}

/// Runs a script with the rights of the browser's own.
async fn privileged(session: &WebDriver, script: &str, arguments: Vec<Value>) -> Result<()> {
    session.handle().cmd(Context("chrome")).await?;
    let done = session.execute(script, arguments).await;
    session.handle().cmd(Context("content")).await?;
    done?;
    Ok(())
}

/// geckodriver's command for whose scripts are run: the browser's (`chrome`) or the page's (`content`).
#[derive(Debug)]
struct Context(&'static str);

impl FormatRequestData for Context {
    fn format_request(&self, session: &SessionId) -> RequestData {
        RequestData::new(Method::POST, format!("/session/{session}/moz/context")).add_body(json!({ "context": self.0 }))
    }
}
