//! A browser without a screen. Tests take one in turn, and each gets a tab of its own.

mod chromium;
mod firefox;
mod webkit;

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use anyhow::Result;
use serde_json::{Value, json};
use thirtyfour::extensions::query::ElementPollerWithTimeout;
use thirtyfour::prelude::*;

use crate::driver::Driver;
use crate::engine::Engine;
use crate::eventually::{BETWEEN, PATIENCE, eventually};
use crate::needs::Needs;

/// What the person at the system's settings prefers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// `light` or `dark`.
    pub scheme: String,
    /// `reduce` or `no-preference`.
    pub motion: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { scheme: "light".to_owned(), motion: "no-preference".to_owned() }
    }
}

/// A browser of one of the engines.
pub struct Browser {
    engine: Engine,
    needs: Arc<Needs>,
    /// One may have to be started anew in the middle of a test: WebKit takes its preferences when it starts.
    running: RefCell<Running>,
}

/// A browser's process, and what goes with it.
struct Running {
    session: WebDriver,
    driver: Driver,
    /// How much wider and higher the window is than the page in it, in pixels, where tabs get their size from it.
    frame: (u32, u32),
    /// What it was started with.
    preferences: Preferences,
    /// Gone with the browser.
    _kept: Vec<Box<dyn Any + Send>>,
}

