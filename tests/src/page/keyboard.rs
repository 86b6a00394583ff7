//! What a user does without a mouse.

use anyhow::{Result, bail};
use serde::Deserialize;
use thirtyfour::prelude::*;

use super::Page;

/// What has the focus.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Focus {
    /// Its element's name in HTML.
    pub tag: String,
    /// Its name for the form, or its id.
    pub name: String,
    /// What it is called.
    pub label: String,
}

/// Once around the page, and more.
const MOST_TABS: usize = 120;

impl Page {
    /// Presses a key, or types a text, into whatever has the focus.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn press(&self, keys: impl Into<thirtyfour::TypingData>) -> Result<()> {
        Ok(self.driver().action_chain().send_keys(keys).perform().await?)
    }

    /// Presses a key while another is held down.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn press_with(&self, held: Key, key: impl Into<char>) -> Result<()> {
        let key = key.into();
        let keys = self.driver().action_chain().key_down(held.clone()).key_down(key).key_up(key).key_up(held);
        Ok(keys.perform().await?)
    }

    /// What has the focus.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn focus(&self) -> Result<Focus> {
        let script = "const it = document.activeElement;
            return { tag: it.localName, name: it.name || it.id || '',
                label: it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent.trim() }";
        self.ask(script).await
    }

    /// Whether the focused element is this.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn is_focused(&self, selector: &str) -> Result<bool> {
        self.ask_about("return document.activeElement.matches(arguments[0])", vec![selector.into()]).await
    }

    /// Presses Tab until this has the focus; Shift+Tab where it lies before what has it, as a person would.
    ///
    /// # Errors
    /// When it can't be reached.
    pub async fn tab_to(&self, selector: &str) -> Result<()> {
        let way = "const here = document.activeElement, there = document.querySelector(arguments[0]);
            if (here.matches(arguments[0])) { return 'here'; }
            const before = there && here !== document.body && here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING;
            return before ? 'before' : 'after'";
        for _ in 0..MOST_TABS {
            match self.ask_about::<String>(way, vec![selector.into()]).await?.as_str() {
                "here" => return Ok(()),
                "before" => self.press_with(Key::Shift, Key::Tab).await?,
                _ => self.press(Key::Tab).await?,
            }
        }
        bail!("Tab does not lead to {selector}")
    }

    /// All that Tab leads to from the top of the page, in order.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn tab_order(&self) -> Result<Vec<Focus>> {
        let mut order = Vec::new();
        for _ in 0..MOST_TABS {
            self.press(Key::Tab).await?;
            let focus = self.focus().await?;
            if focus.tag == "body" || order.first() == Some(&focus) {
                break;
            }
            order.push(focus);
        }
        Ok(order)
    }

    /// How far the page is scrolled down.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn scrolled(&self) -> Result<f64> {
        self.ask("return scrollY").await
    }
}
