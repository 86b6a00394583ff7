//! A scenario's text form: the page's query string, the share link, the embed's attributes and the headless run's argument.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::changed::{self, CHANGED, VERSION};
use super::{
    Choice, Costs, Embedding, Parameter, Policies, Problem, Runs, Scenario, Small, Strategy, Tab, Why, misfit,
};
use crate::time::{Span, Time};

/// A scenario, where in its run the reader is, and what is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What is run.
    pub scenario: Scenario,
    /// The playhead (`t`), when the link names one. It may lie beyond the run's end.
    pub playhead: Option<Time>,
    /// The part that is open below the verdict.
    pub tab: Tab,
    /// The request whose race is shown, from 0 (links count from 1), when the link names one.
    pub request: Option<u32>,
    /// The case that is ordered by hand, or in every way.
    pub small: Small,
    /// The order built so far: choice numbers of [`crate::hand`]. They need not be possible ones.
    pub order: Vec<u8>,
    /// The strategies that are held against each other, all different.
    pub compare: Vec<Strategy>,
    /// What the bill is made out for.
    pub costs: Costs,
    /// What several endpoints do while Redis gives no answer.
    pub policies: Policies,
    /// What is asked of many runs.
    pub runs: Runs,
    /// How the page is set up by whoever embeds it.
    pub embedding: Embedding,
}

impl Link {
    /// How many strategies can be held against each other.
    pub const COMPARED: RangeInclusive<usize> = 2..=4;
}

impl Default for Link {
    fn default() -> Self {
        Self {
            scenario: Scenario::default(),
            playhead: None,
            tab: Tab::default(),
            request: None,
            small: Small::default(),
            order: Vec::new(),
            compare: vec![Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr],
            costs: Costs::default(),
            policies: Policies::default(),
            runs: Runs::default(),
            embedding: Embedding::default(),
        }
    }
}

impl Link {
    /// Reads a text form, with or without a leading `?`. What can't be taken has its default and is told; parsing
    /// never fails as a whole.
    ///
    /// ```
    /// use limit_sim::scenario::Link;
    /// let (link, problems) = Link::read("?servers=8&burst=0");
    /// assert_eq!(link.scenario.servers, 8);
    /// assert_eq!(link.scenario.burst, 40);
    /// assert_eq!(problems[0].to_string(), "burst=0 was not taken; allowed: a whole number from 1 to 1000");
    /// ```
    #[inline]
    pub fn read(text: &str) -> (Self, Vec<Problem>) {
        let (link, mut problems) = Self::default().taking(text);
        if !CHANGED.is_empty() {
            problems.extend(changed::since(changed::named(text), CHANGED, &link));
        }
        (link, problems)
    }

    /// This link with what a text form names, as [`Self::read`] reads it; what it does not name stays as it is.
    #[inline]
    pub fn taking(self, text: &str) -> (Self, Vec<Problem>) {
        let text = text.strip_prefix('?').unwrap_or(text);
        let mut link = self;
        let mut problems = Vec::new();
        let mut seen = [false; Parameter::ALL.len()];
        for (name, given) in form_urlencoded::parse(text.as_bytes()) {
            let known = Parameter::ALL.iter().position(|one| one.name == name);
            // A name's later values are not taken, whether the first was or not.
            let again = known.is_some_and(|nth| std::mem::replace(&mut seen[nth], true));
            let taken = if again { Err(Problem::new(&name, &given, Why::Again)) } else { link.with(&name, &given) };
            match taken {
                Ok(with) => link = with,
                Err(problem) => problems.push(problem),
            }
        }
        problems.extend(link.mend());
        (link, problems)
    }

