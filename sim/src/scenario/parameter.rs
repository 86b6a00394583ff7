//! The names of the text form: what each is for, and how its value is read and printed.

use std::ops::RangeInclusive;

use super::changed::VERSION;
use super::{
    Amount, Answers, Arrivals, Balancer, Calls, Choice, Curves, Embed, Embedding, Extras, Family, Fault, Faults,
    Jitter, Lang, Lesson, Link, Measure, OnFailure, Policies, RedisVersion, Reload, Rule, Runs, Scenario, Small,
    Strategy, Sweep, Tab, Task, Theme, Traffic, WindowStart, embedding,
};
use crate::phrase::{Phrase, phrase, text};
use crate::time::{Span, Time};

/// One name of the text form.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    value: Value,
}

/// How a value is read from text and printed. Plain functions get it from a link and put it there, so that each kind of value
/// is dealt with in one place.
enum Value {
    /// One of these names, as its place among them.
    Choice { names: &'static [&'static str], get: fn(&Link) -> usize, set: fn(&mut Link, usize) },
    /// A whole number in a range.
    Number { range: RangeInclusive<u64>, get: fn(&Link) -> u64, set: fn(&mut Link, u64) },
    /// A whole number in a range, or left out.
    Maybe { range: RangeInclusive<u64>, get: fn(&Link) -> Option<u64>, set: fn(&mut Link, Option<u64>) },
    /// A span in a range.
    Span { range: RangeInclusive<Span>, get: fn(&Link) -> Span, set: fn(&mut Link, Span) },
    /// One of the bill's amounts.
    Amount(Amount, Kind),
    /// A span in a range, or left out.
    MaybeSpan { range: RangeInclusive<Span>, get: fn(&Link) -> Option<Span>, set: fn(&mut Link, Option<Span>) },
    /// Faults of a family, with commas between them.
    Faults(Family),
    /// Where in the run the reader is.
    Playhead,
    /// The request whose race is shown. Links count from 1.
    Request,
    /// Choice numbers with points between them.
    Order,
    /// Strategies with commas between them.
    Compared,
    /// Three policies with commas between them.
    Policies,
    /// What goes through which values.
    Sweep,
    /// What can't be changed.
    Lock,
    /// What is not shown.
    Hide,
    /// Tabs with commas between them.
    Tabs,
    /// Where messages come from and go to.
    Origin,
    /// The version.
    Version,
}

/// How a number is written.
#[derive(Clone, Copy)]
enum Kind {
    /// As a whole number.
    Whole,
    /// As a number with at most one decimal; it is counted in tenths.
    Tenths,
    /// As a span; it is counted in nanoseconds.
    Span,
}

impl Kind {
    #[inline]
    fn print(self, number: u64) -> String {
        match self {
            Self::Whole => number.to_string(),
            Self::Tenths => format!("{}.{}", number / 10, number % 10),
            Self::Span => Span::from_nanos(number).to_string(),
        }
    }

    #[inline]
    fn read(self, text: &str) -> Option<u64> {
        match self {
            Self::Whole => whole_number(text),
            Self::Tenths => {
                let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
                let tenths = whole_number(tenths).filter(|_| tenths.len() == 1)?;
                whole_number(whole)?.checked_mul(10)?.checked_add(tenths)
            }
            Self::Span => Some(text.parse::<Span>().ok()?.nanos()),
        }
    }

    /// What is allowed, in words.
    #[inline]
    fn between(self, [least, most]: [u64; 2]) -> Phrase {
        let ends = vec![text(&self.print(least)), text(&self.print(most))];
        match self {
            Self::Whole => phrase("a whole number from {} to {}", ends),
            Self::Tenths => phrase("a number from {} to {}, with at most one decimal", ends),
            Self::Span => phrase("{} to {}, with its unit (us, ms or s)", ends),
        }
    }
}

macro_rules! choice {
    ($name:literal, $($field:ident).+: $kind:ident) => {
        Parameter {
            name: $name,
            value: Value::Choice {
                names: $kind::NAMES,
                get: |link| link.$($field).+.place(),
                set: |link, place| link.$($field).+ = $kind::ALL[place],
            },
        }
    };
}

