//! How long calls wait for their turn at one Redis: a formula, and the engine beside it.
//!
//! Redis does one thing at a time. Where calls come at random (a Poisson process) and each keeps it busy equally long, it is
//! the queue that is known as M/D/1. How long a call waits, in lengths of such a service, depends on nothing but the
//! [`Load`]: so what is measured with one service holds for every other.

use serde::{Serialize, Serializer};

use crate::many::Summing;
use crate::redis::server::{SERVICE, service};
use crate::scenario::{Scenario, Strategy, Traffic};
use crate::time::Span;
use crate::trace::{Kind, Trace};

/// The part of the time that one node is busy, in billionths: calls a second times the service of each in nanoseconds. More
/// than the whole is more than one node can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Load(u64);

impl Load {
    /// All the time.
    pub const FULL: Self = Self::from_billionths(1_000_000_000);

    /// So many billionths.
    pub const fn from_billionths(billionths: u64) -> Self {
        Self(billionths)
    }

    /// So many billionths.
    pub const fn billionths(self) -> u64 {
        self.0
    }

    /// What so many thousandths of a call come to each second, rounded down to whole billionths.
    #[inline]
    pub fn of(millicalls: u64, service: Span) -> Self {
        let nanos = service.nanos();
        // In two parts: their product does not always fit.
        Self((millicalls / 1000).saturating_mul(nanos).saturating_add(millicalls % 1000 * nanos / 1000))
    }

    /// As a part of the whole: 0.054.
    pub fn share(self) -> f64 {
        self.0 as f64 / Self::FULL.0 as f64
    }

    /// The mean time that a call waits for its turn, in lengths of a service; none where more comes than can be done, because
    /// the queue grows without bound then.
    ///
    /// The formula of Pollaczek and Khinchine for services that are all equal, rho / (2 (1 - rho)).
    #[inline]
    pub fn mean_wait(self) -> Option<f64> {
        let left = Self::FULL.0.checked_sub(self.0).filter(|left| *left > 0)?;
        Some(self.0 as f64 / (2.0 * left as f64))
    }
}

/// As a part of the whole.
impl Serialize for Load {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.share())
    }
}

/// How long calls waited in the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waits {
    /// The mean, in lengths of a service.
    pub mean: f64,
    /// Its standard error, in the same: from the means of [`Waits::BATCHES`] stretches of the run, because waits that follow
    /// on each other are alike. Where a queue hardly empties (above 90 % or so), even stretches are alike, and this is too
    /// small.
    pub standard_error: f64,
    /// How many calls that is of.
    pub calls: u32,
}

impl Waits {
    /// How many stretches the mean is taken of.
    pub const BATCHES: usize = 20;

    /// Runs the engine with so many requests, from 100 to a million, and measures. None where nothing comes, and where more comes than
    /// can be done: no mean holds there.
    ///
    /// The first tenth is left out: the queue is empty at first. What is left of that start is less than the standard error
    /// wherever a run is long beside the times for which Redis is never idle: those are 1 / (1 - rho) services on average, a
    /// run n / rho.
    ///
    /// `requests` instants drawn uniformly from the run's length are a Poisson process of which is known how many came. So
    /// every run has exactly this load, where a stream's would vary by its nth root, and waits grow faster than the load:
    /// the mean is lower here by about 1 part in n (1 - rho)^2, which is less than its standard error, too.
    ///
    /// By a full trace: another recorder would be another engine in what the page loads.
    #[inline]
    pub fn measured(load: Load, requests: u32, seed: u64) -> Option<Self> {
        if load == Load::default() || load >= Load::FULL {
            return None;
        }
        let waits = waits(&Trace::of(&scenario(load, requests, seed)));
        let settled = &waits[waits.len() / 10..];
        let size = settled.len() / Self::BATCHES;
        let mut means = Summing::default();
        for batch in settled.chunks_exact(size).take(Self::BATCHES) {
            let sum: u64 = batch.iter().map(|wait| wait.nanos()).sum();
            means.add(sum as f64 / (size as f64 * SERVICE.nanos() as f64));
        }
        let summary = means.summary();
        let standard_error = summary.sd / libm::sqrt(Self::BATCHES as f64);
        Some(Self { mean: summary.mean, standard_error, calls: (size * Self::BATCHES) as u32 })
    }
}

/// The run that is measured: one command for each request, at random instants, and nothing between the server and Redis. (The
/// very first is followed by a second command, which sets the expiry.)
#[inline]
pub fn scenario(load: Load, requests: u32, seed: u64) -> Scenario {
    let busy = u64::from(requests) * SERVICE.nanos();
    let spread = Span::from_nanos(busy * Load::FULL.0 / load.0.max(1));
    Scenario {
        strategy: Strategy::Incr,
        traffic: Traffic::Burst,
        servers: 1,
        burst: requests,
        spread,
        // All of it in one window.
        window: spread + Span::from_secs(1),
        limit: requests,
        rtt: Span::ZERO,
        seed,
        ..Scenario::default()
    }
}

/// How long each command waited at Redis, in the order in which they ran.
#[inline]
pub fn waits(trace: &Trace) -> Vec<Span> {
    let mut queued = vec![Default::default(); trace.scenario().requests() as usize];
    let mut waits = Vec::new();
    for event in trace.events() {
        // What a server does without a request is not among them.
        let Some(queued) = queued.get_mut(event.request.number as usize) else { continue };
        match &event.kind {
            Kind::Queued => *queued = event.at,
            Kind::Executed { command, .. } => {
                waits.push(Span::from_nanos((event.at - *queued).nanos() - service(command).nanos()));
            }
            _ => {}
        }
    }
    waits
}
