//! The program that drives a browser, as a process of the tests'.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::eventually::eventually;

/// How often another port is tried: somebody else may take one before the driver does.
const TRIES: usize = 5;

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
        for _ in 0..TRIES {
            if let Some(driver) = Self::try_once(program, arguments, environment).await? {
                return Ok(driver);
            }
        }
        bail!("{} ended at once, {TRIES} times", program.display())
    }

    /// None if it ends before it listens.
    async fn try_once(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<Option<Self>> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = Command::new(program);
        command.arg(format!("--port={port}")).args(arguments).envs(environment.iter().copied());
        // What browsers say to a terminal is of no use to anyone.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process =
            command.kill_on_drop(true).spawn().with_context(|| format!("{} does not start", program.display()))?;
        let what = format!("{} listens", program.display());
        let mut has_ended = false;
        eventually(&what, async || {
            has_ended = process.try_wait()?.is_some();
            Ok(has_ended || TcpStream::connect(("127.0.0.1", port)).await.is_ok())
        })
        .await?;
        Ok((!has_ended).then_some(Self { process, port }))
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