impl Browser {
    /// Starts one of the engine that the tests are for.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(needs: &Arc<Needs>) -> Result<Self> {
        let running = launched(needs, &Preferences::default()).await?;
        Ok(Self { engine: needs.engine, needs: needs.clone(), running: RefCell::new(running) })
    }

    /// Its engine.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// What drives the tab that is open.
    pub fn session(&self) -> WebDriver {
        self.running.borrow().session.clone()
    }

    /// Opens a tab as a new visitor has it, and closes the one before. What a site kept stays out of it because no two tests have
    /// a site at the same port.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn fresh_tab(&self) -> Result<()> {
        if self.engine == Engine::WebKit {
            // In its tabs but the first nothing is drawn, and a new one is there as fast.
            return self.restart(&Preferences::default()).await;
        }
        let session = self.session();
        let tab = session.new_tab().await?;
        session.close_window().await?;
        session.switch_to_window(tab).await?;
        if self.engine == Engine::Chromium {
            chromium::forget_logs(&session).await?;
        }
        self.prefer(&Preferences::default()).await
    }

    /// Goes to an address.
    ///
    /// # Errors
    /// When the browser can't go there.
    pub async fn visit(&self, address: &str) -> Result<()> {
        self.load(async |session| session.goto(address).await).await
    }

    /// Loads the page again.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn reload(&self) -> Result<()> {
        self.load(async |session| session.refresh().await).await
    }

    async fn load(&self, go: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<()>) -> Result<()> {
        let session = self.session();
        match self.engine {
            Engine::WebKit => webkit::load(&session, go).await,
            Engine::Chromium | Engine::Firefox => Ok(go(&session).await?),
        }
    }

    /// Presses Back.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn back(&self) -> Result<()> {
        self.travel("history.back()", async |session| session.back().await).await
    }

    /// Presses Forward.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn forward(&self) -> Result<()> {
        self.travel("history.forward()", async |session| session.forward().await).await
    }

    /// WebKit's own commands pass over entries that a script has made, if nobody has touched the page before.
    async fn travel(&self, script: &str, go: impl AsyncFnOnce(&WebDriver) -> WebDriverResult<()>) -> Result<()> {
        let session = self.session();
        match self.engine {
            Engine::WebKit => {
                session.execute(script, vec![]).await?;
            }
            Engine::Chromium | Engine::Firefox => go(&session).await?,
        }
        Ok(())
    }

    /// Gives the tab another size in CSS pixels.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let session = self.session();
        match self.engine {
            Engine::Chromium => return chromium::resize(&session, width, height).await,
            Engine::Firefox => firefox::resize(&session, width, height).await?,
            Engine::WebKit => {
                let frame = self.running.borrow().frame;
                session.set_window_rect(0, 0, width + frame.0, height + frame.1).await?;
            }
        }
        // Seen from within a frame, the tab's size is nobody's business.
        let there = "return window !== top || innerWidth === arguments[0] && innerHeight === arguments[1]";
        let there = async || Ok(session.execute(there, vec![json!(width), json!(height)]).await?.convert()?);
        eventually(&format!("the tab is {width} by {height}"), there).await
    }

    /// The system prefers this from now on. WebKit has to be started anew for it, at the same address.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn prefer(&self, preferences: &Preferences) -> Result<()> {
        match self.engine {
            Engine::Chromium => chromium::prefer(&self.session(), preferences).await,
            Engine::Firefox => firefox::prefer(&self.session(), preferences).await,
            Engine::WebKit if self.running.borrow().preferences == *preferences => Ok(()),
            Engine::WebKit => {
                let session = self.session();
                let address = session.current_url().await?;
                let size: [u32; 2] = session.execute("return [innerWidth, innerHeight]", vec![]).await?.convert()?;
                self.restart(preferences).await?;
                self.resize(size[0], size[1]).await?;
                if address.scheme() == "about" { Ok(()) } else { self.visit(address.as_str()).await }
            }
        }
    }

    /// The page is shown as on paper.
    ///
    /// # Errors
    /// When the browser does not answer, or can't do this.
    pub async fn print(&self) -> Result<()> {
        match self.engine {
            Engine::Chromium => chromium::print(&self.session()).await,
            Engine::Firefox => firefox::print(&self.session()).await,
            Engine::WebKit => Self::cant("show a page as on paper"),
        }
    }

    /// Switches the page's scripts off, in pages that are opened from now on.
    ///
    /// # Errors
    /// When the browser does not answer, or can't do this.
    pub async fn without_javascript(&self) -> Result<()> {
        match self.engine {
            Engine::Chromium => chromium::without_javascript(&self.session()).await,
            Engine::Firefox => firefox::without_javascript(&self.session()).await,
            Engine::WebKit => Self::cant("switch scripts off"),
        }
    }

    /// Does what Chromium alone has a command for; its answer.
    ///
    /// # Errors
    /// When the browser does not answer, or is another.
    pub async fn devtools(&self, method: &str, parameters: Value) -> Result<Value> {
        match self.engine {
            Engine::Chromium => chromium::devtools(&self.session(), method, parameters).await,
            Engine::Firefox | Engine::WebKit => Self::cant(method),
        }
    }

    /// Errors that were logged since this was last asked, and addresses that were sent requests; none from an engine that keeps no
    /// log of them: there [`crate::insert`] watches.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn log(&self) -> Result<Log> {
        match self.engine {
            Engine::Chromium => chromium::log(&self.session()).await,
            Engine::Firefox | Engine::WebKit => Ok(Log::default()),
        }
    }

    /// Ends it.
    pub async fn quit(self) {
        let session = self.session();
        // A browser that does not hear of it may stay behind: nobody waits for it.
        let _ = session.quit().await;
        self.running.into_inner().driver.stop().await;
    }

    async fn restart(&self, preferences: &Preferences) -> Result<()> {
        // The one before ends with its driver.
        let _ = self.session().quit().await;
        let fresh = launched(&self.needs, preferences).await?;
        self.running.replace(fresh);
        Ok(())
    }

    fn cant<T>(what: &str) -> Result<T> {
        anyhow::bail!("no command of this engine's driver is for this, so the test belongs in differences.rs: {what}")
    }
}

/// Starts a browser, for a user with these preferences if the engine takes them at its start. Now and then one hangs while it
/// starts, which is nothing that is tested: then it is started once more.
async fn launched(needs: &Needs, preferences: &Preferences) -> Result<Running> {
    let launch = async || match needs.engine {
        Engine::Chromium => chromium::start(needs).await,
        Engine::Firefox => firefox::start(needs).await,
        Engine::WebKit => webkit::start(needs, preferences).await,
    };
    match launch().await {
        Err(error) => {
            eprintln!("{} did not start, and is started once more: {error:#}", needs.engine);
            launch().await
        }
        running => running,
    }
}

/// Opens a session with the wishes. Elements that are waited for are looked for as often as anything else is.
async fn session(driver: &Driver, wanted: impl Into<Capabilities>) -> Result<WebDriver> {
    let poller = Arc::new(ElementPollerWithTimeout::new(PATIENCE, BETWEEN));
    Ok(WebDriver::builder(driver.address(), wanted).poller(poller).await?)
}

/// What a browser wrote down.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Errors, as a developer would see them.
    pub errors: Vec<String>,
    /// Addresses that were asked for something.
    pub requests: Vec<String>,
}
