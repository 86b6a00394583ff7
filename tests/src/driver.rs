//! The program that drives a browser, as a process of the tests'.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::eventually::eventually;

/// A running driver; it ends when this is dropped.
pub struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// Starts it on a free port, with further arguments and variables of its environment.
    ///
    /// # Errors
    /// When it can't be started.
    pub async fn start(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = Command::new(program);
        command.arg(format!("--port={port}")).args(arguments).envs(environment.iter().copied());
        // What browsers say to a terminal is of no use to anyone.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process =
            command.kill_on_drop(true).spawn().with_context(|| format!("{} does not start", program.display()))?;
        let what = format!("{} listens", program.display());
        eventually(&what, async || Ok(TcpStream::connect(("127.0.0.1", port)).await.is_ok())).await?;
        Ok(Self { process, port })
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Ends it.
    pub async fn stop(mut self) {
        // It may have ended already.
        let _ = self.process.kill().await;
    }
}
