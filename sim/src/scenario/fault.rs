//! What goes wrong in a run, and when.

use std::fmt;

use super::Scenario;
use crate::phrase::{Phrase, phrase};
use crate::time::{Span, Time};

/// Something that goes wrong, from an instant until another; the same one where it is over at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// When it begins, from the run's start.
    pub from: Time,
    /// When it ends; never before it begins.
    pub until: Time,
    /// What it is.
    pub what: What,
}

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// Redis is not there: connections are refused, what waits in it is dropped. It comes back with its keys and without its
    /// scripts, as after a restart.
    Down,
    /// Nothing gets through between servers and Redis, either way. What is lost is sent once more when it is over, if its
    /// sender still waits.
    Silent,
    /// Redis stands still: what comes waits, and runs when it is over.
    Paused,
    /// Each command takes so many times as long.
    Slow(u32),
    /// A replica takes over at the end. What was written since the beginning had not reached it, and it knows no scripts.
    Failover,
    /// The keys are gone.
    Flush,
    /// Half of the keys are gone, rounded up, drawn by chance.
    Evict,
    /// The first user's keys are deleted by hand.
    Delete,
    /// The server of this number (from 0) stops: what it was checking is lost, and its memory. It is back, empty, at the end.
    Crash(u32),
    /// So many servers join, empty.
    Join(u32),
    /// So many leave, once they are done: those that came last.
    Leave(u32),
    /// The servers are restarted one after another, and come back empty. Each has its part of the time to finish what it has;
    /// what is not done by then is lost.
    Deploy,
}

/// The name in links under which a fault is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// What happens to Redis, or on the way there.
    Redis,
    /// Servers that crash.
    Crash,
    /// Servers that join or leave.
    Scale,
    /// Restarts.
    Deploy,
}

impl Family {
    /// That name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redis => "redis",
            Self::Crash => "crash",
            Self::Scale => "scale",
            Self::Deploy => "deploy",
        }
    }
}

/// How a fault's time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// It is over at once.
    Instant,
    /// It lasts.
    Lasting,
    /// Either.
    Either,
}

/// How far a replica is behind that takes over, where a link does not say.
pub const LAG: Span = Span::from_millis(5);

/// Allowed factors of [`What::Slow`].
pub const SLOW: std::ops::RangeInclusive<u32> = 2..=100_000;

/// Allowed instants of faults: as long as a stream can last.
const LATEST: Time = Time::from_nanos(Scenario::DURATION.end().nanos());

/// What happens to Redis, by the names in links.
const NAMES: [(&str, What); 8] = [
    ("down", What::Down),
    ("silent", What::Silent),
    ("paused", What::Paused),
    ("slow", What::Slow(20)),
    ("failover", What::Failover),
    ("flush", What::Flush),
    ("evict", What::Evict),
    ("delete", What::Delete),
];

impl What {
    /// The name in links under which it is given.
    pub fn family(self) -> Family {
        match self {
            Self::Crash(_) => Family::Crash,
            Self::Join(_) | Self::Leave(_) => Family::Scale,
            Self::Deploy => Family::Deploy,
            _ => Family::Redis,
        }
    }

    /// Whether it happens to Redis, or on the way there.
    pub fn is_redis(self) -> bool {
        self.family() == Family::Redis
    }

    /// How its time is given.
    pub fn extent(self) -> Extent {
        match self {
            Self::Flush | Self::Evict | Self::Delete | Self::Join(_) | Self::Leave(_) => Extent::Instant,
            Self::Crash(_) => Extent::Either,
            Self::Down | Self::Silent | Self::Paused | Self::Slow(_) | Self::Failover | Self::Deploy => Extent::Lasting,
        }
    }

