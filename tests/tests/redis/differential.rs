//! Random sequences of commands over several connections: each reply, and what is there in the end.

use anyhow::{Context, Result, bail, ensure};
use lab_tests::random::seed;
use lab_tests::redis::agree;
use limit_sim::redis::{Command, Keyspace, Reply, Session};

use crate::pair::Pair;
use crate::random::{FIELDS, KEYS, Source};
use crate::scripts;

/// How many sequences are tried.
const SEQUENCES: u64 = 2_500;
/// How many connections take turns.
const CONNECTIONS: usize = 3;

#[test]
fn random_commands_of_several_connections_answer_alike_and_leave_the_same() {
    let seed = seed();
    println!("LAB_SEED={seed}");
    let mut pair = Pair::new(CONNECTIONS);
    let mut execs = Execs::default();
    for number in 0..SEQUENCES {
        let mut sequence = Sequence::new(&mut pair, &mut execs);
        if let Err(error) = sequence.run(&mut Source::new(seed, number)) {
            let log = sequence.log.join("\n");
            panic!("{error:#}\nin sequence {number} of LAB_SEED={seed}:\n{log}");
        }
    }
    let Execs { ran, changed, aborted } = execs;
    println!("EXEC ran {ran} times, found a watched key changed {changed} times and was aborted {aborted} times");
    assert!(ran > 100 && changed > 100 && aborted > 100, "too few of some kind");
}

/// What came of the sequences' `EXEC`s: that all of it happens shows that the sequences are worth something.
#[derive(Default)]
struct Execs {
    ran: u32,
    changed: u32,
    aborted: u32,
}

struct Sequence<'a> {
    pair: &'a mut Pair,
    execs: &'a mut Execs,
    /// Which connections are between `MULTI` and `EXEC`.
    queueing: [bool; CONNECTIONS],
    /// What each connection has queued.
    queued: Vec<Vec<Command>>,
    /// Times left, in milliseconds: the model's, whose clock stands still, and how much less the server said, at least and at
    /// most.
    left: Vec<(i64, [i64; 2])>,
    /// What was sent and answered.
    log: Vec<String>,
}

impl<'a> Sequence<'a> {
    fn new(pair: &'a mut Pair, execs: &'a mut Execs) -> Self {
        pair.keyspace = Keyspace::default();
        pair.sessions = vec![Session::default(); CONNECTIONS];
        let queued = vec![Vec::new(); CONNECTIONS];
        Self { pair, execs, queueing: [false; CONNECTIONS], queued, left: Vec::new(), log: Vec::new() }
    }

    fn run(&mut self, source: &mut Source) -> Result<()> {
        self.pair.server.flush()?;
        let before = self.pair.server_millis()?;
        if source.below(3) > 0 {
            for (script, _) in scripts::ALL {
                self.step(0, &Command::ScriptLoad(script))?;
            }
        }
        for _ in 0..20 + source.below(21) {
            let connection = source.below(CONNECTIONS);
            let command = source.command(self.queueing[connection]);
            self.step(connection, &command)?;
        }
        for connection in 0..CONNECTIONS {
            self.step(connection, &Command::Discard)?;
            self.step(connection, &Command::Unwatch)?;
        }
        self.compare_keys(before)?;
        let took = self.pair.server_millis()? - before;
        for (model, [least, most]) in &self.left {
            ensure!(*most >= 0 && *least <= took, "of {model} ms left, the server had {most} less within {took} ms");
        }
        Ok(())
    }

    fn step(&mut self, connection: usize, command: &Command) -> Result<()> {
        self.log.push(format!("{connection}: {command}"));
        let [model, real] = self.pair.run(connection, command)?;
        self.log.push(format!("    model: {model:?}\n    real:  {real:?}"));
        match command {
            Command::Multi => self.queueing[connection] = true,
            Command::Exec | Command::Discard | Command::Transaction(_) => self.queueing[connection] = false,
            _ => {}
        }
        let queue = &mut self.queued[connection];
        let ran = match command {
            _ if model == Reply::Queued => {
                queue.push(command.clone());
                Vec::new()
            }
            Command::Exec | Command::Discard => std::mem::take(queue),
            Command::Transaction(commands) => [std::mem::take(queue), commands.to_vec()].concat(),
            _ => Vec::new(),
        };
        if *command == Command::Exec {
            match model {
                Reply::Array(_) => self.execs.ran += 1,
                Reply::Nil => self.execs.changed += 1,
                Reply::Error(limit_sim::redis::RedisError::ExecAbort) => self.execs.aborted += 1,
                _ => {}
            }
        }
        match (&model, &real) {
            (Reply::Array(models), Reply::Array(reals)) if !ran.is_empty() => {
                ensure!(models.len() == ran.len() && reals.len() == ran.len(), "not a reply for each command");
                for (command, (model, real)) in ran.iter().zip(models.iter().zip(reals)) {
                    self.compare(command, model, real)?;
                }
                Ok(())
            }
            _ => self.compare(command, &model, &real),
        }
    }

    /// The replies are the same, but for the time that is left, which runs only on the server.
    fn compare(&mut self, command: &Command, model: &Reply, real: &Reply) -> Result<()> {
        match (command, model, real) {
            (Command::PTtl(_), Reply::Integer(model), Reply::Integer(real)) if *model > 0 && *real > 0 => {
                self.left.push((*model, [model - real, model - real]));
            }
            // Whole seconds, so up to a second is hidden.
            (Command::Ttl(_), Reply::Integer(model), Reply::Integer(real)) if *model > 0 && *real > 0 => {
                let less = (model - real) * 1000;
                self.left.push((model * 1000, [less - 1000, less]));
            }
            _ if agree(model, real) => {}
            (Command::EvalSha(..), model, _) if is_beyond_lua(model) => {}
            _ => bail!("{command}: the model answers {model:?}, the server {real:?}"),
        }
        Ok(())
    }

    /// What is at each key, and when it goes.
    fn compare_keys(&mut self, before: i64) -> Result<()> {
        for key in KEYS {
            self.step(0, &Command::Get(key))?;
            self.step(0, &Command::HMGet(key, FIELDS.into()))?;
            self.step(0, &Command::ZRange(key, 0, -1, true))?;
            let left = self.pair.keyspace.run(&Command::PTtl(key), self.pair.now).integer().unwrap_or(-3);
            let at = self.pair.real[0].run_other(&["PEXPIRETIME", &key.to_string()])?.integer().context("no time")?;
            if left < 0 || at < 0 {
                ensure!(left == at, "{key}: the model has {left}, the server {at}");
                continue;
            }
            // It was set when the sequence had taken so long.
            let set = at - left - before;
            self.left.push((left, [set, set]));
        }
        Ok(())
    }
}

/// Whether there is a number in a script's reply that Lua, whose numbers are floating, can't hold. The model can.
fn is_beyond_lua(reply: &Reply) -> bool {
    match reply {
        Reply::Integer(value) => value.unsigned_abs() > 1 << 53,
        Reply::Array(replies) => replies.iter().any(is_beyond_lua),
        _ => false,
    }
}