    /// What can only be seen once all is read: values that are good by themselves and not beside each other.
    #[inline]
    pub(super) fn mend(&mut self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let tabs = &self.embedding.tabs;
        if let Some(first) = tabs.first().filter(|_| !tabs.contains(&self.tab)) {
            self.tab = *first;
        }
        let scenario = &mut self.scenario;
        if let Some(misfit) = misfit(scenario) {
            let default = Scenario::default();
            let (name, given) = if scenario.rule == default.rule {
                ("window-start", scenario.window_start.name())
            } else {
                ("rule", scenario.rule.name())
            };
            problems.push(Problem::new(name, given, Why::Misfit(scenario.strategy, misfit)));
            (scenario.rule, scenario.window_start) = (default.rule, default.window_start);
        }
        if let Some((name, why)) = too_much(scenario) {
            let given = Parameter::ALL.iter().find(|one| one.name == name).and_then(|one| one.print(self));
            problems.push(Problem::new(name, &given.unwrap_or_default(), why));
        }
        let scenario = &mut self.scenario;
        if !Scenario::REQUESTS.contains(&scenario.requests()) {
            let most =
                Span::from_nanos(u64::from(*Scenario::REQUESTS.end()) * 1_000_000_000 / u64::from(scenario.rate));
            scenario.duration = if scenario.requests() == 0 { Span::from_secs(1) } else { most };
        }
        *scenario = scenario.bounded();
        let requests = scenario.requests();
        if let Some(beyond) = self.request.filter(|request| *request >= requests) {
            let why = Why::Beyond(scenario.traffic, requests);
            problems.push(Problem::new("request", &(beyond + 1).to_string(), why));
            self.request = None;
        }
        problems
    }
}

/// Whether a scenario asks for more than a run can bear: the name of what is too much or too little beside the rest, and why.
#[inline]
pub fn too_much(scenario: &Scenario) -> Option<(&'static str, Why)> {
    let requests = scenario.requests();
    if !Scenario::REQUESTS.contains(&requests) {
        return Some(("for", Why::Requests(scenario.rate)));
    }
    let bounded = scenario.bounded();
    if bounded.sync != scenario.sync {
        return Some(("sync", Why::Syncs(bounded.sync)));
    }
    (bounded.retries != scenario.retries).then_some(("retries", Why::Retries(requests, bounded.retries)))
}

impl Link {
    /// This link with one parameter set from text.
    ///
    /// # Errors
    /// When the name is unknown or the text is not allowed for it.
    #[inline]
    pub fn with(&self, name: &str, given: &str) -> Result<Self, Problem> {
        let mut link = self.clone();
        let parameter = Parameter::ALL.iter().find(|one| one.name == name);
        if parameter.is_some_and(|one| one.set(&mut link, given)) {
            return Ok(link);
        }
        Err(Problem::new(name, given, if parameter.is_some() { Why::Value } else { Why::Unknown }))
    }

    /// This link with one parameter left out; none where it has a value in every scenario.
    #[inline]
    pub fn without(&self, name: &str) -> Option<Self> {
        let mut link = self.clone();
        let parameter = Parameter::ALL.iter().find(|one| one.name == name)?;
        parameter.leave_out(&mut link).then_some(link)
    }
}

impl Link {
    /// What the text form says, as names and values: the strategy, and whatever differs from its default, in a fixed order.
    #[inline]
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> {
        let default = Self::default();
        Parameter::ALL.iter().filter_map(move |one| {
            let value = one.print(self)?;
            let always = one.name == "strategy" || VERSION > 1 && one.name == "v";
            (always || one.print(&default).as_ref() != Some(&value)).then_some((one.name, value))
        })
    }

    /// Another link with what this one locks as it is here, and set up as this one.
    #[inline]
    pub fn holding(&self, mut other: Self) -> Self {
        other.embedding = self.embedding.clone();
        let locked = Parameter::ALL.iter().filter(|one| self.embedding.locks(one.name));
        locked.for_each(|one| one.copy(self, &mut other));
        other
    }
}

/// Strict: any problem is an error, and all of them are given.
impl FromStr for Link {
    type Err = Vec<Problem>;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (link, problems) = Self::read(text);
        if problems.is_empty() { Ok(link) } else { Err(problems) }
    }
}

/// Its pairs.
impl fmt::Display for Link {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value) in self.pairs() {
            write!(f, "{separator}{name}={value}")?;
            separator = "&";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
