//! One setting that goes through its values while all others stay.

use std::fmt;
use std::ops::RangeInclusive;

use super::fault::ends;
use super::parameter::whole_number;
use super::{Axis, Choice, Scenario, too_much};
use crate::phrase::{Phrase, phrase, text};
use crate::time::Span;

/// Which setting goes from where to where. Values are counted in nanoseconds where they are spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sweep {
    /// The setting.
    pub axis: Axis,
    /// Its first value.
    pub from: u64,
    /// The last, unless no step hits it.
    pub to: u64,
    /// How far one value is from the next; longer than zero.
    pub step: u64,
}

impl Sweep {
    /// Allowed numbers of values.
    pub const POINTS: RangeInclusive<u64> = 2..=101;

    /// The usual one.
    #[inline]
    pub fn of(axis: Axis) -> Self {
        const MS: u64 = 1_000_000;
        let (from, to, step) = match axis {
            Axis::Rtt => (0, 20 * MS, MS),
            Axis::Servers => (1, 16, 1),
            Axis::Burst => (10, 200, 10),
            Axis::Spread => (0, 200 * MS, 10 * MS),
            Axis::Sync => (5 * MS, 100 * MS, 5 * MS),
            Axis::Limit => (2, 40, 2),
        };
        Self { axis, from, to, step }
    }

    /// How many values there are.
    #[inline]
    pub fn points(self) -> u64 {
        (self.to - self.from) / self.step + 1
    }

    /// All values, in order.
    #[inline]
    pub fn values(self) -> impl Iterator<Item = u64> {
        (0..self.points()).map(move |nth| self.from + nth * self.step)
    }

    /// Reads `rtt=0ms..20ms/1ms`, or `rtt` for the usual one.
    #[inline]
    pub fn read(text: &str) -> Option<Self> {
        let Some((name, range)) = text.split_once('=') else { return Some(Self::of(Axis::from_name(text)?)) };
        let axis = Axis::from_name(name)?;
        let (range, step) = range.split_once('/')?;
        let (from, to) = ends(range)?;
        let sweep = Self { axis, from: axis.read(from)?, to: axis.read(to)?, step: axis.read(step)? };
        let [least, most] = axis.range();
        let fits = least <= sweep.from && sweep.from <= sweep.to && sweep.to <= most && sweep.step > 0;
        (fits && Self::POINTS.contains(&sweep.points())).then_some(sweep)
    }

    /// What [`Self::read`] takes, in words.
    #[inline]
    pub fn allowed() -> Phrase {
        phrase(
            "{}; or with a range as in rtt=0ms..20ms/1ms, {} to {} values, all of which that parameter takes",
            vec![super::parameter::any_of(Axis::NAMES), text(Self::POINTS.start()), text(Self::POINTS.end())],
        )
    }
}

impl Default for Sweep {
    fn default() -> Self {
        Self::of(Axis::default())
    }
}

/// As it is read.
impl fmt::Display for Sweep {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { axis, from, to, step } = *self;
        f.write_str(axis.name())?;
        if *self == Self::of(axis) {
            return Ok(());
        }
        write!(f, "={}..{}/{}", axis.print(from), axis.print(to), axis.print(step))
    }
}

impl Axis {
    /// Whether its values are spans, counted in nanoseconds.
    #[inline]
    pub fn is_span(self) -> bool {
        matches!(self, Self::Rtt | Self::Spread | Self::Sync)
    }

    /// The least and the greatest value.
    #[inline]
    pub fn range(self) -> [u64; 2] {
        let spans = |range: RangeInclusive<Span>| [range.start().nanos(), range.end().nanos()];
        let numbers = |range: RangeInclusive<u32>| [*range.start(), *range.end()].map(u64::from);
        match self {
            Self::Rtt => spans(Scenario::RTT),
            Self::Spread => spans(Scenario::SPREAD),
            Self::Sync => spans(Scenario::SYNC),
            Self::Servers => numbers(Scenario::SERVERS),
            Self::Burst => numbers(Scenario::BURST),
            Self::Limit => numbers(Scenario::LIMIT),
        }
    }

