//! Stale reads: reads whose value was changed before their reader wrote. They are what lets too many through.

use super::{Event, Kind, Trace};
use crate::redis::{Key, Text};
use crate::run::Request;
use crate::time::Time;

/// A read that went stale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleRead {
    /// The reader.
    pub request: Request,
    /// What it read; none for a missing key.
    pub value: Option<Text>,
    /// When Redis read it.
    pub read: Time,
    /// When the first other write changed it.
    pub stale: Time,
    /// The request that wrote that.
    pub by: Request,
    /// When its own write ran.
    pub wrote: Time,
}

/// A read that its reader has not followed up yet.
struct Open {
    key: Key,
    value: Option<Text>,
    read: Time,
    /// How many changes came before it.
    changes: usize,
}

impl Trace {
    /// All stale reads, in the order of the writes that followed them.
    #[inline]
    pub fn stale_reads(&self) -> Vec<StaleRead> {
        let mut open: Vec<Option<Open>> = (0..self.numbers()).map(|_| None).collect();
        // All changes so far of any key.
        let mut changes: Vec<(Key, Time, Request)> = Vec::new();
        let mut found = Vec::new();
        for &Event { at, request, ref kind } in &self.events {
            let open = &mut open[request.number as usize];
            match kind {
                Kind::Executed { command, before, .. } if let Some(key) = command.read_key() => {
                    *open = Some(Open { key: *key, value: before.clone(), read: at, changes: changes.len() });
                }
                Kind::Executed { command, before, after, .. } if command.writes_value() => {
                    if let Some(Open { key, value, read, changes: earlier }) = open.take() {
                        // Mostly the first: at one time, nearly all commands are for one window's key.
                        let stale = changes[earlier..].iter().find(|(changed, ..)| *changed == key);
                        found.extend(stale.map(|&(_, stale, by)| StaleRead {
                            request,
                            value,
                            read,
                            stale,
                            by,
                            wrote: at,
                        }));
                    }
                    if before != after {
                        command.for_each_key(&mut |key| changes.push((*key, at, request)));
                    }
                }
                Kind::Decided { .. } => *open = None,
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Arrivals, Scenario, Strategy};
    use crate::time::Span;

    fn trace(strategy: Strategy) -> Trace {
        Trace::of(&Scenario { strategy, ..Scenario::default() })
    }

    #[test]
    fn without_a_read_nothing_goes_stale() {
        for strategy in [Strategy::Local, Strategy::Split, Strategy::Incr] {
            assert_eq!(trace(strategy).stale_reads(), []);
        }
    }

    #[test]
    fn a_read_is_stale_from_the_first_other_change_to_its_own_write() {
        let two = Scenario {
            strategy: Strategy::GetSet,
            burst: 2,
            limit: 1,
            spread: Span::from_millis(1),
            arrivals: Arrivals::Even,
            ..Scenario::default()
        };
        let trace = Trace::of(&two);
        let [stale] = trace.stale_reads().try_into().unwrap();
        // Sent 0.5 ms apart with a round trip of 2 ms and 8 us of service: both read nothing before either writes.
        assert_eq!((stale.request.number, stale.value, stale.by.number), (1, None, 0));
        assert_eq!(stale.stale - stale.read, Span::from_micros(1508));
        assert_eq!(stale.wrote - stale.stale, Span::from_micros(500));
    }

    #[test]
    fn get_then_set_lets_more_through_only_where_reads_went_stale() {
        for seed in 0..50 {
            let trace = Trace::of(&Scenario { strategy: Strategy::GetSet, seed, ..Scenario::default() });
            assert!(trace.verdict().over == 0 || !trace.stale_reads().is_empty(), "seed {seed}");
        }
    }
}
