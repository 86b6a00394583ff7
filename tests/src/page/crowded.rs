//! Whether words in a picture can be read.

use anyhow::Result;
use serde_json::json;

use super::Page;

impl Page {
    /// The words in a picture that leave it or lie over others of their kind, each kind as a selector; none if there is no such
    /// picture.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn crowded(&self, picture: &str, kinds: &[&str]) -> Result<Vec<String>> {
        let arguments = [picture].iter().chain(kinds).map(|selector| json!(selector)).collect();
        self.ask_about(include_str!("crowded.js"), arguments).await
    }
}