    /// A value as the parameter's text.
    #[inline]
    pub fn print(self, value: u64) -> String {
        if self.is_span() { Span::from_nanos(value).to_string() } else { value.to_string() }
    }

    /// Reads a value from the parameter's text. It need not be in the range.
    #[inline]
    pub fn read(self, text: &str) -> Option<u64> {
        if self.is_span() { Some(text.parse::<Span>().ok()?.nanos()) } else { whole_number(text) }
    }

    /// What a column of its values is called, with their unit.
    #[inline]
    pub fn column(self) -> String {
        let unit = if self.is_span() { "_us" } else { "" };
        format!("{}{unit}", self.name())
    }

    /// A value in such a column: microseconds, where it is a span.
    #[inline]
    pub fn number(self, value: u64) -> String {
        match (value / 1_000, value % 1_000) {
            _ if !self.is_span() => value.to_string(),
            (micros, 0) => micros.to_string(),
            (micros, nanos) => format!("{micros}.{nanos:03}").trim_end_matches('0').to_owned(),
        }
    }

    /// A scenario's value.
    #[inline]
    pub fn get(self, scenario: &Scenario) -> u64 {
        match self {
            Self::Rtt => scenario.rtt.nanos(),
            Self::Spread => scenario.spread.nanos(),
            Self::Sync => scenario.sync.nanos(),
            Self::Servers => scenario.servers.into(),
            Self::Burst => scenario.burst.into(),
            Self::Limit => scenario.limit.into(),
        }
    }

    /// The scenario with another value.
    ///
    /// # Errors
    /// What is allowed instead, and of which parameter, when the value is beyond its range, or with the rest more than a run
    /// can bear.
    #[inline]
    pub fn with(self, scenario: &Scenario, value: u64) -> Result<Scenario, (&'static str, Phrase)> {
        let [least, most] = self.range();
        if !(least..=most).contains(&value) {
            return Err((self.name(), phrase("{} to {}", vec![text(&self.print(least)), text(&self.print(most))])));
        }
        let scenario = self.put(scenario, value);
        match too_much(&scenario) {
            Some((name, why)) => Err((name, why.allowed(name))),
            None => Ok(scenario),
        }
    }

    /// The scenario with this parameter as it is by default: the same for all that differ by it alone. That may be more than a
    /// run can bear.
    #[inline]
    pub fn without(self, scenario: &Scenario) -> Scenario {
        self.put(scenario, self.get(&Scenario::default()))
    }

    /// The scenario with a value in the range.
    #[inline]
    fn put(self, scenario: &Scenario, value: u64) -> Scenario {
        let mut scenario = *scenario;
        let span = Span::from_nanos(value);
        match self {
            Self::Rtt => scenario.rtt = span,
            Self::Spread => scenario.spread = span,
            Self::Sync => scenario.sync = span,
            // What is in the range fits.
            Self::Servers => scenario.servers = value as u32,
            Self::Burst => scenario.burst = value as u32,
            Self::Limit => scenario.limit = value as u32,
        }
        scenario
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Strategy, Traffic};

    #[test]
    fn a_sweep_is_printed_as_it_is_read() {
        for text in ["rtt", "servers", "limit", "rtt=0ms..20ms/500us", "servers=1..32/1", "sync=1ms..1s/100ms"] {
            assert_eq!(Sweep::read(text).unwrap_or_else(|| panic!("{text}")).to_string(), text);
        }
        assert_eq!(Sweep::read("rtt=0ms..20ms/1ms"), Sweep::read("rtt"), "the usual one is named by its axis alone");
    }

    #[test]
    fn each_axis_has_the_range_of_its_parameter_and_a_usual_sweep_within_it() {
        for axis in Axis::ALL.iter().copied() {
            let usual = Sweep::of(axis);
            let in_full = format!(
                "{}={}..{}/{}",
                axis.name(),
                axis.print(usual.from),
                axis.print(usual.to),
                axis.print(usual.step)
            );
            assert_eq!(Sweep::read(&in_full), Some(usual), "{in_full}");
            let named = super::super::Parameter::ALL.iter().find(|one| one.name == axis.name()).unwrap();
            let [least, most] = axis.range().map(|value| axis.print(value));
            assert!(
                named.allowed().to_string().contains(&format!("{least} to {most}")),
                "{}: {least} to {most}",
                axis.name()
            );
        }
    }