    /// Whether it is of the same kind, whatever its number.
    pub fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl Fault {
    /// Reads one of a family. None when it can't be taken.
    #[inline]
    pub(super) fn read(family: Family, text: &str) -> Option<Self> {
        let (what, times) = match family {
            Family::Deploy => (What::Deploy, text),
            _ => {
                let (what, times) = text.split_once('@')?;
                (family.read(what)?, times)
            }
        };
        let (times, what) = match what {
            What::Slow(_) => {
                let (times, factor) = times.split_once('x')?;
                (times, What::Slow(number(factor).filter(|one| SLOW.contains(one))?))
            }
            _ => (times, what),
        };
        let instant = |text: &str| Some(Time::START + text.parse::<Span>().ok()?).filter(|at| *at <= LATEST);
        let (from, until) = match (ends(times), what.extent()) {
            (Some((from, until)), Extent::Lasting | Extent::Either) => (instant(from)?, instant(until)?),
            (None, Extent::Instant | Extent::Either) => (instant(times)?, instant(times)?),
            // A replica that takes over then.
            (None, _) if what == What::Failover => (instant(times)?.saturating_sub(LAG), instant(times)?),
            _ => return None,
        };
        (from <= until).then_some(Self { from, until, what })
    }
}

impl Family {
    /// What goes wrong, as text.
    #[inline]
    fn read(self, text: &str) -> Option<What> {
        match self {
            Self::Redis => NAMES.iter().find(|(name, _)| *name == text).map(|(_, what)| *what),
            Self::Crash => {
                let server = number(text.strip_prefix('s')?).filter(|one| Scenario::SERVERS.contains(one))?;
                Some(What::Crash(server - 1))
            }
            Self::Scale => {
                // In a query a plus stands for a space.
                let joins = text.strip_prefix(['+', ' ']).map(|text| (text, What::Join as fn(u32) -> What));
                let (text, what) = joins.or_else(|| Some((text.strip_prefix('-')?, What::Leave as fn(u32) -> What)))?;
                number(text).filter(|one| Scenario::SERVERS.contains(one)).map(what)
            }
            Self::Deploy => None,
        }
    }

    /// What is allowed, in words.
    #[inline]
    pub(super) fn allowed(self) -> Phrase {
        match self {
            Self::Redis => phrase(
                "down@10ms..30ms, and so silent, paused and failover, slow@10ms..30msx20 (x2 to x100000), flush@20ms, \
                 evict@20ms and delete@20ms, up to 600s; with commas between them",
                vec![],
            ),
            Self::Crash => {
                phrase("s2@12ms or s2@12ms..20ms, the second of the servers; with commas between them", vec![])
            }
            Self::Scale => {
                phrase("+4@20ms or -2@20ms, so that 1 to 32 servers are there; with commas between them", vec![])
            }
            Self::Deploy => phrase("10ms..30ms; with commas between them", vec![]),
        }
    }
}

/// Both ends of what is written with two points between them. (What std splits texts by texts with is kilobytes in the
/// browser.)
#[inline]
pub(super) fn ends(times: &str) -> Option<(&str, &str)> {
    let points = times.as_bytes().windows(2).position(|two| two == b"..")?;
    times.get(..points).zip(times.get(points + 2..))
}

/// Digits alone.
#[inline]
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|one| one.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// As in links, after the family's name.
impl fmt::Display for Fault {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, until, what } = self;
        match what {
            What::Crash(server) => write!(f, "s{}@", server + 1)?,
            What::Join(servers) => write!(f, "+{servers}@")?,
            What::Leave(servers) => write!(f, "-{servers}@")?,
            What::Deploy => {}
            redis => {
                let name = NAMES.iter().find(|(_, one)| one.is_like(*redis)).map_or("", |(name, _)| name);
                write!(f, "{name}@")?;
            }
        }
        write!(f, "{from}")?;
        if what.extent() == Extent::Lasting || from < until {
            write!(f, "..{until}")?;
        }
        match what {
            What::Slow(factor) => write!(f, "x{factor}"),
            _ => Ok(()),
        }
    }
}

/// All that goes wrong in a run: at most [`Faults::MOST`], in the order in which they begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults([Option<Fault>; Faults::MOST]);

