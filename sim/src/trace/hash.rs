//! A trace's hash, by which two machines find out that they ran the same.

use std::fmt;

use super::{Event, Kind, Outcome};
use crate::placement::{Comparison, Decision};
use crate::redis::{Command, Condition, Expiry, Key, Reply, SetOptions, Text};
use crate::run::Loss;

/// 64 bits over all that is in the events and does not follow from the rest: what is sent and received is what is executed,
/// and the values before and after follow from the commands. Displays as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceHash(u64);

impl TraceHash {
    pub(super) fn of(events: &[Event]) -> Self {
        let mut words = Words(START);
        events.iter().for_each(|event| words.event(event));
        Self(words.0)
    }
}

impl fmt::Display for TraceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What is hashed, defined word by word so that no machine's word size or layout matters: a hash function from a crate goes
/// byte by byte, which takes as long as the run, or promises nothing for its next version.
///
/// What can be of several kinds begins with its kind, so that no two sequences of events give the same words.
struct Words(u64);

/// Where the hash begins: an arbitrary number that is not 0, which a word of 0 would leave as it is (digits of pi).
const START: u64 = 0x243F_6A88_85A3_08D3;

impl Words {
    /// Each step can be undone, so sequences that differ in one word alone never have the same hash. The factor is that of
    /// MurmurHash3's finalizer, which lets each bit reach about half of those above it; the shift lets them reach the others.
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        self.0 ^= self.0 >> 32;
    }

    fn event(&mut self, Event { at, request, kind }: &Event) {
        self.word(at.nanos());
        self.pair(request.number, request.server);
        match kind {
            Kind::Routed => self.word(0),
            Kind::Reached(window) => {
                self.word(1);
                self.word(*window);
            }
            Kind::Sent(_) => self.word(2),
            Kind::Queued => self.word(3),
            Kind::Executed { command, reply, .. } => {
                self.word(4);
                self.command(command);
                self.reply(reply);
            }
            Kind::Received(_) => self.word(5),
            Kind::Forwarded(to) => self.pair(7, *to),
            Kind::Handed => self.word(8),
            Kind::Waits(span) => {
                self.word(9);
                self.word(span.nanos());
            }
            Kind::Dropped(way) => self.pair(10, *way as u32),
            Kind::Refused => self.word(11),
            Kind::Reset => self.word(12),
            Kind::Failed => self.word(13),
            Kind::TimedOut => self.word(14),
            Kind::Retried => self.word(15),
            Kind::CameLate => self.word(16),
            Kind::Breaker(state) => self.pair(17, *state as u32),
            Kind::Skipped => self.word(18),
            Kind::Lost(loss) => self.pair(
                19,
                match loss {
                    Loss::AtBalancer => 0,
                    Loss::OnTheWay => 1,
                    Loss::Checking(_) => 2,
                },
            ),
            Kind::Fault(fault, begins) => {
                self.pair(20, (*begins).into());
                self.str(&fault.to_string());
            }
            Kind::Server(change) => self.pair(21, *change as u32),
            Kind::Decided { decision, outcome } => {
                self.word(6);
                self.decision(decision);
                self.word(match outcome {
                    Outcome::Allowed => 0,
                    Outcome::Over => 1,
                    Outcome::Refused => 2,
                });
            }
        }
    }

    fn decision(&mut self, decision: &Decision) {
        let Decision { allowed, count, comparison, limit, counted: _ } = decision;
        let comparison = match comparison {
            Comparison::Below => 0,
            Comparison::AtMost => 1,
            Comparison::Estimate => 2,
            Comparison::Tokens => 3,
            Comparison::Ahead => 4,
            Comparison::Left => 5,
            Comparison::Told => 6,
            Comparison::Remembered => 7,
            Comparison::NoTryLeft => 8,
            Comparison::Failed => 9,
            Comparison::Closed => 10,
            Comparison::Alone => 11,
        };
        self.pair((*allowed).into(), comparison);
        self.integer(*count);
        self.integer(*limit);
    }

    /// The commands that a limiter sends for every request are taken apart, which is quick; any other is printed.
    fn command(&mut self, command: &Command) {
        match command {
            Command::Get(key) => {
                self.word(0);
                self.key(key);
            }
            Command::Set(key, text, options) => {
                self.word(1);
                self.key(key);
                self.text(text);
                self.options(options);
            }
            Command::Incr(key) => {
                self.word(2);
                self.key(key);
            }
            other => {
                self.word(3);
                self.str(&other.to_string());
            }
        }
    }

    fn options(&mut self, SetOptions { expiry, condition, get }: &SetOptions) {
        let (kind, amount) = match expiry {
            Expiry::Drop => (0, 0),
            Expiry::Keep => (1, 0),
            Expiry::Seconds(seconds) => (2, *seconds),
            Expiry::Millis(millis) => (3, *millis),
        };
        self.word(kind);
        self.integer(amount);
        let condition = match condition {
            Condition::Always => 0,
            Condition::IfMissing => 1,
            Condition::IfPresent => 2,
        };
        self.pair(condition, (*get).into());
    }

    fn reply(&mut self, reply: &Reply) {
        match reply {
            Reply::Ok => self.word(0),
            Reply::Nil => self.word(1),
            Reply::Integer(value) => {
                self.word(2);
                self.integer(*value);
            }
            Reply::Bulk(text) => {
                self.word(3);
                self.text(text);
            }
            other => {
                self.word(4);
                self.str(&other.to_string());
            }
        }
    }

    fn key(&mut self, Key { name, id, part }: &Key) {
        self.str(name);
        self.pair(*id, part.is_some().into());
        self.word(part.unwrap_or(0));
    }

    fn text(&mut self, text: &Text) {
        match text {
            Text::Integer(value) => {
                self.word(0);
                self.integer(*value);
            }
            Text::Other(text) => {
                self.word(1);
                self.str(text);
            }
            Text::Ratio { of, to } => {
                self.word(2);
                self.integer(*of);
                self.integer(*to);
            }
        }
    }

    fn integer(&mut self, value: i64) {
        self.word(value.cast_unsigned());
    }

    fn pair(&mut self, high: u32, low: u32) {
        self.word(u64::from(high) << 32 | u64::from(low));
    }

    /// Its length in bytes, then eight of them in each word, the first one lowest.
    fn str(&mut self, text: &str) {
        self.word(text.len() as u64);
        for bytes in text.as_bytes().chunks(8) {
            self.word(bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::USER;
    use crate::redis::{ExpiryCondition, RedisError};
    use crate::run::Request;
    use crate::time::Time;

    const REQUEST: Request = Request { number: 1, server: 1 };
    const KEY: Key = Key { name: "rl:user", id: USER, part: Some(3) };

    fn hash(at: u64, request: Request, kind: Kind) -> TraceHash {
        TraceHash::of(&[Event { at: Time::from_nanos(at), request, kind }])
    }

    fn executed(command: Command, reply: Reply) -> Kind {
        Kind::Executed { command: command.into(), reply, before: None, after: None }
    }

    /// Each of these events differs from some other in one field alone.
    #[test]
    fn one_field_of_one_event_makes_the_difference() {
        let decision =
            Decision { allowed: true, count: 3, comparison: Comparison::Below, limit: 10, counted: Time::START };
        let decided = |decision| Kind::Decided { decision, outcome: Outcome::Allowed };
        let set = |value: &str, options| executed(Command::Set(KEY, value.into(), options), Reply::Ok);
        let options = SetOptions { expiry: Expiry::Seconds(11), ..SetOptions::default() };
        let get = |key| executed(Command::Get(key), Reply::Nil);
        let expire = |seconds, when| executed(Command::Expire(KEY, seconds, when), Reply::Integer(1));
        let incr = |reply| executed(Command::Incr(KEY), reply);
        let mut hashes: Vec<TraceHash> = [
            Kind::Routed,
            Kind::Reached(0),
            Kind::Reached(1),
            Kind::Sent(Command::Get(KEY).into()),
            Kind::Queued,
            Kind::Received(Reply::Nil),
            decided(decision),
            decided(Decision { allowed: false, ..decision }),
            decided(Decision { count: 4, ..decision }),
            decided(Decision { comparison: Comparison::AtMost, ..decision }),
            decided(Decision { limit: 11, ..decision }),
            Kind::Decided { decision, outcome: Outcome::Over },
            Kind::Decided { decision, outcome: Outcome::Refused },
            get(KEY),
            get(Key { name: "rl:host", ..KEY }),
            get(Key { id: USER + 1, ..KEY }),
            get(Key { part: Some(4), ..KEY }),
            get(Key { part: None, ..KEY }),
            set("1", options),
            set("2", options),
            set("one", options),
            set("one\n", options),
            executed(Command::Set(KEY, Text::Ratio { of: 1, to: 2 }, options), Reply::Ok),
            executed(Command::Set(KEY, Text::Ratio { of: 1, to: 3 }, options), Reply::Ok),
            executed(Command::Set(KEY, Text::Ratio { of: 3, to: 2 }, options), Reply::Ok),
            set("1", SetOptions { expiry: Expiry::Seconds(12), ..options }),
            set("1", SetOptions { expiry: Expiry::Millis(11), ..options }),
            set("1", SetOptions { expiry: Expiry::Keep, ..options }),
            set("1", SetOptions { expiry: Expiry::Drop, ..options }),
            set("1", SetOptions { condition: Condition::IfMissing, ..options }),
            set("1", SetOptions { condition: Condition::IfPresent, ..options }),
            set("1", SetOptions { get: true, ..options }),
            expire(11, ExpiryCondition::Always),
            expire(12, ExpiryCondition::Always),
            expire(11, ExpiryCondition::IfNone),
            incr(Reply::Integer(1)),
            incr(Reply::Integer(2)),
            incr(Reply::Bulk(Text::Integer(1))),
            incr(Reply::Bulk("one".into())),
            incr(Reply::Nil),
            incr(Reply::Ok),
            incr(Reply::Array(vec![Reply::Integer(1)])),
            incr(Reply::Error(RedisError::WrongType)),
        ]
        .map(|kind| hash(5, REQUEST, kind))
        .to_vec();
        hashes.push(hash(6, REQUEST, Kind::Routed));
        hashes.push(hash(5, Request { number: 2, ..REQUEST }, Kind::Routed));
        hashes.push(hash(5, Request { server: 2, ..REQUEST }, Kind::Routed));
        for (nth, one) in hashes.iter().enumerate() {
            let same = hashes[..nth].iter().position(|other| other == one);
            assert_eq!(same, None, "the event {nth} has the hash of an earlier one");
        }
    }
}
