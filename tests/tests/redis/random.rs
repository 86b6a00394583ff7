//! Random commands: of all kinds, at few keys, so that they meet.

use limit_sim::redis::{Command, Condition, Expiry, ExpiryCondition, Key, SetOptions, Text};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::pair::key;
use crate::scripts;

/// All keys that are used.
pub const KEYS: [Key; 4] =
    [key(1), key(2), Key { part: Some(3), ..key(1) }, Key { name: "k:{t", id: 1, part: Some(0) }];
/// All fields.
pub const FIELDS: [&str; 3] = ["f", "g", "count"];

/// A source of commands for one sequence.
pub struct Source {
    random: Xoshiro256PlusPlus,
    /// Expiries that were not used yet, in units of 100 s. No two of one sequence are alike, so that which is the later one
    /// does not depend on how long the sequence takes.
    expiries: Vec<i64>,
}

impl Source {
    /// A source for the sequence of this number.
    pub fn new(seed: u64, sequence: u64) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(sequence));
        let mut expiries: Vec<i64> = (1..400).collect();
        for last in (1..expiries.len()).rev() {
            expiries.swap(last, random.random_range(0..=last));
        }
        Self { random, expiries }
    }

    /// Any number below this.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    fn any<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// Up to so many of them, now and then none.
    fn some<T: Clone>(&mut self, all: &[T], most: usize) -> Vec<T> {
        let count = if self.below(5) == 0 { 0 } else { 1 + self.below(most) };
        (0..count).map(|_| self.any(all)).collect()
    }

    fn text(&mut self) -> Text {
        match self.below(12) {
            0 => "x".into(),
            1 => "07".into(),
            2 => "".into(),
            3 => Text::ratio(13, 4),
            4 => Text::ratio(self.below(100) as i64 - 50, 1 + self.below(9) as i64),
            5 => Text::Integer(self.any(&[i64::MAX, i64::MIN, i64::MAX - 1])),
            _ => Text::Integer(self.below(9) as i64 - 2),
        }
    }

    fn amount(&mut self) -> i64 {
        match self.below(12) {
            0 => self.any(&[i64::MAX, i64::MIN, i64::MIN + 1]),
            _ => self.below(11) as i64 - 5,
        }
    }

    /// What becomes of a number of seconds, or of milliseconds if there are a thousand in the unit.
    fn expiry(&mut self, unit: i64) -> i64 {
        match self.below(12) {
            0 => 0,
            // Too far away for either: what only the model refuses, being more than 584 years away, is left out.
            1 => self.any(&[-1, i64::MAX, i64::MIN, i64::MAX / (1000 / unit), i64::MIN / 1000]),
            _ => self.expiries.pop().unwrap_or(1000) * 100 * unit,
        }
    }

    fn when(&mut self) -> ExpiryCondition {
        use ExpiryCondition::{Always, IfEarlier, IfLater, IfNone, IfSome};
        self.any(&[Always, Always, IfNone, IfSome, IfLater, IfEarlier])
    }

    fn options(&mut self) -> SetOptions {
        let expiry = match self.below(6) {
            0 => Expiry::Keep,
            1 => Expiry::Seconds(self.expiry(1)),
            2 => Expiry::Millis(self.expiry(1000)),
            _ => Expiry::Drop,
        };
        let condition = self.any(&[Condition::Always, Condition::Always, Condition::IfMissing, Condition::IfPresent]);
        SetOptions { expiry, condition, get: self.below(4) == 0 }
    }

    /// Any command, for a connection that has begun to queue or not: mostly what leads on.
    pub fn command(&mut self, queueing: bool) -> Command {
        match (self.below(100), queueing) {
            (0..=19, true) | (0, false) => Command::Exec,
            (20, true) | (1..=14, false) => Command::Multi,
            (21, true) | (15..=22, false) => Command::Watch(self.some(&KEYS, 2).into()),
            (22 | 23, _) => Command::Unwatch,
            (24, _) => Command::Discard,
            (25..=28, _) => Command::Transaction((0..self.below(4)).map(|_| self.plain()).collect()),
            _ => self.plain(),
        }
    }

    /// Any command that does not depend on the connection.
    fn plain(&mut self) -> Command {
        let key = self.any(&KEYS);
        match self.below(40) {
            0..=2 => Command::Get(key),
            3..=6 => Command::Set(key, self.text(), self.options()),
            7..=9 => Command::Incr(key),
            10 => Command::IncrBy(key, self.amount()),
            11 => Command::DecrBy(key, self.amount()),
            12..=14 => Command::Del(self.some(&KEYS, 3)),
            15 | 16 => Command::Expire(key, self.expiry(1), self.when()),
            17 | 18 => Command::PExpire(key, self.expiry(1000), self.when()),
            19 => Command::Ttl(key),
            20 => Command::PTtl(key),
            21 => Command::Persist(key),
            22 => Command::MGet(self.some(&KEYS, 4).into()),
            23 | 24 => Command::HSet(key, {
                let fields = self.some(&FIELDS, 3);
                fields.into_iter().map(|field| (field, self.text())).collect()
            }),
            25 => Command::HGet(key, self.any(&FIELDS)),
            26 => Command::HMGet(key, self.some(&FIELDS, 3).into()),
            27 | 28 => Command::HIncrBy(key, self.any(&FIELDS), self.amount()),
            29..=31 => Command::ZAdd(key, self.below(5) as i64 - 2, self.text()),
            32 => {
                let mut bound = || (self.below(4) > 0).then(|| self.below(7) as i64 - 3);
                Command::ZRemRangeByScore(key, bound(), bound())
            }
            33 => Command::ZCard(key),
            34 => Command::ZRange(key, self.below(9) as i64 - 4, self.below(9) as i64 - 4, self.below(2) == 0),
            35 => Command::ScriptLoad(self.script()),
            36 if self.below(3) == 0 => Command::ScriptFlush,
            _ => Command::EvalSha(self.script(), [key, self.any(&KEYS)].into(), [self.text()].into()),
        }
    }

    fn script(&mut self) -> limit_sim::redis::Script {
        self.any(&scripts::ALL).0
    }
}