impl Faults {
    /// How many there can be.
    pub const MOST: usize = 8;

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Fault> + '_ {
        self.0.iter().map_while(|fault| *fault)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether nothing goes wrong.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// The same with one more. None when there are as many as there can be.
    #[inline(never)]
    #[must_use]
    pub fn with(mut self, mut fault: Fault) -> Option<Self> {
        if self.0[Self::MOST - 1].is_some() {
            return None;
        }
        // What comes later moves on by a place. (To rotate a slice is two kilobytes in the browser.)
        for place in &mut self.0 {
            match place {
                Some(one) if *one <= fault => {}
                Some(one) => std::mem::swap(one, &mut fault),
                None => {
                    *place = Some(fault);
                    break;
                }
            }
        }
        Some(self)
    }

    /// The same without the nth.
    #[inline]
    #[must_use]
    pub fn without(mut self, nth: usize) -> Self {
        if let Some(rest) = self.0.get_mut(nth..) {
            rest[0] = None;
            rest.rotate_left(1);
        }
        self
    }

    /// The same without those of a family.
    #[inline]
    #[must_use]
    pub(super) fn without_family(self, family: Family) -> Self {
        let kept = self.iter().filter(|fault| fault.what.family() != family);
        kept.fold(Self::default(), |faults, fault| faults.with(fault).unwrap_or(faults))
    }
}

impl FromIterator<Fault> for Faults {
    /// The first [`Faults::MOST`] of them.
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        faults.into_iter().fold(Self::default(), |all, fault| all.with(fault).unwrap_or(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_printed_as_it_is_read() {
        for (family, texts) in [
            (
                Family::Redis,
                &[
                    "down@10ms..30ms",
                    "silent@0ms..30ms",
                    "paused@1.5ms..2s",
                    "slow@10ms..30msx20",
                    "failover@5ms..20ms",
                    "flush@20ms",
                    "evict@20ms",
                    "delete@600s",
                ][..],
            ),
            (Family::Crash, &["s2@12ms", "s32@12ms..20ms"]),
            (Family::Scale, &["+4@20ms", "-2@20ms"]),
            (Family::Deploy, &["10ms..30ms"]),
        ] {
            for text in texts {
                let fault = Fault::read(family, text).unwrap_or_else(|| panic!("{text}"));
                assert_eq!((fault.to_string().as_str(), fault.what.family()), (*text, family));
            }
        }
    }

    #[test]
    fn a_failover_without_a_beginning_lags_by_five_milliseconds() {
        let fault = Fault::read(Family::Redis, "failover@20ms").unwrap();
        assert_eq!(fault.to_string(), "failover@15ms..20ms");
        assert_eq!(Fault::read(Family::Redis, "failover@2ms").unwrap().to_string(), "failover@0ms..2ms");
    }

    #[test]
    fn what_makes_no_sense_is_not_read() {
        for (family, texts) in [
            (
                Family::Redis,
                &[
                    "down",
                    "down@",
                    "down@5ms",
                    "down@9ms..5ms",
                    "gone@5ms",
                    "flush@1ms..2ms",
                    "slow@1ms..2ms",
                    "slow@1ms..2msx1",
                    "down@1..2",
                    "down@1ms..601s",
                    "down@1ms..2msx3",
                ][..],
            ),
            (Family::Crash, &["2@5ms", "s0@5ms", "s33@5ms", "s@5ms", "s+2@5ms"]),
            (Family::Scale, &["4@5ms", "+0@5ms", "+33@5ms", "+4@5ms..6ms"]),
            (Family::Deploy, &["10ms", "@10ms..20ms"]),
        ] {
            for text in texts {
                assert_eq!(Fault::read(family, text), None, "{text}");
            }
        }
    }

    #[test]
    fn faults_are_kept_in_order_and_no_more_than_fit() {
        let at = |millis| Fault { from: Time::from_nanos(millis), until: Time::from_nanos(millis), what: What::Flush };
        let faults: Faults = [5, 1, 4, 2, 3].map(at).into_iter().collect();
        assert_eq!(faults.iter().map(|one| one.from.nanos()).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(faults.without(1).iter().map(|one| one.from.nanos()).collect::<Vec<_>>(), [1, 3, 4, 5]);
        assert_eq!(faults.without(4).len(), 4);
        assert_eq!(faults.without(7), faults);
        let full: Faults = (0..8).map(at).collect();
        assert_eq!((full.len(), full.with(at(3))), (8, None));
        assert!(full.without_family(Family::Redis).is_empty());
    }
}
