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

const RUN: &str = "const answer = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then((found) => answer(found.violations.map((one) => (
        { id: one.id, help: one.help, nodes: one.nodes.map((node) => `${node.html}\\n      ${node.failureSummary}`) }
    ))));";

impl Page {
    /// axe-core finds nothing wrong with the page as it is.
    ///
    /// # Errors
    /// When it does.
    pub async fn is_accessible(&self, state: &str) -> Result<()> {
        if self.ask::<bool>("return !window.axe").await? {
            self.ask::<Option<()>>(&(self.axe()? + "\nreturn null;")).await?;
        }
        let violations: Vec<Violation> = self.ask_and_wait(RUN, vec![]).await?;
        let lines = violations.iter().map(|one| format!("{}: {}\n    {}", one.id, one.help, one.nodes.join("\n    ")));
        none(&format!("axe-core, {state}"), &lines.collect::<Vec<_>>())
    }
}
