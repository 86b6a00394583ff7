//! The headless program: the same numbers without a browser.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The built program.
pub struct Headless(PathBuf);

impl Headless {
    /// Builds it.
    ///
    /// # Errors
    /// When it does not build.
    pub fn build() -> Result<Self> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--package", "limit-sim", "--bin", "limit-sim", "--message-format=json"]);
        let done = build.current_dir(env!("CARGO_MANIFEST_DIR")).stderr(Stdio::inherit()).output()?;
        ensure!(done.status.success(), "limit-sim does not build");
        let messages = String::from_utf8(done.stdout)?;
        let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let program = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back();
        program.map(Self).context("cargo did not say where it built limit-sim")
    }

    /// Runs a scenario's text; the line of JSON that comes out.
    ///
    /// # Errors
    /// When the program objects to the text.
    pub fn run(&self, text: &str) -> Result<Value> {
        self.run_with(&[], text)
    }

    /// The same with options before the text.
    ///
    /// # Errors
    /// When the program objects to the text or an option.
    pub fn run_with(&self, options: &[&str], text: &str) -> Result<Value> {
        let done = Command::new(self.path()).args(options).arg(text).output()?;
        ensure!(done.status.success(), "limit-sim {text}: {}", String::from_utf8_lossy(&done.stderr));
        Ok(serde_json::from_slice(&done.stdout)?)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}
