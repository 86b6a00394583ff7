//! The page, in a user's words.

mod adapted;
mod crowded;
mod details;
mod dialogs;
mod distribution;
mod framed;
mod keyboard;
mod machine;
mod mouse;
mod policy;
mod settings;
mod shown;
mod sweep;
mod touch;
mod tree;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use limit_sim::scenario::Link;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thirtyfour::error::{WebDriverError, WebDriverErrorInner};
use thirtyfour::prelude::*;

pub use details::{AllOrders, Bar, Board, Code, CodeLine, Decision, Diagram, Message, Moment, Pick, Race};
pub use distribution::Distribution;
pub use keyboard::Focus;
pub use machine::Held;
pub use shown::{Card, Row, Shown, Slider, nanos, numbers, ungrouped};
pub use sweep::Swept;
pub use tree::Node;

use crate::browser::{Browser, Preferences};
use crate::engine::Engine;
use crate::eventually::{eventually, eventually_eq};
use crate::insert::Insert;
use crate::needs::Needs;
use crate::site::Site;
use crate::suite::none;

/// WebKit's driver clicks where an element was before the page scrolled to it.
const SCROLLS_AT_ONCE: &str = "{ const style = new CSSStyleSheet();
    style.replaceSync('html { scroll-behavior: auto !important; }');
    document.adoptedStyleSheets.push(style); }";

/// A visitor's tab.
pub struct Page {
    browser: Rc<Browser>,
    insert: Arc<Insert>,
    site: RefCell<String>,
    /// Sites that it may ask, too.
    others: RefCell<Vec<String>>,
    needs: Arc<Needs>,
    errors_expected: Cell<bool>,
    may_break: Cell<bool>,
}