macro_rules! number {
    ($name:literal, $($field:ident).+ in $range:expr) => {
        Parameter {
            name: $name,
            value: Value::Number {
                range: *$range.start() as u64..=*$range.end() as u64,
                get: |link| link.$($field).+.into(),
                // What is in the range fits.
                set: |link, number| link.$($field).+ = number as _,
            },
        }
    };
}

macro_rules! maybe {
    ($name:literal, $($field:ident).+ in $range:ident) => {
        Parameter {
            name: $name,
            value: Value::Maybe {
                range: *Scenario::$range.start() as u64..=*Scenario::$range.end() as u64,
                get: |link| link.$($field).+.map(u64::from),
                // What is in the range fits.
                set: |link, number| link.$($field).+ = number.map(|number| number as _),
            },
        }
    };
}

macro_rules! span {
    ($name:literal, $field:ident in $range:ident) => {
        Parameter {
            name: $name,
            value: Value::Span {
                range: Scenario::$range,
                get: |link| link.scenario.$field,
                set: |link, span| link.scenario.$field = span,
            },
        }
    };
}

impl Parameter {
    /// Every parameter, in the order in which links are printed.
    pub const ALL: &[Self] = &[
        choice!("strategy", scenario.strategy: Strategy),
        choice!("rule", scenario.rule: Rule),
        number!("servers", scenario.servers in Scenario::SERVERS),
        number!("burst", scenario.burst in Scenario::BURST),
        span!("spread", spread in SPREAD),
        choice!("arrivals", scenario.arrivals: Arrivals),
        number!("limit", scenario.limit in Scenario::LIMIT),
        span!("window", window in WINDOW),
        span!("rtt", rtt in RTT),
        choice!("jitter", scenario.jitter: Jitter),
        choice!("balancer", scenario.balancer: Balancer),
        span!("work", work in WORK),
        number!("seed", scenario.seed in Scenario::SEED),
        choice!("window-start", scenario.window_start: WindowStart),
        maybe!("capacity", scenario.capacity in CAPACITY),
        maybe!("refill", scenario.refill in REFILL),
        span!("sync", sync in SYNC),
        span!("lease", lease in LEASE),
        number!("retries", scenario.retries in Scenario::RETRIES),
        number!("nodes", scenario.nodes in Scenario::NODES),
        choice!("redis-version", scenario.redis_version: RedisVersion),
        choice!("traffic", scenario.traffic: Traffic),
        number!("rate", scenario.rate in Scenario::RATE),
        span!("for", duration in DURATION),
        number!("users", scenario.users in Scenario::USERS),
        number!("greedy", scenario.greedy in Scenario::GREEDY),
        span!("phase", phase in PHASE),
        Self { name: "redis", value: Value::Faults(Family::Redis) },
        Self { name: "crash", value: Value::Faults(Family::Crash) },
        Self { name: "scale", value: Value::Faults(Family::Scale) },
        Self { name: "deploy", value: Value::Faults(Family::Deploy) },
        span!("skew", skew in SKEW),
        Self {
            name: "timeout",
            value: Value::MaybeSpan {
                range: Scenario::TIMEOUT,
                get: |link| link.scenario.timeout,
                set: |link, span| link.scenario.timeout = span,
            },
        },
        choice!("on-failure", scenario.on_failure: OnFailure),
        maybe!("breaker", scenario.breaker in BREAKER),
        span!("breaker-reset", breaker_reset in BREAKER_RESET),
        number!("retry", scenario.retry in Scenario::RETRY),
        choice!("reload", scenario.reload: Reload),
        Self { name: "t", value: Value::Playhead },
        choice!("tab", tab: Tab),
        Self { name: "request", value: Value::Request },
        number!("case-servers", small.servers in Small::SERVERS),
        number!("case-requests", small.requests in Small::REQUESTS),
        number!("case-limit", small.limit in Small::LIMIT),
        choice!("case-extras", small.extras: Extras),
        Self { name: "order", value: Value::Order },
        Self { name: "compare", value: Value::Compared },
        Self { name: "cost-rate", value: Value::Amount(Amount::Rate, Kind::Whole) },
        Self { name: "cost-checks", value: Value::Amount(Amount::Checks, Kind::Tenths) },
        choice!("cost-calls", costs.calls: Calls),
        Self { name: "cost-service", value: Value::Amount(Amount::Service, Kind::Span) },
        Self { name: "cost-hot", value: Value::Amount(Amount::Hot, Kind::Whole) },
        Self { name: "cost-buckets", value: Value::Amount(Amount::Buckets, Kind::Whole) },
        Self { name: "cost-bytes", value: Value::Amount(Amount::Bytes, Kind::Whole) },
        Self { name: "cost-rtt", value: Value::Amount(Amount::Rtt, Kind::Span) },
        Self { name: "cost-work", value: Value::Amount(Amount::Work, Kind::Span) },
        Self { name: "policies", value: Value::Policies },
        number!("price", policies.price in Policies::PRICE),
        number!("stands-for", policies.stands_for in Policies::STANDS_FOR),
        number!("runs", runs.runs in Runs::RUNS),
        maybe!("runs-seed", runs.first in SEED),
        Self { name: "sweep", value: Value::Sweep },
        choice!("measure", runs.measure: Measure),
        choice!("curves", runs.curves: Curves),
        choice!("embed", embedding.embed: Embed),
        Self { name: "lock", value: Value::Lock },
        Self { name: "hide", value: Value::Hide },
        Self { name: "tabs", value: Value::Tabs },
        choice!("theme", embedding.theme: Theme),
        choice!("lang", embedding.lang: Lang),
        choice!("lesson", embedding.lesson: Lesson),
        choice!("task", embedding.task: Task),
        choice!("answers", embedding.answers: Answers),
        Self { name: "origin", value: Value::Origin },
        Self { name: "v", value: Value::Version },
    ];