    #[test]
    fn what_is_no_sweep_is_not_taken() {
        for text in [
            "",
            "seed",
            "rtt=",
            "rtt=0ms..20ms",
            "rtt=0..20/1",
            "rtt=20ms..0ms/1ms",
            "rtt=0ms..20ms/0ms",
            "rtt=0ms..501ms/10ms",
            "servers=0..4/1",
            "servers=1..33/1",
            "burst=1..1000/1",
            "limit=5..6/10",
            "rtt=0ms/1ms",
            "rtt=0ms..20ms/1ms/1ms",
            "servers=1ms..4ms/1ms",
        ] {
            assert_eq!(Sweep::read(text), None, "{text}");
        }
    }

    #[test]
    fn values_go_from_the_first_in_steps_up_to_the_last() {
        let values = |text| Sweep::read(text).unwrap().values().collect::<Vec<_>>();
        assert_eq!(values("servers=1..8/3"), [1, 4, 7]);
        assert_eq!(values("rtt=0ms..2ms/1ms"), [0, 1_000_000, 2_000_000]);
    }

    #[test]
    fn a_scenario_has_the_value_that_it_is_given_unless_that_is_too_much() {
        for axis in Axis::ALL.iter().copied() {
            let usual = Sweep::of(axis);
            let with = axis.with(&Scenario::default(), usual.to).unwrap();
            assert_eq!(axis.get(&with), usual.to);
            assert_eq!(axis.with(&with, axis.get(&Scenario::default())), Ok(Scenario::default()));
        }
        let busy = Scenario { users: *Scenario::USERS.end(), duration: Span::from_secs(5), ..Scenario::default() };
        let busy = Scenario { strategy: Strategy::SyncAll, traffic: Traffic::Steady, servers: 32, ..busy };
        assert_eq!(Axis::Sync.with(&busy, 1_000_000).unwrap_err().0, "sync");
    }

    #[test]
    fn no_axis_takes_what_is_beyond_the_range_of_its_parameter() {
        for axis in Axis::ALL.iter().copied() {
            let [least, most] = axis.range();
            assert!(axis.with(&Scenario::default(), least).is_ok() && axis.with(&Scenario::default(), most).is_ok());
            let allowed = format!("{} to {}", axis.print(least), axis.print(most));
            for value in
                [least.checked_sub(1), Some(most + 1), Some(most + (1 << 32)), Some(u64::MAX)].into_iter().flatten()
            {
                let told =
                    axis.with(&Scenario::default(), value).map_err(|(name, allowed)| (name, allowed.to_string()));
                assert_eq!(told, Err((axis.name(), allowed.clone())), "{value}");
            }
        }
    }

    #[test]
    fn scenarios_that_differ_by_an_axis_alone_are_the_same_without_it() {
        let busy =
            Scenario { servers: 32, strategy: Strategy::SyncAll, traffic: Traffic::Steady, ..Scenario::default() };
        for axis in Axis::ALL.iter().copied() {
            let same = |value| axis.without(&axis.put(&busy, value));
            let [one, other] = axis.range().map(same);
            assert_eq!(one, other, "{}", axis.name());
        }
    }

    #[test]
    fn a_column_has_spans_in_microseconds() {
        assert_eq!([Axis::Rtt.column(), Axis::Burst.column()], ["rtt_us", "burst"]);
        assert_eq!(
            [0, 1_000, 500_000_000, 1_500, 1_501, 20, 7].map(|value| Axis::Rtt.number(value)),
            ["0", "1", "500000", "1.5", "1.501", "0.02", "0.007"]
        );
        assert_eq!([1, 1_500].map(|value| Axis::Limit.number(value)), ["1", "1500"]);
    }
}
