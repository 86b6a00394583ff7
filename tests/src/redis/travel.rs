//! Time for a real server to go by: its clock can't be set, but its keys can go, and a script can be told the time by a key
//! instead.

use anyhow::{Context, Result};
use limit_sim::redis::{Command, Reply, Script};
use limit_sim::time::{Span, Time};

use super::real::Connection;

/// Where a script that was told by [`on_a_key_s_clock`] finds the time.
const CLOCK: &str = "clock";

/// Lets so much time go by for all keys, whose lives are whole seconds: one whose time is over by then is gone. Others keep
/// their expiry: to bring it nearer would be a change that whoever watches the key is told of.
///
/// # Errors
/// When the server does not do it.
pub fn pass(connection: &mut Connection, span: Span) -> Result<()> {
    let millis = (span.nanos() / 1_000_000) as i64;
    let Reply::Array(keys) = connection.run_other(&["KEYS", "*"])? else { return Ok(()) };
    for key in keys {
        let key = key.to_string();
        let left = connection.run_other(&["PTTL", &key])?.integer().context("a PTTL")?;
        // Real milliseconds have gone by, too: those are given back.
        let whole = (left + 999) / 1000 * 1000;
        if left >= 0 && whole <= millis {
            connection.run_other(&["DEL", &key])?;
        }
    }
    Ok(())
}

/// The script's text with the time taken from a key: nothing else of it is changed.
pub fn on_a_key_s_clock(text: &str) -> String {
    text.replace("redis.call('TIME')", &format!("redis.call('HMGET', '{CLOCK}', 's', 'us')"))
}

/// Sets that key.
///
/// # Errors
/// When the server does not take it.
pub fn set_clock(connection: &mut Connection, now: Time) -> Result<()> {
    let micros = now.micros();
    let (seconds, rest) = ((micros / 1_000_000).to_string(), (micros % 1_000_000).to_string());
    connection.run_other(&["HSET", CLOCK, "s", &seconds, "us", &rest]).map(drop)
}

/// A script that is told the time by a key, as the server knows it.
pub struct Told {
    script: Script,
    sha1: String,
}

impl Told {
    /// Loads it.
    ///
    /// # Errors
    /// When the server does not.
    pub fn load(connection: &mut Connection, script: Script, text: &str) -> Result<Self> {
        let sha1 = connection.run_other(&["SCRIPT", "LOAD", &on_a_key_s_clock(text)])?.to_string();
        Ok(Self { script, sha1 })
    }

    /// Runs a command: this script instead of the one that it stands for, any other as it is.
    ///
    /// # Errors
    /// As for [`Connection::run`].
    pub fn run(&self, connection: &mut Connection, command: &Command) -> Result<Reply> {
        let Command::EvalSha(script, keys, args) = command else { return connection.run(command) };
        if *script != self.script {
            return connection.run(command);
        }
        let mut words = vec!["EVALSHA".to_owned(), self.sha1.clone(), keys.len().to_string()];
        words.extend(keys.iter().map(ToString::to_string));
        words.extend(args.iter().map(ToString::to_string));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        connection.run_other(&words)
    }
}