    /// Whether it says what is run or what is open, and not how the page is set up.
    pub fn is_lockable(&self) -> bool {
        !Self::is_setup(self.name)
    }

    /// Whether a name is of how the page is set up.
    pub(super) fn is_setup(name: &str) -> bool {
        let setup = ["embed", "lock", "hide", "tabs", "theme", "lang", "lesson", "task", "answers", "origin", "v"];
        setup.contains(&name)
    }

    /// What is allowed, in words.
    #[inline]
    pub fn allowed(&self) -> Phrase {
        match &self.value {
            Value::Choice { names, .. } => any_of(names),
            Value::Number { range, .. } | Value::Maybe { range, .. } => {
                Kind::Whole.between([*range.start(), *range.end()])
            }
            Value::Span { range, .. } | Value::MaybeSpan { range, .. } => {
                Kind::Span.between([range.start().nanos(), range.end().nanos()])
            }
            Value::Amount(of, kind) => kind.between(of.range()),
            Value::Faults(family) => phrase("{}; at most {} in all", vec![family.allowed(), text(&Faults::MOST)]),
            Value::Playhead => phrase("a time since the start, with its unit (us, ms or s)", vec![]),
            Value::Request => {
                Kind::Whole.between([*Scenario::REQUESTS.start(), *Scenario::REQUESTS.end()].map(u64::from))
            }
            Value::Order => phrase(
                "at most {} choice numbers from 1 to {} with points between them, as in 1.2.1.2",
                vec![text(&Small::CHOICES), text(&u8::MAX)],
            ),
            Value::Compared => phrase(
                "{} to {} different strategies with commas between them, as in get-set,incr",
                vec![text(Link::COMPARED.start()), text(Link::COMPARED.end())],
            ),
            Value::Policies => {
                phrase("three of open, closed and local with commas between them, as in local,closed,open", vec![])
            }
            Value::Sweep => Sweep::allowed(),
            Value::Lock => {
                phrase("names of parameters with commas between them, as in strategy,servers, or all", vec![])
            }
            Value::Hide => {
                phrase("names of parameters, or {}, with commas between them", vec![any_of(Embedding::PARTS)])
            }
            Value::Tabs => phrase("tabs with commas between them, as in race,break", vec![]),
            Value::Origin => phrase("an origin, as in https://example.org", vec![]),
            Value::Version if VERSION == 1 => text(&VERSION),
            Value::Version => Kind::Whole.between([1, VERSION]),
        }
    }

