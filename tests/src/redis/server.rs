//! The server, as a process of the tests'.

use std::env;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use limit_sim::redis::Script;
use limit_sim::redis::slot::SLOTS;
use redis::{Client, cmd};
use tempfile::TempDir;

use super::real::Connection;

/// How long it may take to be ready. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often is looked whether it is.
const BETWEEN: Duration = Duration::from_millis(5);

/// A running redis-server (7.0 or later), which keeps nothing but what it is told to; it ends when this is dropped.
pub struct Server {
    /// None while it is shut down.
    process: Option<Process>,
    args: Vec<String>,
    client: Client,
    own: redis::Connection,
    /// Where its socket lies, and whatever it writes.
    folder: TempDir,
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
        let mut server = Self::at_ports(|[own, bus]| {
            Self::with(&["--bind", "127.0.0.1", "--port", &own, "--cluster-port", &bus, "--cluster-enabled", "yes"])
        })?;
        cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(SLOTS - 1).exec(&mut server.own)?;
        wait("the cluster is up", || {
            let info: String = cmd("CLUSTER").arg("INFO").query(&mut server.own)?;
            Ok(info.contains("cluster_state:ok"))
        })?;
        Ok(server)
    }

    /// Starts one that has everything that this one has, and hears of all that changes.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub fn start_replica(&self) -> Result<Self> {
        // It may become one that others are made of.
        let mut replica = Self::start_primary()?;
        cmd("REPLICAOF").arg("127.0.0.1").arg(self.address()?.port()).exec(&mut replica.own)?;
        wait("the replica is up to date", || {
            let info: String = cmd("INFO").arg("replication").query(&mut replica.own)?;
            Ok(info.contains("master_link_status:up"))
        })?;
        Ok(replica)
    }

    /// Starts one that replicas can be made of.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub fn start_primary() -> Result<Self> {
        Self::at_ports(|[port]| {
            Self::with(&["--bind", "127.0.0.1", "--port", &port, "--repl-diskless-sync-delay", "0"])
        })
    }

    /// Starts one at ports that nobody has; with others, if somebody takes one of them meanwhile.
    fn at_ports<const PORTS: usize>(start: impl Fn([String; PORTS]) -> Result<Self>) -> Result<Self> {
        const TRIES: usize = 5;
        let mut last = Err(anyhow!("no try was made"));
        for _ in 0..TRIES {
            let free = (0..PORTS).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<Vec<_>>>()?;
            let ports =
                free.iter().map(|one| Ok(one.local_addr()?.port().to_string())).collect::<io::Result<Vec<_>>>()?;
            drop(free);
            let ports = ports.try_into().map_err(|_| anyhow!("another number of ports"))?;
            last = start(ports);
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// As a replica, waits until it has heard of all that this one has; from then on it hears of nothing.
    ///
    /// # Errors
    /// When it does not.
    pub fn cut_off(&mut self, replica: &mut Self) -> Result<()> {
        wait("the replica has heard of everything", || {
            let offset = |own: &mut redis::Connection, name: &str| -> Result<String> {
                let info: String = cmd("INFO").arg("replication").query(own)?;
                Ok(info.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned())
            };
            Ok(offset(&mut self.own, "master_repl_offset:")? == offset(&mut replica.own, "slave_repl_offset:")?)
        })?;
        Ok(cmd("REPLICAOF").arg("NO").arg("ONE").exec(&mut replica.own)?)
    }

    /// Where a primary listens, besides its socket.
    ///
    /// # Errors
    /// When it does not say.
    pub fn address(&self) -> Result<SocketAddr> {
        let (_, port): (String, u16) =
            cmd("CONFIG").arg("GET").arg("port").query(&mut self.client.get_connection()?)?;
        Ok(SocketAddr::from(([127, 0, 0, 1], port)))
    }

    fn with(args: &[&str]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let client = Client::open(format!("redis+unix://{}", folder.path().join("redis.sock").display()))?;
        let (process, own) = run(&args, folder.path(), &client)?;
        Ok(Self { process: Some(process), args, client, own, folder })
    }

    /// Ends it, with all its keys kept for when it comes back.
    ///
    /// # Errors
    /// When it does not end.
    pub fn shut_down(&mut self) -> Result<()> {
        // It answers by closing the connection.
        let _ = cmd("SHUTDOWN").arg("SAVE").exec(&mut self.own);
        let process = &mut self.process;
        wait("redis-server ends", || {
            Ok(process.as_mut().is_none_or(|process| matches!(process.0.try_wait(), Ok(Some(_)))))
        })?;
        self.process = None;
        Ok(())
    }

    /// Starts it again.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub fn come_back(&mut self) -> Result<()> {
        let (process, own) = run(&self.args, self.folder.path(), &self.client)?;
        (self.process, self.own) = (Some(process), own);
        Ok(())
    }

    /// Makes its process stand still, or go on.
    ///
    /// # Errors
    /// When it can't be told to.
    pub fn stand_still(&self, still: bool) -> Result<()> {
        let process = self.process.as_ref().context("a server that is shut down does not stand still")?;
        let signal = if still { "-STOP" } else { "-CONT" };
        // A shell has it built in; a program of this name need not be there.
        let told = Command::new("sh").arg("-c").arg(format!("kill {signal} {}", process.0.id())).status()?;
        ensure!(told.success(), "kill {signal} ended with {told}");
        Ok(())
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

/// Runs the program with its files in a folder, and waits until it answers.
fn run(args: &[String], folder: &Path, client: &Client) -> Result<(Process, redis::Connection)> {
    let program = program();
    let mut command = Command::new(&program);
    command.args(args).args(["--save", "", "--appendonly", "no", "--unixsocket"]).arg(folder.join("redis.sock"));
    // Some tests want keys to stay that are past their time.
    command.args(["--enable-debug-command", "local"]);
    command.arg("--dir").arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut process = Process(command.spawn().with_context(|| {
        format!("{} does not start: install redis-server, or name it in REDIS_SERVER", program.display())
    })?);
    let mut own = None;
    wait("redis-server answers", || {
        if let Some(status) = process.0.try_wait()? {
            bail!("{} ended at once, with {status}: is it 7.0 or later?", program.display());
        }
        own = client.get_connection().ok();
        Ok(own.as_mut().is_some_and(|own| cmd("PING").exec(own).is_ok()))
    })?;
    Ok((process, own.context("redis-server has answered")?))
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
