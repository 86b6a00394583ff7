//! What is asked of runs, with all its values.

use super::{Summing, nearest_rank};
use crate::scenario::{Choice, Measure};
use crate::time::Time;
use crate::verdict::Verdict;

/// Each measure's values over runs, in the order of their seeds.
#[derive(Clone, Debug, Default)]
pub struct Samples([Sample; Measure::ALL.len()]);

/// One measure's.
#[derive(Clone, Debug, Default)]
struct Sample {
    summing: Summing,
    values: Vec<f64>,
}

impl Measure {
    /// What a run comes to by it: requests, calls a request, or microseconds.
    #[inline]
    pub fn of(self, verdict: &Verdict) -> f64 {
        match self {
            Self::Allowed => verdict.allowed.into(),
            Self::FalselyRefused => verdict.falsely_refused.into(),
            Self::RedisCalls => verdict.redis_calls_per_request,
            Self::WaitP50 => verdict.added_wait_us.p50,
            Self::WaitP99 => verdict.added_wait_us.p99,
        }
    }
}

impl Samples {
    /// Adds a run.
    pub fn add(&mut self, verdict: &Verdict) {
        for (sample, measure) in self.0.iter_mut().zip(Measure::ALL) {
            let value = measure.of(verdict);
            sample.summing.add(value);
            sample.values.push(value);
        }
    }

    /// How many runs there are.
    pub fn runs(&self) -> u64 {
        self.0[0].summing.count()
    }

    /// A measure's mean and spread, and how sure the mean is.
    pub fn summing(&self, measure: Measure) -> &Summing {
        &self.0[measure.place()].summing
    }

    /// What so many per cent of the runs stay within, by nearest rank. There must be a run.
    pub fn percentiles<const N: usize>(&self, measure: Measure, percents: [u32; N]) -> [f64; N] {
        let values = &self.0[measure.place()].values;
        // None is negative, so they are in the order of their bits; and what is sorted as instants, like so much else, costs
        // no code of its own in the browser.
        let mut values: Vec<Time> = values.iter().map(|value| Time::from_nanos(value.to_bits())).collect();
        values.sort_unstable();
        percents.map(|percent| f64::from_bits(values[nearest_rank(values.len(), percent as usize)].nanos()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::many::verdicts;
    use crate::scenario::{Scenario, Strategy};

    #[test]
    fn each_measure_has_the_values_of_all_runs() {
        let scenario = Scenario { strategy: Strategy::GetSet, ..Scenario::default() };
        let mut samples = Samples::default();
        let verdicts: Vec<_> = verdicts(&scenario, 40).collect();
        verdicts.iter().for_each(|verdict| samples.add(verdict));
        assert_eq!(samples.runs(), 40);
        for measure in Measure::ALL.iter().copied() {
            let mut values: Vec<_> = verdicts.iter().map(|verdict| measure.of(verdict)).collect();
            values.sort_by(f64::total_cmp);
            assert_eq!(samples.percentiles(measure, [5, 50, 95, 100]), [values[1], values[19], values[37], values[39]]);
            let mean = values.iter().sum::<f64>() / 40.0;
            assert!((samples.summing(measure).summary().mean - mean).abs() < 1e-9, "{measure:?}");
        }
    }
}
