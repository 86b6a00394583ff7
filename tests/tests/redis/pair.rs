//! The model and the real server side by side, with some connections to both.

use anyhow::{Context, Result, bail, ensure};
use lab_tests::redis::{Connection, Server, agree};
use limit_sim::redis::{Command, Key, Keyspace, Reply, Session};
use limit_sim::time::Time;

use crate::scripts::lua;

/// One of the keys: `k1`, `k2`, and so on.
pub const fn key(id: u32) -> Key {
    Key { name: "k", id, part: None }
}

/// The model and the server.
pub struct Pair {
    /// The server.
    pub server: Server,
    /// The connections to it.
    pub real: Vec<Connection>,
    /// The model's keys.
    pub keyspace: Keyspace,
    /// The same connections to the model.
    pub sessions: Vec<Session>,
    /// The model's clock. It stands still unless it is moved: what must not depend on how long the test takes.
    pub now: Time,
}

impl Pair {
    /// With so many connections.
    pub fn new(connections: usize) -> Self {
        Self::of(Server::start(), Keyspace::default(), connections)
    }

    /// As a cluster.
    pub fn cluster(connections: usize) -> Self {
        Self::of(Server::start_cluster(), Keyspace::default().in_cluster(), connections)
    }

    fn of(server: Result<Server>, keyspace: Keyspace, connections: usize) -> Self {
        let server = server.expect("these tests need a redis-server");
        let real = (0..connections).map(|_| server.connect(lua).unwrap()).collect();
        Self { server, real, keyspace, sessions: vec![Session::default(); connections], now: Time::START }
    }

    /// Runs a command of one connection on the model and on the server.
    pub fn run(&mut self, connection: usize, command: &Command) -> Result<[Reply; 2]> {
        let model = self.sessions[connection].run(&mut self.keyspace, command, self.now);
        let real = self.real[connection].run(command).with_context(|| format!("where the model answers {model}"))?;
        Ok([model, real])
    }

    /// Runs a command on both, which must answer the same; and says what.
    #[track_caller]
    pub fn same(&mut self, connection: usize, command: Command) -> Reply {
        let checked = self.run(connection, &command).and_then(|[model, real]| {
            ensure!(agree(&model, &real), "{command}: the model answers {model:?}, the server {real:?}");
            Ok(model)
        });
        checked.unwrap_or_else(|error| panic!("{error:#}"))
    }

    /// Runs commands of one connection on both. Their replies are given as they print.
    #[track_caller]
    pub fn expect(&mut self, connection: usize, commands: &[(Command, &str)]) {
        for (command, expected) in commands {
            let reply = self.same(connection, command.clone());
            assert_eq!(reply.to_string(), *expected, "{command}");
        }
    }

    /// The server's clock, in milliseconds.
    pub fn server_millis(&mut self) -> Result<i64> {
        let Reply::Array(parts) = self.real[0].run(&Command::Time)? else { bail!("TIME answers two numbers") };
        let part = |nth: usize| parts.get(nth).and_then(Reply::integer).context("TIME answers two numbers");
        Ok(part(0)? * 1000 + part(1)? / 1000)
    }
}
