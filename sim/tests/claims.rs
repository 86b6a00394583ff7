//! What the lessons say of failure and cost: each claim's link parses, plays, and shows the numbers that stand beside it, on the
//! page and in README.md.

use std::collections::BTreeMap;

use limit_sim::placement::Decision;
use limit_sim::redis::{Command, Reply};
use limit_sim::scenario::{Link, Scenario};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{During, Kind, Trace};

/// The page's own table.
const CLAIMS: &str = include_str!("../../docs/claims.txt");
const README: &str = include_str!("../../README.md");

/// A line of it.
struct Claim<'a> {
    claim: &'a str,
    numbers: &'a str,
    query: &'a str,
    checks: Vec<(&'a str, u64)>,
}

fn claims() -> Vec<Claim<'static>> {
    let lines = CLAIMS.lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| read(line).unwrap_or_else(|| panic!("four columns: {line}"))).collect()
}

fn read(line: &str) -> Option<Claim<'_>> {
    let columns: Vec<_> = line.split(" | ").collect();
    let [claim, numbers, query, checks] = columns[..] else { return None };
    let check = |text| {
        let (name, number): (&str, &str) = str::split_once(text, '=')?;
        Some((name, number.parse().ok()?))
    };
    Some(Claim { claim, numbers, query, checks: checks.split(' ').map(check).collect::<Option<_>>()? })
}

fn link(query: &str) -> Link {
    query.parse().unwrap_or_else(|problems| panic!("{query}: {problems:?}"))
}

fn during(scenario: &Scenario) -> During {
    let outage = scenario.outage();
    let (from, until) = outage.map_or((Time::START, Time::from_nanos(u64::MAX)), |one| (one.from, one.until));
    Trace::of_decisions(scenario).during(from, until)
}

/// What a run shows, by its name in the table.
fn shown(link: &Link, name: &str) -> u64 {
    let scenario = &link.scenario;
    if let Some((endpoint, what)) = name.split_once('.') {
        let nth = ["orders", "otp", "search"].iter().position(|one| *one == endpoint).expect(name);
        let during = during(&Scenario { on_failure: link.policies.endpoints[nth], ..*scenario });
        return u64::from(match what {
            "through" => during.through,
            "over" => during.over,
            _ => panic!("{name}"),
        });
    }
    let trace = Trace::of(scenario);
    let verdict = trace.verdict();
    let (failures, outage) = (verdict.failures, || during(scenario));
    match name {
        "allowed" => verdict.allowed.into(),
        "refused" => verdict.refused.into(),
        "over" => verdict.over.into(),
        "lost" => verdict.lost.into(),
        "calls" => verdict.redis_calls,
        "unchecked" => failures.let_through.into(),
        "unheard" => failures.refused.into(),
        "unreachable" => failures.unreachable.into(),
        "timed_out" => failures.timed_out.into(),
        "skipped" => failures.skipped.into(),
        "came" => outage().waiting.came.into(),
        "waiting_most" => outage().waiting.most.into(),
        "waiting_mean" => outage().waiting.mean.round() as u64,
        "wait_max_ms" => (verdict.added_wait_us.max / 1e3).round() as u64,
        "busy_percent" => busy(&trace).nanos() * 100 / scenario.sending().nanos(),
        "count" => trace.events().iter().filter_map(counted).max().unwrap_or(0),
        "expire" => trace.events().iter().filter_map(expiry).max().unwrap_or(0),
        _ => panic!("there is no {name}"),
    }
}

/// How long the one Redis node is at work: from when a command is there and its turn has come until it has run.
fn busy(trace: &Trace) -> Span {
    let (mut queued, mut last, mut busy) = (BTreeMap::new(), Time::START, Span::ZERO);
    for event in trace.events() {
        match event.kind {
            Kind::Queued => drop(queued.insert(event.request, event.at)),
            Kind::Executed { .. } => {
                busy = busy + (event.at - last.max(queued[&event.request]));
                last = event.at;
            }
            _ => {}
        }
    }
    busy
}

fn counted(event: &limit_sim::trace::Event) -> Option<u64> {
    match &event.kind {
        Kind::Executed { command, reply: Reply::Integer(count), .. } if matches!(**command, Command::Incr(_)) => {
            Some(*count as u64)
        }
        _ => None,
    }
}

fn expiry(event: &limit_sim::trace::Event) -> Option<u64> {
    let Some(Command::Transaction(commands)) = event.kind.ran() else { return None };
    commands.iter().find_map(|command| match command {
        Command::Expire(_, seconds, _) => Some(*seconds as u64),
        _ => None,
    })
}

/// As the table writes them: `1,080`.
fn written(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

#[test]
fn every_claim_shows_the_numbers_that_stand_beside_it() {
    let mut wrong = String::new();
    for Claim { numbers, query, checks, .. } in claims() {
        let link = link(query);
        let mut words: Vec<_> = numbers.split([' ', '%']).map(|word| word.trim_matches([',', ';', ':'])).collect();
        for (name, wanted) in checks {
            let shown = shown(&link, name);
            // Each number stands there, as often as it is held against.
            match words.iter().position(|word| *word == written(wanted)) {
                Some(place) if shown == wanted => drop(words.remove(place)),
                _ => wrong += &format!("{query}\n  {name} is {shown}; beside it stands: {numbers}\n"),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_claim_is_another_one_and_its_link_is_as_short_as_it_can_be() {
    let all = claims();
    for (nth, Claim { claim, query, .. }) in all.iter().enumerate() {
        assert!(all[..nth].iter().all(|other| other.query != *query && other.claim != *claim), "twice: {query}");
        let names = |query: &str| {
            query.split('&').filter_map(|pair| Some(pair.split_once('=')?.0.to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(names(&link(query).to_string()), names(query), "{query}");
    }
}

#[test]
fn the_readme_has_every_claim_with_its_numbers_and_its_link() {
    for Claim { claim, numbers, query, .. } in claims() {
        let line = format!("- {claim}: {numbers}. `?{query}`");
        assert!(README.contains(&line), "README.md lacks:\n{line}");
    }
}

/// The stuck key, window by window: who is refused once is refused in each window after that, until the key is deleted.
#[test]
fn a_key_that_never_ends_refuses_its_user_in_every_window_that_follows() {
    let allowed_in = |query: &str, second: u64| {
        let trace = Trace::of(&link(query).scenario);
        let within = |event: &&limit_sim::trace::Event| event.at.nanos() / 1_000_000_000 == second;
        let passes = |event: &limit_sim::trace::Event| {
            matches!(event.kind, Kind::Decided { decision: Decision { allowed: true, .. }, .. })
        };
        trace.events().iter().filter(within).filter(|event| passes(event)).count()
    };
    let find = |start: &str| claims().into_iter().find(|one| one.query.starts_with(start)).expect(start).query;
    let stuck = find("strategy=incr-expire");
    let deleted = claims().into_iter().find(|one| one.query.contains("redis=delete")).expect("a deletion").query;
    assert_eq!([1, 2, 3, 4].map(|second| allowed_in(stuck, second)), [0; 4]);
    assert_eq!([1, 2].map(|second| allowed_in(deleted, second) > 0), [false, true]);
    assert!([1, 2, 3, 4].iter().all(|second| allowed_in(find("strategy=multi-exec"), *second) > 0));
}
