//! The runs of the panel: the same requests and the same outage under each policy, and under each timeout.

use limit_sim::scenario::{OnFailure, Outage, Policies, Scenario, What};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{During, Outcome, Trace};
use limit_sim::verdict::Verdict;

/// A decision: when, and what it came to.
pub type Mark = (Time, Outcome);

/// A run under a policy.
pub struct Ran {
    /// The policy.
    pub policy: OnFailure,
    /// What the whole run comes to.
    pub verdict: Verdict,
    /// What becomes of those who come in the outage.
    pub during: During,
    /// All decisions, in order.
    pub marks: Vec<Mark>,
}

/// A run with another timeout, or another outage in the same time.
pub struct Paced {
    /// The timeout, if there is one.
    pub timeout: Option<Span>,
    /// What happens to Redis.
    pub what: What,
    /// What becomes of those who come in the outage.
    pub during: During,
}

/// All of them, once they have been run one after another (see [`Runs::go_on`]).
pub struct Runs {
    /// What is run.
    pub scenario: Scenario,
    /// When Redis gives no answers, or late ones.
    pub outage: Outage,
    /// The endpoints' policies.
    pub endpoints: [OnFailure; 3],
    /// Each policy that an endpoint has, once.
    all: Vec<Ran>,
    /// The same requests with no timeout, with 10 ms, with 1 s; and with Redis down instead.
    pub paced: Vec<Paced>,
    /// When an exact limiter lets requests through to which nothing happens.
    pub due: Vec<Mark>,
    /// The last decision of all.
    pub end: Time,
    /// The most that one of them let through.
    pub most: usize,
}

impl Runs {
    /// Those of the scenario, of which none has been run. None where Redis has no outage.
    pub fn to_come(scenario: &Scenario, policies: &Policies) -> Option<Self> {
        let outage = scenario.outage()?;
        let (scenario, endpoints) = (*scenario, policies.endpoints);
        let (all, paced, due) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self { scenario, outage, endpoints, all, paced, due, end: Time::START, most: 0 })
    }

    /// The same with all of them run.
    #[cfg(test)]
    pub fn of(scenario: &Scenario, policies: &Policies) -> Option<Self> {
        let mut runs = Self::to_come(scenario, policies)?;
        while runs.go_on() {}
        Some(runs)
    }

    /// Does the next of the runs. Answers whether there are more.
    pub fn go_on(&mut self) -> bool {
        let Self { scenario, outage, .. } = self;
        let missing = |policy: &&OnFailure| self.all.iter().all(|ran| ran.policy != **policy);
        if let Some(policy) = self.endpoints.iter().find(missing) {
            self.all.push(Ran::of(scenario, outage, *policy));
        } else if self.paced.len() < PACED {
            self.paced.push(paced(scenario, outage, self.paced.len()));
        } else {
            self.due = marks(&Trace::of_decisions(&scenario.untroubled()));
            let through = |marks: &[Mark]| marks.iter().filter(|(_, outcome)| *outcome != Outcome::Refused).count();
            let curves = || self.all.iter().map(|ran| &ran.marks).chain([&self.due]);
            let end = curves().filter_map(|marks| marks.last()).map(|(at, _)| *at).max().unwrap_or_default();
            let most = curves().map(|marks| through(marks)).max().unwrap_or(0).max(1);
            (self.end, self.most) = (end, most);
            return false;
        }
        true
    }

    /// The run under a policy that one of the endpoints has.
    pub fn under(&self, policy: OnFailure) -> &Ran {
        let own = self.all.iter().position(|ran| ran.policy == policy);
        &self.all[own.unwrap_or(0)]
    }

    /// How long the outage lasts.
    pub fn lasts(&self) -> Span {
        self.outage.until - self.outage.from
    }
}

impl Ran {
    fn of(scenario: &Scenario, outage: &Outage, policy: OnFailure) -> Self {
        let trace = Trace::of_decisions(&Scenario { on_failure: policy, ..*scenario });
        let during = trace.during(outage.from, outage.until);
        Self { policy, verdict: trace.verdict(), during, marks: marks(&trace) }
    }
}

fn marks(trace: &Trace) -> Vec<Mark> {
    trace.events().iter().filter_map(|event| Some((event.at, event.outcome()?))).collect()
}

/// What a Redis does that is held against one that is down.
pub fn slowly(what: What) -> What {
    if what == What::Down { What::Silent } else { what }
}

/// How many runs with another timeout, or another outage, there are.
const PACED: usize = 4;

fn paced(scenario: &Scenario, outage: &Outage, nth: usize) -> Paced {
    let slow = slowly(outage.what);
    let millis = |millis| Some(Span::from_millis(millis));
    let cases: [_; PACED] = [(None, slow), (millis(10), slow), (millis(1000), slow), (scenario.timeout, What::Down)];
    let (timeout, what) = cases[nth];
    // As it is, where that is more than one thing.
    let own = if what == outage.what { *scenario } else { scenario.with_outage(what) };
    let trace = Trace::of_decisions(&Scenario { timeout, ..own });
    Paced { timeout, what, during: trace.during(outage.from, outage.until) }
}
