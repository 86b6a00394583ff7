//! What a user's system asks of all pages. (By Chromium's devtools.)

use anyhow::Result;
use serde_json::json;

use super::Page;

impl Page {
    /// The system sets all colours, on a ground of this scheme (`light`, `dark`).
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn force_colours(&self, scheme: &str) -> Result<()> {
        self.feature(&[("forced-colors", "active"), ("prefers-color-scheme", scheme)]).await
    }

    /// The system asks for more contrast, on a light ground.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn want_contrast(&self) -> Result<()> {
        self.feature(&[("prefers-contrast", "more"), ("prefers-color-scheme", "light")]).await
    }

    async fn feature(&self, features: &[(&str, &str)]) -> Result<()> {
        let features: Vec<_> = features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        Ok(())
    }
}