    /// Its value in a link as text; none when it is not set.
    #[inline]
    pub fn print(&self, link: &Link) -> Option<String> {
        Some(match &self.value {
            Value::Choice { names, get, .. } => names[get(link)].to_owned(),
            Value::Number { get, .. } => get(link).to_string(),
            Value::Maybe { get, .. } => get(link)?.to_string(),
            Value::Span { get, .. } => get(link).to_string(),
            Value::Amount(of, kind) => kind.print(link.costs.get(*of)),
            Value::MaybeSpan { get, .. } => get(link)?.to_string(),
            Value::Faults(family) => {
                let own = link.scenario.faults.iter().filter(|fault| fault.what.family() == *family);
                let texts: Vec<_> = own.map(|fault| fault.to_string()).collect();
                if texts.is_empty() {
                    return None;
                }
                texts.join(",")
            }
            Value::Playhead => link.playhead?.to_string(),
            Value::Request => (link.request? + 1).to_string(),
            Value::Order if link.order.is_empty() => return None,
            Value::Order => {
                let choices: Vec<_> = link.order.iter().map(u8::to_string).collect();
                choices.join(".")
            }
            Value::Compared => {
                let names: Vec<_> = link.compare.iter().map(|one| one.name().to_owned()).collect();
                names.join(",")
            }
            Value::Policies => link.policies.endpoints.map(|one| one.name().to_owned()).join(","),
            Value::Sweep => link.runs.sweep.to_string(),
            Value::Lock if link.embedding.lock.is_empty() => return None,
            Value::Lock if link.embedding.lock.len() == Embedding::lockable().count() => "all".to_owned(),
            Value::Lock => link.embedding.lock.join(","),
            Value::Hide if link.embedding.hide.is_empty() => return None,
            Value::Hide => link.embedding.hide.join(","),
            Value::Tabs if link.embedding.tabs.is_empty() => return None,
            Value::Tabs => {
                let names: Vec<_> = link.embedding.tabs.iter().map(|one| one.name()).collect();
                names.join(",")
            }
            Value::Origin => link.embedding.origin.clone()?,
            Value::Version if VERSION == 1 => return None,
            Value::Version => VERSION.to_string(),
        })
    }

    /// Makes it in one link what it is in another.
    #[inline]
    pub(super) fn copy(&self, from: &Link, to: &mut Link) {
        match &self.value {
            Value::Choice { get, set, .. } => set(to, get(from)),
            Value::Number { get, set, .. } => set(to, get(from)),
            Value::Maybe { get, set, .. } => set(to, get(from)),
            Value::Span { get, set, .. } => set(to, get(from)),
            Value::MaybeSpan { get, set, .. } => set(to, get(from)),
            Value::Amount(of, _) => to.costs.set(*of, from.costs.get(*of)),
            Value::Faults(family) => {
                let mut faults = to.scenario.faults.without_family(*family);
                for fault in from.scenario.faults.iter().filter(|fault| fault.what.family() == *family) {
                    // More than there is room for are left out.
                    faults = faults.with(fault).unwrap_or(faults);
                }
                to.scenario.faults = faults;
            }
            Value::Playhead => to.playhead = from.playhead,
            Value::Request => to.request = from.request,
            Value::Order => to.order.clone_from(&from.order),
            Value::Compared => to.compare.clone_from(&from.compare),
            Value::Policies => to.policies.endpoints = from.policies.endpoints,
            Value::Sweep => to.runs.sweep = from.runs.sweep,
            Value::Lock | Value::Hide | Value::Tabs | Value::Origin => to.embedding.clone_from(&from.embedding),
            Value::Version => {}
        }
    }

    /// Sets it from text. Nothing changes when the text is not allowed, and the answer is false.
    #[inline]
    pub(super) fn set(&self, link: &mut Link, text: &str) -> bool {
        self.try_set(link, text).is_some()
    }

