//! axe-core: what it finds wrong with the page for people who use assistive technology.

use anyhow::Result;
use serde::Deserialize;

use crate::page::Page;
use crate::suite::none;

#[derive(Deserialize)]
struct Violation {
    id: String,
    help: String,
    nodes: Vec<String>,
}

/// How large targets are is to be looked at, too: but for blocks of what goes wrong, which the strip's fields set, too.
const SIZES: &str = "axe.configure({ rules: [{ id: 'target-size', enabled: true, selector: ':not(.block)' }] });";

/// What it is to look for: all, or contrast alone.
const ALL: &str = "{}";
const CONTRAST: &str = "{ runOnly: ['color-contrast'] }";

const RUN: &str = "const answer = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'], ...OPTIONS }).then((found) => answer(found.violations.map((one) => (
        { id: one.id, help: one.help, nodes: one.nodes.map((node) => `${node.html}\\n      ${node.failureSummary}`) }
    ))));";

impl Page {
    /// axe-core finds nothing wrong with the page as it is.
    ///
    /// # Errors
    /// When it does.
    pub async fn is_accessible(&self, state: &str) -> Result<()> {
        self.passes(ALL, state).await
    }

    /// It finds nothing wrong with the contrast of what is seen.
    ///
    /// # Errors
    /// When it does.
    pub async fn has_contrast(&self, state: &str) -> Result<()> {
        self.passes(CONTRAST, state).await
    }

    async fn passes(&self, options: &str, state: &str) -> Result<()> {
        if self.ask::<bool>("return !window.axe").await? {
            self.ask::<Option<()>>(&format!("{}\n{SIZES}\nreturn null;", self.axe()?)).await?;
        }
        let violations: Vec<Violation> = self.ask_and_wait(&RUN.replace("OPTIONS", options), vec![]).await?;
        let lines = violations.iter().map(|one| format!("{}: {}\n    {}", one.id, one.help, one.nodes.join("\n    ")));
        none(&format!("axe-core, {state}"), &lines.collect::<Vec<_>>())
    }
}
