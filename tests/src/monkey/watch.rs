//! What is looked at after each step.

use anyhow::{Result, bail, ensure};
use serde::Deserialize;

use super::{Monkey, Place};
use crate::eventually::eventually;
use crate::page::Page;

/// Keeps what goes wrong in a page, and counts listeners. It is run before the page's own scripts.
pub const WATCH: &str = "{
    window.watched = { page: performance.timeOrigin, trouble: [], listeners: 0 };
    // Of a page that is being left, what it still does may go wrong.
    let isLeft = false;
    addEventListener('beforeunload', () => { isLeft = true; });
    addEventListener('pageshow', () => { isLeft = false; });
    const told = (what) => {
        if (!isLeft && watched.trouble.length < 5) { watched.trouble.push(String(what).slice(0, 500)); }
    };
    addEventListener('error', (event) => {
        // Chromium says so when a size changes while sizes are told; what changed is told with the next frame.
        if (event.message && !/^ResizeObserver loop/.test(event.message)) { told(event.message); }
    });
    addEventListener('unhandledrejection', (event) => told(event.reason?.stack ?? event.reason));
    const error = console.error;
    console.error = (...all) => { told(all.join(' ')); error.apply(console, all); };
    for (const [name, by] of [['addEventListener', 1], ['removeEventListener', -1]]) {
        const own = EventTarget.prototype[name];
        EventTarget.prototype[name] = function (...all) {
            watched.listeners += by;
            return own.apply(this ?? window, all);
        };
    }
}";

/// How large the page is.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Size {
    /// When it was loaded: sizes of one page can be compared.
    pub page: f64,
    /// Elements in the document.
    pub nodes: u32,
    /// Listeners that were added since it was loaded, less those that were taken away.
    pub listeners: i32,
    /// The program's memory, in bytes.
    pub memory: f64,
}

/// How large the page is now.
pub async fn size(page: &Page) -> Result<Size> {
    let script =
        "return { page: watched.page, nodes: document.querySelectorAll('*').length, listeners: watched.listeners,
        memory: program.memory.buffer.byteLength }";
    page.ask(script).await
}

impl Monkey<'_> {
    /// Waits until the page is loaded and the lab runs.
    pub(super) async fn answers(&self) -> Result<()> {
        let runs = "return document.readyState === 'complete' && !!window.watched && !!document.querySelector('.cards .card, #broken:not([hidden])')
            && !document.querySelector('#lab[inert]:not(#broken:not([hidden]) ~ *)')";
        let answers = async || {
            match self.page.ask(runs).await {
                Ok(there) => Ok(there),
                // It is on its way elsewhere; and a frame that was loaded anew is another.
                Err(_) => {
                    self.enter_again().await?;
                    Ok(false)
                }
            }
        };
        eventually("the lab answers", answers).await
    }

    /// A frame that was loaded anew is another to the driver.
    pub(super) async fn enter_again(&self) -> Result<()> {
        if self.place == Place::Page {
            return Ok(());
        }
        self.page.leave_frame().await?;
        self.page.enter_frame().await
    }

    /// Waits until what the open tab needs is loaded.
    pub(super) async fn panels_are_there(&self) -> Result<()> {
        let there = "return [...document.querySelectorAll('[role=tabpanel]')].every((panel) => !panel.checkVisibility()
            || panel.id === 'panel-race' || panel.children.length > 0 && !panel.querySelector('.later[aria-busy]'))";
        eventually("the panel is there", async || self.page.ask(there).await).await
    }

    /// Nothing has gone wrong since it was last asked.
    pub(super) async fn is_well(&self) -> Result<()> {
        self.answers().await?;
        let state = "const panel = document.getElementById('broken');
            return [panel.checkVisibility() ? [panel.innerText] : [], watched.trouble.splice(0)]";
        let [broken, trouble]: [Vec<String>; 2] = match self.page.ask(state).await {
            Ok(state) => state,
            // It was loaded anew at this moment, as by another language.
            Err(_) => {
                self.answers().await?;
                self.page.ask(state).await?
            }
        };
        if let Some(panel) = broken.first() {
            bail!("the lab broke: {panel}");
        }
        ensure!(trouble.is_empty(), "errors in the page: {trouble:?}");
        Ok(())
    }
}
