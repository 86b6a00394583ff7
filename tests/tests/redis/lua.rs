//! The limiters' real Lua texts against what the model says that they do: random parameters, random instants, the same
//! replies, values and expiries. Of the texts nothing is changed but where they get the time from.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use lab_tests::random::Source;
use lab_tests::redis::travel::{Told, set_clock};
use lab_tests::redis::{Connection, Server, agree, lua};
use limit_sim::placement::scripts;
use limit_sim::redis::{Command, ExpiryCondition, Key, Keyspace, Reply, Script, Text};
use limit_sim::time::{Span, Time};

const KEY: Key = Key { name: "rl:user", id: 81, part: None };
/// Traces for each script, and calls of each.
const TRACES: usize = 60;
const CALLS: usize = 40;

/// Calls one script again and again.
struct Trace<'a> {
    connection: &'a mut Connection,
    told: Told,
    script: Script,
    keyspace: Keyspace,
    now: Time,
    /// When the key was last given the life that the model says is left: what has really gone by since then is missing.
    since: Instant,
}

impl Trace<'_> {
    /// Time goes on: the key gets the life that the model says is left, and is gone if there is none.
    fn go(&mut self, span: Span) -> Result<()> {
        self.now = self.now + span;
        self.since = Instant::now();
        match self.keyspace.run(&Command::PTtl(KEY), self.now).integer() {
            Some(left) if left > 0 => self.connection.run(&Command::PExpire(KEY, left, ExpiryCondition::Always))?,
            _ => self.connection.run(&Command::Del(vec![KEY]))?,
        };
        set_clock(self.connection, self.now)
    }

    fn call(&mut self, args: &[i64]) -> Result<()> {
        let command = Command::EvalSha(self.script, [KEY].into(), args.iter().copied().map(Text::Integer).collect());
        let model = self.keyspace.run(&command, self.now);
        let real = self.told.run(self.connection, &command)?;
        let at = self.now;
        let same = if self.told_by_expiry() { self.agree_but_for_time(&model, &real) } else { agree(&model, &real) };
        ensure!(same, "{args:?} at {at}: {real}, the model says {model}");
        for read in [
            Command::Get(KEY),
            Command::HMGet(KEY, ["tokens", "last", "current", "previous", "window", "count"].into()),
            Command::ZRange(KEY, 0, -1, true),
        ] {
            let (model, real) = (self.keyspace.run(&read, at), self.connection.run(&read)?);
            ensure!(agree(&model, &real), "after {args:?} at {at}: {read} answers {real}, the model says {model}");
        }
        let left = |reply: Reply| reply.integer().context("a PTTL");
        let read = Command::PTtl(KEY);
        let (model, real) = (left(self.keyspace.run(&read, at))?, left(self.connection.run(&read)?)?);
        ensure!(self.has_left(model, real), "after {args:?} at {at}: {real} ms left, the model says {model}");
        Ok(())
    }

    /// Whether what is left of the key's life, in milliseconds, is what the model says, but for what has really gone by.
    fn has_left(&self, model: i64, real: i64) -> bool {
        let gone = self.since.elapsed().as_millis() as i64 + 1;
        (model - gone..=model).contains(&real)
    }

    /// Whether the script takes the window's end from the key's, which is told by a clock that does not stand still.
    fn told_by_expiry(&self) -> bool {
        scripts::ALL.iter().any(|(name, script)| *name == "first_hit" && *script == self.script)
    }

    /// Whether two answers of three numbers agree, the last of which is what is left of the key's life, in microseconds.
    fn agree_but_for_time(&self, model: &Reply, real: &Reply) -> bool {
        let number = |reply: &Reply, nth| reply.nth(nth).integer();
        let left = |reply| number(reply, 2).filter(|left| left % 1000 == 0).map(|left| left / 1000);
        let same = (0..2).all(|nth| number(model, nth).is_some() && number(model, nth) == number(real, nth));
        same && left(model).zip(left(real)).is_some_and(|(model, real)| self.has_left(model, real))
    }
}

fn check(name: &str, numbers: impl Fn(&mut Source) -> [i64; 2], steps: &[Span]) -> Result<()> {
    let mut source = Source::announced(name);
    let (_, script) = scripts::ALL.into_iter().find(|(one, _)| *one == name).context("a script")?;
    let mut server = Server::start()?;
    let mut connection = server.connect(lua::text)?;
    for _ in 0..TRACES {
        server.flush()?;
        let told = Told::load(&mut connection, script, lua::text(&script))?;
        let mut keyspace = Keyspace::default();
        keyspace.run(&Command::ScriptLoad(script), Time::START);
        let mut trace =
            Trace { connection: &mut connection, told, script, keyspace, now: Time::START, since: Instant::now() };
        trace.go(Span::from_secs(1_700_000_000))?;
        let [first, second] = numbers(&mut source);
        for _ in 0..CALLS {
            if source.below(3) > 0 {
                trace.go(steps[source.below(steps.len())])?;
            }
            let want = if source.below(4) == 0 { source.below(5) as i64 + 1 } else { 1 };
            trace.call(&[first, second, want]).with_context(|| name.to_owned())?;
        }
    }
    Ok(())
}

/// Some so short that no fraction of a token comes back, some so long that keys end.
const STEPS: [Span; 8] = [
    Span::from_micros(1),
    Span::from_micros(999),
    Span::from_micros(333_333),
    Span::from_micros(1_000_001),
    Span::from_secs(3),
    Span::from_secs(37),
    Span::from_secs(100),
    Span::from_secs(1000),
];

/// Windows of whole seconds, from 100 s on: keys live so long that no test takes as long.
fn window(source: &mut Source) -> [i64; 2] {
    [source.below(12) as i64, (source.below(4) as i64 + 1) * 100_000_000]
}

#[test]
fn fixed_windows_by_script_are_those_of_the_model() -> Result<()> {
    check("fixed_window", window, &STEPS)
}

/// What ends these is a key's life, and that is whole milliseconds.
#[test]
fn windows_from_the_first_hit_by_script_are_those_of_the_model() -> Result<()> {
    let millis = |source: &mut Source| 100_000 + source.below(300_000) as i64;
    check("first_hit", |source| [source.below(12) as i64, millis(source) * 1000], &STEPS)
}

#[test]
fn a_sliding_log_by_script_is_that_of_the_model() -> Result<()> {
    check("sliding_log", window, &STEPS)
}

#[test]
fn a_sliding_counter_by_script_is_that_of_the_model() -> Result<()> {
    check("sliding_counter", window, &STEPS)
}

#[test]
fn a_token_bucket_by_script_is_that_of_the_model_with_its_fractions() -> Result<()> {
    check(
        "token_bucket",
        |source| [source.below(12) as i64 + 1, [7_000_003, 33_333_334, 100_000_000][source.below(3)]],
        &STEPS,
    )
}

#[test]
fn gcra_by_script_is_that_of_the_model() -> Result<()> {
    check("gcra", |source| [source.below(12) as i64, [70_000_003, 133_333_334, 100_000_000][source.below(3)]], &STEPS)
}