impl Page {
    /// A fresh tab, with nothing open in it: 1280 by 800, light, with motion.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn new(browser: Rc<Browser>, site: &Site, needs: Arc<Needs>) -> Result<Self> {
        browser.fresh_tab().await?;
        let insert = Arc::new(Insert::default());
        if browser.engine() != Engine::Chromium {
            insert.watch();
        }
        if browser.engine() == Engine::WebKit {
            insert.add(SCROLLS_AT_ONCE);
        }
        site.inserts(&insert);
        let (site, others) = (RefCell::new(site.address().to_owned()), RefCell::default());
        let (errors_expected, may_break) = (Cell::new(false), Cell::new(false));
        let page = Self { browser, insert, site, others, needs, errors_expected, may_break };
        page.resize(1280, 800).await?;
        Ok(page)
    }

    /// Which engine it is in.
    pub fn engine(&self) -> Engine {
        self.browser.engine()
    }

    fn driver(&self) -> WebDriver {
        self.browser.session()
    }

    /// The lab is at another site from now on.
    pub fn move_to(&self, site: &Site) {
        site.inserts(&self.insert);
        self.site.replace(site.address().to_owned());
    }

    /// The lab is at this address from now on, without a query.
    pub fn is_at(&self, address: &str) {
        self.site.replace(address.to_owned());
    }

    /// Opens the lab at a query, and waits until it runs.
    ///
    /// # Errors
    /// When it does not come to run.
    pub async fn open(&self, query: &str) -> Result<()> {
        self.visit(&self.address_of(query)).await?;
        self.runs().await
    }

    /// Goes to a query as Back and Forward do: the lab takes it from the address, and the page is not loaded again.
    ///
    /// # Errors
    /// When the lab does not come to show it.
    pub async fn go_to(&self, query: &str) -> Result<()> {
        self.turns_to(query).await?;
        self.runs().await
    }

    /// The same without waiting.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn turns_to(&self, query: &str) -> Result<()> {
        let there = "history.pushState(null, '', '?' + arguments[0]); dispatchEvent(new PopStateEvent('popstate'))";
        self.ask_about(there, vec![json!(query)]).await
    }

    /// Goes to an address, whatever is there.
    ///
    /// # Errors
    /// When the browser can't go there.
    pub async fn visit(&self, address: &str) -> Result<()> {
        self.browser.visit(address).await
    }

    /// Waits until the lab runs, and the panel of the tab that is on is there.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn runs(&self) -> Result<()> {
        self.first_view_is_there().await?;
        self.panel_is_there().await
    }

    /// Waits until the lab runs, without a look at what lies below the first view.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn first_view_is_there(&self) -> Result<()> {
        let drawn = "return !!document.querySelector('.cards .card')
            && document.querySelector('.stage canvas')?.width > 0 && !!document.querySelector('.stage svg text')";
        // A frame that is just being loaded answers with nothing.
        eventually("the lab runs", async || Ok(self.ask::<Option<bool>>(drawn).await? == Some(true))).await
    }

    /// Waits until the panel of the tab that is on is there: they are loaded when one of them is wanted first. If that takes
    /// a look at it, scrolls there and back.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn panel_is_there(&self) -> Result<()> {
        let look = "const panel = document.querySelector('#panel-race'), from = scrollY;
            if (!panel.checkVisibility() || panel.children.length > 0) { return null; }
            panel.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            return from";
        let from: Option<f64> = self.ask(look).await?;
        let there = "return [...document.querySelectorAll('[role=tabpanel]')]
            .every((panel) => !panel.checkVisibility() || panel.children.length > 0 && panel.ariaBusy !== 'true')";
        eventually("the panel is there", async || self.ask(there).await).await?;
        if let Some(from) = from {
            self.ask_about::<()>("scrollTo({ top: arguments[0], behavior: 'instant' })", vec![json!(from)]).await?;
        }
        Ok(())
    }

    /// The address of the lab at a query.
    pub fn address_of(&self, query: &str) -> String {
        format!("{}?{query}", self.site.borrow())
    }

    /// The address that the browser shows.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn address(&self) -> Result<String> {
        self.ask("return location.href").await
    }

    /// The link that the address is.
    ///
    /// # Errors
    /// When the browser does not answer, or there is something wrong with the link.
    pub async fn link(&self) -> Result<Link> {
        let query: String = self.ask("return location.search").await?;
        let (link, problems) = Link::read(&query);
        ensure!(problems.is_empty(), "{query}: {problems:?}");
        Ok(link)
    }

    /// How many entries the tab's history has.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn history(&self) -> Result<u32> {
        self.ask("return history.length").await
    }

    /// Presses the browser's Back.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn back(&self) -> Result<()> {
        self.browser.back().await
    }

    /// Presses the browser's Forward.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn forward(&self) -> Result<()> {
        self.browser.forward().await
    }

    /// Reloads the page and waits until the lab runs.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn reload(&self) -> Result<()> {
        self.browser.reload().await?;
        self.runs().await
    }

    /// Gives the tab another size in CSS pixels.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        self.browser.resize(width, height).await
    }

    /// The system prefers this colour scheme (`light`, `dark`) and this much motion (`reduce`, `no-preference`).
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn prefer(&self, scheme: &str, motion: &str) -> Result<()> {
        self.browser.prefer(&Preferences { scheme: scheme.to_owned(), motion: motion.to_owned() }).await?;
        // WebKit has loaded it anew.
        if self.engine() == Engine::WebKit && self.ask("return !!document.getElementById('lab')").await? {
            self.first_view_is_there().await?;
        }
        Ok(())
    }

    /// The page is shown as on paper.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn print(&self) -> Result<()> {
        self.browser.print().await
    }

    /// Runs a script before any of the page's own, in pages of the test's sites that are opened from now on.
    pub fn before_each_page(&self, script: &str) {
        self.insert.add(script);
    }

    /// Keeps what is saved from being written anywhere, in pages that are opened from now on.
    pub fn saves_nothing(&self) {
        self.before_each_page(
            "addEventListener('click', (event) => { if (event.target.closest('a[download]')) event.preventDefault(); }, true);",
        );
    }

    /// Switches the page's scripts off, in pages that are opened from now on.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn without_javascript(&self) -> Result<()> {
        self.browser.without_javascript().await
    }

    /// What Chromium alone has a command for; tests that use it are in `differences.rs`.
    async fn devtools(&self, method: &str, parameters: Value) -> Result<Value> {
        self.browser.devtools(method, parameters).await
    }

    /// Runs a script in the page; what it returns.
    ///
    /// # Errors
    /// When the script fails, or returns something else.
    pub async fn ask<T: DeserializeOwned>(&self, script: &str) -> Result<T> {
        self.ask_about(script, vec![]).await
    }

    /// The same, with arguments.
    ///
    /// # Errors
    /// When the script fails, or returns something else.
    pub async fn ask_about<T: DeserializeOwned>(&self, script: &str, arguments: Vec<Value>) -> Result<T> {
        let answer = self.driver().execute(script, arguments).await?;
        answer.convert().with_context(|| format!("what this returned: {script}"))
    }

    /// The same for a script that calls back with its answer (its last argument) when it has one.
    ///
    /// # Errors
    /// When the script fails, or answers something else.
    pub async fn ask_and_wait<T: DeserializeOwned>(&self, script: &str, arguments: Vec<Value>) -> Result<T> {
        self.driver().set_script_timeout(Duration::from_secs(60)).await?;
        Ok(self.driver().execute_async(script, arguments).await?.convert()?)
    }

    /// Waits until the page has been drawn so many times.
    ///
    /// # Errors
    /// When it is not.
    pub async fn draws(&self, times: u32) -> Result<()> {
        let script = "let [left, done] = arguments;
            const next = () => (left-- ? requestAnimationFrame(next) : done(null)); next();";
        self.ask_and_wait::<Option<()>>(script, vec![json!(times)]).await?;
        Ok(())
    }

    /// The first element that a selector finds, waiting for it.
    ///
    /// # Errors
    /// When there is none.
    pub async fn find(&self, selector: &str) -> Result<WebElement> {
        Ok(self.driver().query(By::Css(selector)).first().await?)
    }

    /// The button with this label or text.
    ///
    /// # Errors
    /// When there is none in sight.
    pub async fn button(&self, label: &str) -> Result<WebElement> {
        let path = format!("//button[@aria-label='{label}' or normalize-space()='{label}']");
        Ok(self.driver().query(By::XPath(path)).and_displayed().first().await?)
    }

    /// An element's text as it is in the page; empty if there is no such element.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let script = "return document.querySelector(arguments[0])?.textContent.trim() ?? ''";
        self.ask_about(script, vec![selector.into()]).await
    }

    /// Waits until an element's text is this.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn text_becomes(&self, selector: &str, text: &str) -> Result<()> {
        eventually_eq(&format!("the text of {selector}"), text.to_owned(), async || self.text(selector).await).await
    }

    /// axe-core's script.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn axe(&self) -> Result<String> {
        Ok(std::fs::read_to_string(&self.needs.axe)?)
    }

    /// The folder of the built site.
    pub fn dist(&self) -> PathBuf {
        self.needs.dist.clone()
    }

    /// Where all that the tests need lies.
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// Keeps a picture of what is in the window, for a person to look at.
    ///
    /// # Errors
    /// When there is no picture, or no place for it.
    pub async fn picture(&self, name: &str) -> Result<PathBuf> {
        let file = self.needs.shots.join(format!("{name}.png"));
        std::fs::create_dir_all(file.parent().context("a folder for pictures")?)?;
        self.driver().screenshot(&file).await?;
        Ok(file)
    }

    /// Errors in the console are what the test is about.
    pub fn expects_errors(&self) {
        self.errors_expected.set(true);
    }

    /// The end of the lab's program is what the test is about.
    pub fn may_break(&self) {
        self.expects_errors();
        self.may_break.set(true);
    }

    /// Whether there is no tab any more, or one that runs scripts and is not drawn: what a page does can't bring either about. (A script
    /// without an end keeps the answer waiting, and is none of this.)
    pub async fn has_stopped(&self) -> bool {
        const DRAWN: &str =
            "const done = arguments[0]; setTimeout(() => done(false), 5000); requestAnimationFrame(() => done(true))";
        if self.leave_frame().await.is_err() {
            return true;
        }
        let keeps_waiting = |error: anyhow::Error| {
            let error = error.downcast::<WebDriverError>();
            error.is_ok_and(|error| matches!(error.as_inner(), WebDriverErrorInner::ScriptTimeout(_)))
        };
        !self.ask_and_wait(DRAWN, vec![]).await.unwrap_or_else(keeps_waiting)
    }

    /// Nothing went wrong that no step looks at: no panic, no error in the console, no request to another host.
    ///
    /// # Errors
    /// When something did.
    pub async fn had_no_trouble(&self) -> Result<()> {
        let (log, seen) = (self.browser.log().await?, self.insert.seen());
        let mut here: Vec<_> = self.others.borrow().iter().map(|site| origin(site)).collect();
        here.push(origin(&self.site.borrow()));
        let local = |address: &String| {
            ["data:", "blob:", "about:"].iter().any(|kind| address.starts_with(kind)) || here.contains(&origin(address))
        };
        let requests = log.requests.into_iter().chain(seen.requests).filter(|address| !local(address));
        none("requests to other hosts", &requests.collect::<Vec<_>>())?;
        let expected = self.errors_expected.get();
        if !expected {
            none("errors in the console", &[log.errors, seen.errors].concat())?;
        }
        let broken = self.ask("return !!document.getElementById('broken')?.checkVisibility()").await;
        // A test that expects errors may have left a page that runs no scripts.
        let broken: bool = broken.or_else(|error| if expected { Ok(false) } else { Err(error) })?;
        ensure!(!broken || self.may_break.get(), "the page says that something broke");
        Ok(())
    }

    /// Where the page was when a test failed, with a picture and the console.
    pub async fn describe_failure(&self, test: &str) -> String {
        let address = self.address().await.unwrap_or_else(|_| "no page".to_owned());
        let picture = self.picture(&format!("failed/{}", test.rsplit("::").next().unwrap_or(test))).await;
        let picture = picture.map_or_else(|_| "none".to_owned(), |file| file.display().to_string());
        let log = self.browser.log().await.unwrap_or_default();
        format!("at {address}\npicture: {picture}\nconsole: {:?}", [log.errors, self.insert.seen().errors].concat())
    }
}

/// Scheme, host and port.
fn origin(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}
