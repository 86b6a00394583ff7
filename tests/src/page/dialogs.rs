//! The dialogs.

use anyhow::Result;

use super::Page;
use crate::eventually::eventually;

impl Page {
    /// Opens a dialog by its button, and waits until it is loaded.
    ///
    /// # Errors
    /// When there is no such button in sight, or what is in the dialog does not arrive.
    pub async fn open_dialog(&self, dialog: &str) -> Result<()> {
        self.click(&format!("[data-opens={dialog}]")).await?;
        let loaded = format!("return !!document.querySelector('#{dialog}[open] .later:not(:empty, [aria-busy])')");
        eventually("what is in the dialog is there", async || self.ask(&loaded).await).await
    }

    /// The link that the page offers to share.
    ///
    /// # Errors
    /// When it offers none.
    pub async fn shared_link(&self) -> Result<String> {
        self.open_dialog("share").await?;
        self.ask("return document.querySelector('#share [name=link]').value").await
    }
}