    /// Leaves it out. Nothing changes when it has a value in every scenario, and the answer is false.
    #[inline]
    pub(super) fn leave_out(&self, link: &mut Link) -> bool {
        match &self.value {
            Value::Maybe { set, .. } => set(link, None),
            Value::MaybeSpan { set, .. } => set(link, None),
            _ => return false,
        }
        true
    }

    #[inline]
    fn try_set(&self, link: &mut Link, text: &str) -> Option<()> {
        match &self.value {
            Value::Choice { names, set, .. } => set(link, names.iter().position(|one| *one == text)?),
            Value::Number { range, set, .. } => set(link, whole_number(text).filter(|one| range.contains(one))?),
            Value::Maybe { range, set, .. } => {
                set(link, Some(whole_number(text).filter(|one| range.contains(one))?));
            }
            Value::Span { range, set, .. } => set(link, text.parse().ok().filter(|one| range.contains(one))?),
            Value::MaybeSpan { range, set, .. } => {
                set(link, Some(text.parse().ok().filter(|one| range.contains(one))?))
            }
            Value::Amount(of, kind) => {
                let [least, most] = of.range();
                link.costs.set(*of, kind.read(text).filter(|one| (least..=most).contains(one))?);
            }
            Value::Faults(family) => {
                let mut faults = link.scenario.faults.without_family(*family);
                for text in text.split(',') {
                    faults = faults.with(Fault::read(*family, text)?)?;
                }
                link.scenario.faults = faults;
            }
            Value::Playhead => link.playhead = Some(Time::START + text.parse::<Span>().ok()?),
            Value::Request => {
                let number = u32::try_from(whole_number(text)?).ok().filter(|one| Scenario::REQUESTS.contains(one))?;
                link.request = Some(number - 1);
            }
            Value::Order => {
                let mut order = Vec::new();
                for choice in text.split('.') {
                    order.push(u8::try_from(whole_number(choice)?).ok().filter(|choice| *choice > 0)?);
                }
                if order.len() > Small::CHOICES {
                    return None;
                }
                link.order = order;
            }
            Value::Compared => {
                let mut compare: Vec<Strategy> = Vec::new();
                for name in text.split(',') {
                    compare.push(Strategy::from_name(name).filter(|one| !compare.contains(one))?);
                }
                if !Link::COMPARED.contains(&compare.len()) {
                    return None;
                }
                link.compare = compare;
            }
            Value::Policies => {
                let mut names = text.split(',');
                for policy in &mut link.policies.endpoints {
                    *policy = OnFailure::from_name(names.next()?)?;
                }
                if names.next().is_some() {
                    return None;
                }
            }
            Value::Sweep => link.runs.sweep = Sweep::read(text)?,
            Value::Lock if text == "all" => link.embedding.lock = Embedding::lockable().collect(),
            Value::Lock => link.embedding.lock = embedding::names(text, Embedding::lockable())?,
            Value::Hide => link.embedding.hide = embedding::names(text, Embedding::hideable())?,
            Value::Tabs => {
                let tabs = embedding::names(text, Tab::NAMES.iter().copied())?;
                link.embedding.tabs = tabs.into_iter().filter_map(Tab::from_name).collect();
            }
            Value::Origin if embedding::is_origin(text) => link.embedding.origin = Some(text.to_owned()),
            Value::Origin => return None,
            Value::Version if whole_number(text).is_some_and(|one| (1..=VERSION).contains(&one)) => {}
            Value::Version => return None,
        }
        Some(())
    }
}

/// Digits alone: no sign, no space, no point.
#[inline]
pub(super) fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// `a, b or c`.
#[inline]
pub(super) fn any_of(names: &[&str]) -> Phrase {
    match names {
        [others @ .., last] if !others.is_empty() => {
            let others: Vec<_> = others.iter().map(|one| (*one).to_owned()).collect();
            phrase("{} or {}", vec![text(&others.join(", ")), text(last)])
        }
        _ => text(&names.concat()),
    }
}
