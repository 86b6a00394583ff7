//! Frames in the page.

use anyhow::Result;

use super::Page;

impl Page {
    /// From now on the page is what is in this frame of it.
    ///
    /// # Errors
    /// When there is no such frame.
    pub async fn enter(&self, frame: &str) -> Result<()> {
        Ok(self.find(frame).await?.enter_frame().await?)
    }

    /// From now on the page is the whole page again.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn leave(&self) -> Result<()> {
        Ok(self.driver.enter_default_frame().await?)
    }
}
