//! What the page does against its Content-Security-Policy.

use anyhow::Result;

use super::Page;
use crate::suite::none;

const WATCH: &str = "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(
    `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`), true);";

impl Page {
    /// Watches for what is against the policy: in this page (or frame) from now on, and in pages that are opened.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn watch_policy(&self) -> Result<()> {
        self.before_each_page(WATCH);
        self.ask(WATCH).await
    }

    /// What was against the policy so far, each as the directive and what it was about.
    ///
    /// # Errors
    /// When the browser does not answer, or nobody watches.
    pub async fn policy_violations(&self) -> Result<Vec<String>> {
        self.ask("return violations").await
    }

    /// Nothing was against the page's policy, and it has one.
    ///
    /// # Errors
    /// When something was.
    pub async fn violates_no_policy(&self) -> Result<()> {
        let policies = "return document.querySelectorAll('meta[http-equiv=Content-Security-Policy]').length";
        anyhow::ensure!(self.ask::<u32>(policies).await? == 1, "the page has no policy, or more than one");
        none("against the policy", &self.policy_violations().await?)
    }
}
