//! The server, as a process of the tests'.

use std::env;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use limit_sim::redis::Script;
use limit_sim::redis::slot::SLOTS;
use redis::{Client, cmd};
use tempfile::TempDir;

use super::real::Connection;

/// How long it may take to be ready. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often is looked whether it is.
const BETWEEN: Duration = Duration::from_millis(5);

/// A running redis-server (7.0 or later), which keeps nothing; it ends when this is dropped.
pub struct Server {
    _process: Process,
    client: Client,
    own: redis::Connection,
    /// Where its socket lies, and whatever it writes.
    _folder: TempDir,
}

impl Server {
    /// Starts one. The program is that of `REDIS_SERVER`, or the one on `PATH`.
    ///
    /// # Errors
    /// When there is none, or it does not come up.
    pub fn start() -> Result<Self> {
        // A socket in a folder of its own: nobody else can have its name.
        Self::with(&["--port", "0"])
    }

    /// Starts one that is a whole cluster alone: all slots are its own.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub fn start_cluster() -> Result<Self> {
        // It insists on ports, and on one for other nodes, of which there are none.
        let ports = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
        let [own, bus] = [ports[0].local_addr()?.port().to_string(), ports[1].local_addr()?.port().to_string()];
        drop(ports);
        let mut server =
            Self::with(&["--bind", "127.0.0.1", "--port", &own, "--cluster-port", &bus, "--cluster-enabled", "yes"])?;
        cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(SLOTS - 1).exec(&mut server.own)?;
        wait("the cluster is up", || {
            let info: String = cmd("CLUSTER").arg("INFO").query(&mut server.own)?;
            Ok(info.contains("cluster_state:ok"))
        })?;
        Ok(server)
    }

    fn with(args: &[&str]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let socket = folder.path().join("redis.sock");
        let program = program();
        let mut command = Command::new(&program);
        command.args(args).args(["--save", "", "--appendonly", "no", "--unixsocket"]).arg(&socket);
        // Some tests want keys to stay that are past their time.
        command.args(["--enable-debug-command", "local"]);
        command.arg("--dir").arg(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = Process(command.spawn().with_context(|| {
            format!("{} does not start: install redis-server, or name it in REDIS_SERVER", program.display())
        })?);
        let client = Client::open(format!("redis+unix://{}", socket.display()))?;
        let mut own = None;
        wait("redis-server answers", || {
            if let Some(status) = process.0.try_wait()? {
                bail!("{} ended at once, with {status}: is it 7.0 or later?", program.display());
            }
            own = client.get_connection().ok();
            Ok(own.as_mut().is_some_and(|own| cmd("PING").exec(own).is_ok()))
        })?;
        let own = own.context("redis-server has answered")?;
        Ok(Self { _process: process, client, own, _folder: folder })
    }

    /// A new connection. `lua` gives the text of a script that is to be loaded over it.
    ///
    /// # Errors
    /// When the server does not take it.
    pub fn connect(&self, lua: fn(&Script) -> &'static str) -> Result<Connection> {
        Ok(Connection::new(self.client.get_connection()?, lua))
    }

    /// Removes all keys and all scripts.
    ///
    /// # Errors
    /// When the server does not.
    pub fn flush(&mut self) -> Result<()> {
        cmd("FLUSHALL").exec(&mut self.own)?;
        cmd("SCRIPT").arg("FLUSH").exec(&mut self.own)?;
        Ok(())
    }
}

/// A process that ends when this is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program() -> PathBuf {
    env::var_os("REDIS_SERVER").filter(|path| !path.is_empty()).map_or_else(|| "redis-server".into(), PathBuf::from)
}

/// Waits until the condition holds.
///
/// # Errors
/// When it does not, or can't be looked at.
pub fn wait(what: &str, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let start = Instant::now();
    while !holds()? {
        if start.elapsed() > PATIENCE {
            bail!("waited in vain until {what}");
        }
        sleep(BETWEEN);
    }
    Ok(())
}
