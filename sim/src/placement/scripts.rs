//! The limiters' scripts: what each does, told in Redis commands. Their Lua texts lie beside, in `scripts/`; tests run both,
//! the texts in a real Redis, and compare.
//!
//! A rule's script takes one key, the rule's two numbers and how many requests are asked for. Times are whole microseconds of
//! Redis's own clock. It answers how many requests pass, how many more would pass at once, and after how many microseconds
//! one would that does not now.

mod first_hit;
mod fixed_window;
mod gcra;
mod sliding_counter;
mod sliding_log;
mod token_bucket;
mod unlock;

pub use unlock::UNLOCK;

use crate::redis::{Call, Command, Key, RedisError, Reply, Script, Text};
use crate::rule::{FirstHit, FixedWindow, Gcra, Rule, SlidingCounter, SlidingLog, State, TokenBucket};
use crate::time::{Span, Time};

/// All scripts, with the names of their files.
pub const ALL: [(&str, Script); 7] = [
    ("fixed_window", fixed_window::SCRIPT),
    ("first_hit", first_hit::SCRIPT),
    ("sliding_log", sliding_log::SCRIPT),
    ("sliding_counter", sliding_counter::SCRIPT),
    ("token_bucket", token_bucket::SCRIPT),
    ("gcra", gcra::SCRIPT),
    ("unlock", UNLOCK),
];

/// A rule's script.
pub fn of(rule: &Rule) -> Script {
    match rule {
        Rule::FixedWindow(_) => fixed_window::SCRIPT,
        Rule::FirstHit(_) => first_hit::SCRIPT,
        Rule::SlidingLog(_) => sliding_log::SCRIPT,
        Rule::SlidingCounter(_) => sliding_counter::SCRIPT,
        Rule::TokenBucket(_) => token_bucket::SCRIPT,
        Rule::Gcra(_) => gcra::SCRIPT,
    }
}

/// Its arguments, when so many requests are asked for.
pub fn arguments(rule: &Rule, want: i64) -> Box<[Text]> {
    let (first, second) = match *rule {
        Rule::FixedWindow(FixedWindow { limit, window }) => (limit, window.micros_up()),
        Rule::FirstHit(FirstHit { limit, window })
        | Rule::SlidingLog(SlidingLog { limit, window })
        | Rule::SlidingCounter(SlidingCounter { limit, window }) => (limit, window),
        Rule::TokenBucket(TokenBucket { capacity, interval }) => (capacity, interval),
        Rule::Gcra(Gcra { burst, interval }) => (burst, interval),
    };
    [first, second, want].map(Text::Integer).into()
}

/// A script that keeps a rule's state: what differs between them. In a table rather than in code, because each piece of code
/// that makes commands is a kilobyte in the browser.
struct Kept {
    /// The rule with its two numbers.
    rule: fn(i64, i64) -> Rule,
    /// What reads its state.
    read: fn(Key) -> Command,
    /// The state that was read, given the rule's second number.
    state: fn(&Reply, i64) -> State,
    /// What writes it, and gives the key its life.
    write: fn(Key, &State, &[i64; 3], Time) -> Vec<Command>,
    /// Whether a refusal writes, too.
    always: bool,
}

impl Kept {
    /// Reads the time and the state, takes what is asked for, and writes.
    fn run(&self, call: &mut Call<'_>) -> Result<Reply, RedisError> {
        let numbers @ [first, second, want] = numbers(call);
        let key = call.keys()[0];
        let now = now(call)?;
        let read = call.call((self.read)(key))?;
        let mut state = (self.state)(&read, second);
        let rule = (self.rule)(first, second);
        let (granted, _) = rule.take(&mut state, now, want);
        if self.always || granted > 0 {
            for command in (self.write)(key, &state, &numbers, now) {
                call.call(command)?;
            }
        }
        let left = rule.take(&mut state.clone(), now, i64::MAX).0;
        Ok(Reply::Array([granted, left, rule.retry_after(&state, now)].map(Reply::Integer).into()))
    }
}

/// A script's three numbers.
fn numbers(call: &Call<'_>) -> [i64; 3] {
    [0, 1, 2].map(|nth| call.args().get(nth).and_then(Text::integer).unwrap_or(0))
}

/// What Redis's clock shows. In a script it stands still.
fn now(call: &mut Call<'_>) -> Result<Time, RedisError> {
    let time = call.call(Command::Time)?;
    let part = |nth| time.nth(nth).integer().unwrap_or(0);
    Ok(Time::START + Span::from_micros((part(0) * 1_000_000 + part(1)).cast_unsigned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redis::{Keyspace, Session};

    #[test]
    fn a_refusal_by_gcra_leaves_its_key_as_it_was() {
        let key = Key { name: "k", id: 1, part: None };
        let (mut keyspace, mut session) = (Keyspace::default(), Session::default());
        let mut run = |micros: u64, command| session.run(&mut keyspace, &command, Time::from_nanos(micros * 1_000));
        run(0, Command::ScriptLoad(gcra::SCRIPT));
        let hit = || Command::EvalSha(gcra::SCRIPT, [key].into(), [1, 100_000, 1].map(Text::Integer).into());
        assert_eq!(run(0, hit()).nth(0), &Reply::Integer(1));
        assert_eq!(run(10_500, hit()).nth(0), &Reply::Integer(0), "one in 100 ms");
        // One that is written anew would live for longer.
        assert_eq!(run(20_000, Command::PTtl(key)), Reply::Integer(980));
    }
}
