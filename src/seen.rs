//! What there is to see in a link's run: its numbers by name, and what it comes to in a few words.

use std::fmt::Display;

use limit_sim::cost::{Bill, Usage};
use limit_sim::many::Seeds;
use limit_sim::scenario::{Link, Scenario, Tab};
use limit_sim::verdict::Verdict;

use crate::cost::used;
use crate::language::fill;
use crate::say;
use crate::words::counting::grouped;
use crate::words::number::wait;

/// A number of a link's run, or of its bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Requests that came.
    Requests,
    /// Requests let through.
    Allowed,
    /// Those beyond what an exact limiter lets through of them.
    Over,
    /// Requests refused.
    Refused,
    /// Those refused although they were due.
    FalselyRefused,
    /// Requests lost with their server.
    Lost,
    /// Commands that Redis ran.
    Calls,
    /// Requests let through without an answer from Redis.
    Unchecked,
    /// The longest wait for a decision.
    Wait,
    /// Servers.
    Servers,
    /// Redis nodes.
    Nodes,
    /// How much of one Redis node the calls of the bill take.
    Used,
    /// The bill's calls a second.
    CallsASecond,
    /// How many nodes its calls need.
    NodesNeeded,
}

/// A bill with one call a check asks no run.
const NO_RUN: Usage = Usage { calls: 0, requests: 1, service: None };

/// A link's run, or its bill where that is what the link opens.
pub struct Seen {
    scenario: Scenario,
    verdict: Verdict,
    bill: Option<Bill>,
}

impl Seen {
    /// Runs it.
    pub fn of(link: &Link) -> Self {
        let scenario = link.scenario;
        let bill = (link.tab == Tab::Cost).then(|| Bill::of(&link.costs, &NO_RUN));
        Self { verdict: Seeds::of(&scenario).verdict(0), scenario, bill }
    }

    /// The run's verdict.
    #[cfg(test)]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// A number as a person reads it.
    pub fn figure(&self, figure: Figure) -> String {
        let Verdict { allowed, refused, over, falsely_refused, lost, failures, .. } = &self.verdict;
        let number: u64 = match figure {
            Figure::Requests => self.scenario.requests().into(),
            Figure::Allowed => (*allowed).into(),
            Figure::Over => (*over).into(),
            Figure::Refused => (*refused).into(),
            Figure::FalselyRefused => (*falsely_refused).into(),
            Figure::Lost => (*lost).into(),
            Figure::Calls => self.verdict.redis_calls,
            Figure::Unchecked => failures.let_through.into(),
            Figure::Servers => self.scenario.servers.into(),
            Figure::Nodes => self.scenario.nodes.into(),
            Figure::Wait => return wait(self.verdict.added_wait_us.max),
            Figure::Used => return self.bill.as_ref().map_or_else(String::new, |bill| used(bill.utilisation)),
            Figure::CallsASecond => self.bill.as_ref().map_or(0, |bill| bill.calls_a_second.round() as u64),
            Figure::NodesNeeded => self.bill.as_ref().and_then(|bill| bill.nodes).unwrap_or(0),
        };
        grouped(number.into())
    }

    /// A sentence with these numbers in it.
    pub fn say(&self, sentence: &str, figures: &[Figure]) -> String {
        let told: Vec<String> = figures.iter().map(|figure| self.figure(*figure)).collect();
        let values: Vec<&dyn Display> = told.iter().map(|one| one as &dyn Display).collect();
        fill(sentence, &values)
    }

    /// What it comes to, in a few words.
    pub fn verdict_in_words(&self) -> String {
        let of = |figure| self.figure(figure);
        if let Some(bill) = &self.bill {
            return match bill.nodes {
                Some(_) => say!("{} of a Redis node; nodes needed: {}", of(Figure::Used), of(Figure::NodesNeeded)),
                None => say!("{} of a Redis node; no number of nodes is enough", of(Figure::Used)),
            };
        }
        let mut text = say!("{} of {} let through", of(Figure::Allowed), of(Figure::Requests));
        let Verdict { over, falsely_refused, lost, failures, .. } = &self.verdict;
        let mut more = |number: u32, words: String| {
            if number > 0 {
                text += "; ";
                text += &words;
            }
        };
        more(*over, say!("{} over", of(Figure::Over)));
        more(*falsely_refused, say!("{} refused wrongly", of(Figure::FalselyRefused)));
        more(*lost, say!("{} lost", of(Figure::Lost)));
        more(failures.let_through, say!("{} unchecked", of(Figure::Unchecked)));
        more(u32::from(*over + *falsely_refused == 0), say!("exact"));
        text
    }
}
