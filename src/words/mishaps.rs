//! What happened in a run in which something goes wrong: what it was, what that did, and what the run came to.
//!
//! What is said of an undisturbed run need not hold here, so nothing of that is said.

use limit_sim::fleet::{self, Change};
use limit_sim::placement::Limiter;
use limit_sim::scenario::{
    Balancer, Fault, Jitter, OnFailure, Reload, Rule, Scenario, Strategy, Traffic, What, WindowStart,
};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Event, Kind};
use limit_sim::verdict::Verdict;

use super::number::{count, exact, list, trimmed, wait};
use super::situation::Situation;
use super::story::outcome;
use super::strategy::{capitalised, decides_alone, fails, uses_redis};
use super::trouble;
use crate::failure::grouped;
use crate::lab::Run;

/// So many faults have a sentence each; of more it is told what they were.
const TOLD: usize = 3;

/// What happened, and what it came to.
pub fn of(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let mut met: Vec<Fault> = scenario.faults.iter().filter(|fault| run.trace.meets(*fault)).collect();
    // The same once more at the same instant changes nothing, but where servers join or leave.
    met.dedup_by(|one, other| one == other && !resizes(one.what));
    let mut said: Vec<String> = hasty(run).into_iter().collect();
    match met.len() {
        0 if !scenario.faults.is_empty() => said.push("All was decided before anything went wrong.".to_owned()),
        0..=TOLD => {
            let mut sizes = fleet::sizes(scenario).into_iter();
            let told = |fault: &Fault| match resizes(fault.what) {
                true => sizes.next().map_or_else(String::new, |(fault, before, now)| resized(run, fault, before, now)),
                false => happened(run, *fault),
            };
            said.extend(met.iter().map(told));
        }
        many => said.push(format!("{many} things went wrong: {}.", together(run, &met).join(", "))),
    }
    if scenario.skew > Span::ZERO {
        said.push(clocks(scenario));
    }
    said.extend([stuck(run), scripts(run), unanswered(run), policy(run), waited(run, &met)].into_iter().flatten());
    said.extend(losses(run, &met));
    said.push(result(run));
    said.join(" ")
}

fn resizes(what: What) -> bool {
    matches!(what, What::Join(_) | What::Leave(_))
}

/// Many faults, those of one kind together.
fn together(run: &Run, met: &[Fault]) -> Vec<String> {
    let kind = |fault: &Fault| std::mem::discriminant(&fault.what);
    let mut told: Vec<String> = Vec::new();
    for (nth, fault) in met.iter().enumerate() {
        let same = |other: &&Fault| kind(other) == kind(fault);
        if met[..nth].iter().any(|earlier| same(&earlier)) {
            continue;
        }
        let all: Vec<&Fault> = met.iter().filter(same).collect();
        let name = match fault.what {
            What::Crash(_) => {
                told.push(crashes(run, all.len()));
                continue;
            }
            _ if all.len() == 1 => trouble::fault(fault.what),
            What::Join(_) => "servers joined".to_owned(),
            What::Leave(_) => "servers left".to_owned(),
            What::Slow(_) => "Redis slow".to_owned(),
            what => trouble::fault(what),
        };
        told.push(name + &times(all.len()));
    }
    told
}

/// ` twice`, ` 3 times`; nothing for once.
fn times(number: usize) -> String {
    match number {
        1 => String::new(),
        2 => " twice".to_owned(),
        more => format!(" {more} times"),
    }
}

/// What becomes of a server in the course of the run.
fn changes(run: &Run, server: u32) -> Vec<(Time, Change)> {
    let change = |event: &Event| match event.kind {
        Kind::Server(change) if event.request.server == server => Some((event.at, change)),
        _ => None,
    };
    run.trace.events().iter().filter_map(change).collect()
}

/// Whether a server crashes there that was not down already.
fn is_crash(changes: &[(Time, Change)], nth: usize) -> bool {
    changes[nth].1 == Change::Crashes && (nth == 0 || changes[nth - 1].1 != Change::Crashes)
}

/// Several crashes: which servers they hit, and how often.
fn crashes(run: &Run, faults: usize) -> String {
    let often = |server: usize| {
        let changes = changes(run, server as u32);
        (0..changes.len()).filter(|nth| is_crash(&changes, *nth)).count()
    };
    let crashed: Vec<(usize, usize)> =
        (0..run.trace.servers()).map(|server| (server + 1, often(server))).filter(|(_, often)| *often > 0).collect();
    let all: usize = crashed.iter().map(|(_, often)| often).sum();
    match crashed.as_slice() {
        [] => format!("a server that was not there to crash{}", times(faults)),
        [(server, often)] => format!("server {server} crashed{}", times(*often)),
        more => {
            let names: Vec<usize> = more.iter().map(|(server, _)| *server).collect();
            let often = if all == more.len() { String::new() } else { format!(" ({all} times in all)") };
            format!("servers {} crashed{often}", list(&names))
        }
    }
}

/// A timeout in which no check can be done.
fn hasty(run: &Run) -> Option<String> {
    let Scenario { timeout, rtt, jitter, .. } = *run.trace.scenario();
    let trips = Limiter::new(run.trace.scenario()).fewest_commands();
    let timeout = timeout.filter(|timeout| *timeout <= rtt * u64::from(trips) && trips > 0)?;
    if run.verdict.failures.timed_out == 0 {
        return None;
    }
    let takes = match trips {
        1 => format!("{} a round trip", exact(rtt)),
        _ => format!("{trips} round trips of {}", exact(rtt)),
    };
    let about = if jitter == Jitter::None { "" } else { " on average" };
    Some(format!("The timeout, {}, is shorter than a check takes ({takes}{about}).", exact(timeout)))
}

/// Requests that were lost, and not told of with what lost them.
fn losses(run: &Run, met: &[Fault]) -> Option<String> {
    let unserved = run.trace.lost_at_balancer() as u32;
    let told = if met.len() > TOLD { 0 } else { met.iter().map(|fault| lost_in(run, *fault)).sum() };
    let mut said = Vec::new();
    if let more @ 1.. = (run.verdict.lost - unserved).saturating_sub(told) {
        let who = if told > 0 { were(more).replace(' ', " more ") } else { were_requests(more) };
        said.push(format!("{who} lost with their servers."));
    }
    if unserved > 0 {
        said.push(format!("No server was there for {}.", requests(unserved)));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// A number of requests in this part's sentences: as in the tab.
fn number(number: u32) -> String {
    grouped(number.into())
}

fn requests(how_many: u32) -> String {
    number(how_many) + if how_many == 1 { " request" } else { " requests" }
}

fn were(how_many: u32) -> String {
    number(how_many) + if how_many == 1 { " was" } else { " were" }
}

/// How many requests a fault took with the servers that it stopped.
fn lost_in(run: &Run, fault: Fault) -> u32 {
    let trace = &run.trace;
    match fault.what {
        What::Crash(server) => crash(run, fault, server).map_or(0, |crash| crash.lost),
        What::Deploy => {
            let servers = 0..trace.servers() as u32;
            servers.map(|server| trace.lost_with(server, fault.from, fault.until) as u32).sum()
        }
        _ => 0,
    }
}

/// A crash.
struct Crash {
    /// Whether the server was up until then.
    hits: bool,
    /// How many requests were lost with it.
    lost: u32,
    /// When it was back, or left.
    next: Option<(Time, Change)>,
}

/// What a fault's crash came to; none where the server was not there.
fn crash(run: &Run, fault: Fault, server: u32) -> Option<Crash> {
    let changes = changes(run, server);
    let nth = changes.iter().position(|one| *one == (fault.from, Change::Crashes))?;
    let ends = |change: Change| matches!(change, Change::Returns | Change::Restarts | Change::Leaves);
    let next = changes[nth..].iter().find(|(_, change)| ends(*change)).copied();
    let hits = is_crash(&changes, nth);
    let until = next.map_or_else(|| run.trace.end(), |(at, _)| at);
    let lost = if hits { run.trace.lost_with(server, fault.from, until) as u32 } else { 0 };
    Some(Crash { hits, lost, next })
}

fn at(time: Time) -> String {
    exact(time.since_start())
}

/// Whether servers remember counts of their own, which go with them.
fn remembers(strategy: Strategy) -> bool {
    decides_alone(strategy) || matches!(strategy, Strategy::Lease | Strategy::Edge | Strategy::DenyCache)
}

/// What a fault was, and what it did to the counts.
fn happened(run: &Run, fault: Fault) -> String {
    let (scenario, trace) = (run.trace.scenario(), &run.trace);
    let [from, until] = [fault.from, fault.until].map(at);
    let told = match fault.what {
        What::Down => format!("Redis was down from {from} to {until}."),
        What::Silent => format!("From {from} to {until} nothing got through to Redis or back."),
        What::Paused => format!("Redis stood still from {from} to {until}."),
        What::Slow(factor) => format!("From {from} to {until} Redis took {factor} times as long for each command."),
        What::Failover if uses_redis(scenario.strategy) => {
            let behind = fault.until - fault.from;
            let forgotten = match trace.forgotten(fault) {
                _ if behind == Span::ZERO => format!("A replica took over at {until} that was not behind"),
                0 => format!("A replica took over at {until}; nothing had been written in the last {}", exact(behind)),
                changes => format!(
                    "A replica took over at {until} that had not heard of the last {}: {} forgotten",
                    exact(behind),
                    if changes == 1 { "1 change was".to_owned() } else { format!("{changes} changes were") }
                ),
            };
            forgotten + "."
        }
        What::Failover => format!("A replica took over at {until}."),
        What::Flush | What::Evict | What::Delete => lost_keys(run, fault),
        What::Crash(server) => return crashed(run, fault, server),
        What::Join(_) | What::Leave(_) => return String::new(),
        What::Deploy => {
            let lost = match lost_in(run, fault) {
                0 => String::new(),
                lost => format!(" {} lost with them.", were_requests(lost)),
            };
            let counts = match scenario.strategy {
                one if decides_alone(one) => ": each came back empty and counted anew",
                one if remembers(one) => ": each came back empty",
                _ => "; the counts are in Redis, so none of them was lost",
            };
            return format!("The servers were restarted one after another from {from} to {until}{counts}.{lost}");
        }
    };
    if uses_redis(scenario.strategy) {
        return told;
    }
    told.trim_end_matches('.').to_owned() + ", but this strategy does not ask Redis."
}

fn were_requests(number: u32) -> String {
    format!("{} {}", requests(number), if number == 1 { "was" } else { "were" })
}

/// Keys that Redis has lost.
fn lost_keys(run: &Run, fault: Fault) -> String {
    let (scenario, from) = (run.trace.scenario(), at(fault.from));
    let what = match fault.what {
        What::Flush => "The keys were flushed",
        What::Evict => "Redis evicted half of its keys, rounded up,",
        _ => "The first user\u{2019}s key was deleted by hand",
    };
    if !uses_redis(scenario.strategy) {
        return format!("{what} at {from}.");
    }
    if run.trace.ran_before(fault.from) == 0 {
        return format!("{what} at {from}, before there were any.");
    }
    let who = match fault.what {
        What::Flush => "everyone had",
        What::Evict => "whoever\u{2019}s counter was among them had",
        _ => "that user had",
    };
    let then = match scenario.strategy {
        Strategy::SyncAll | Strategy::SyncShare => {
            "the total was gone, so whoever synced then heard of too little".to_owned()
        }
        Strategy::DenyCache => {
            format!("from then on {who} the whole limit again, but for refusals that servers remember")
        }
        Strategy::Edge => format!("from then on {who} the whole limit again behind the servers\u{2019} own"),
        _ => format!("from then on {who} the whole limit again"),
    };
    format!("{what} at {from}: {then}.")
}

fn crashed(run: &Run, fault: Fault, server: u32) -> String {
    let (name, when) = (server + 1, at(fault.from));
    let Some(Crash { hits, lost, next }) = crash(run, fault, server) else {
        return format!("Server {name} was not there to crash at {when}.");
    };
    if !hits {
        return format!("Server {name} was down already at {when}.");
    }
    let lost = match lost {
        0 => "no request was lost with it".to_owned(),
        lost => format!("{} lost with it", were_requests(lost)),
    };
    let forgot = if remembers(run.trace.scenario().strategy) { "what it remembered was gone" } else { "" };
    let then = match next {
        Some((_, Change::Leaves)) => "it left before it was back".to_owned(),
        Some((back, _)) if back == fault.from => "it was back at once".to_owned(),
        Some((back, _)) => format!("it was back at {}", at(back)),
        None => String::new(),
    };
    let rest = match (forgot, then.as_str()) {
        ("", "") => String::new(),
        ("", one) | (one, "") => format!(", and {one}"),
        (one, other) => format!(", {one}, and {other}"),
    };
    format!("Server {name} crashed at {when}: {lost}{rest}.")
}

/// Servers that joined or left: so many there were before, and so many after it.
fn resized(run: &Run, fault: Fault, before: u32, now: u32) -> String {
    let Scenario { strategy, limit, servers, balancer, .. } = *run.trace.scenario();
    let (number, wanted, did, room) = match fault.what {
        What::Join(more) => (now - before, more, "joined", " (32 is the most)"),
        What::Leave(fewer) => (before - now, fewer, "left", " (one stays)"),
        _ => return String::new(),
    };
    let room = if number < wanted { room } else { "" };
    let plain = run.trace.scenario().rule == Rule::FixedWindow;
    let share = run.trace.scenario().share();
    let then = match strategy {
        _ if number == 0 => return format!("At {} no server {did}: 1 to 32 can be there.", at(fault.from)),
        Strategy::Local if balancer == Balancer::Sticky => {
            "; each user still has one server, and where that is another now it counts anew".to_owned()
        }
        Strategy::Local => format!(", so the limit went from {before} \u{d7} {limit} to {now} \u{d7} {limit}"),
        Strategy::Split if plain => format!(
            "; each still has the share of {servers}: the shares come to {now} \u{d7} {share} = {}, not {limit}",
            now * share
        ),
        Strategy::Split => {
            format!("; each still has the share of {servers}, so the shares no longer add up to the limit")
        }
        Strategy::Owner => "; users whose owner changed were counted anew".to_owned(),
        one if remembers(one) => String::new(),
        _ => "; the count is shared, so the limit stays what it was".to_owned(),
    };
    format!("{} {did} at {}{room}{then}.", capitalised(&count(number, "server", "servers")), at(fault.from))
}

/// Clocks that differ.
fn clocks(scenario: &Scenario) -> String {
    let off = exact(scenario.skew);
    use Strategy::{Cas, GetSet, Lock, ReadWrite};
    // Where a window ends with its key's life, that is Redis's to tell.
    let first_hit = scenario.rule == Rule::FixedWindow && scenario.window_start() == WindowStart::FirstHit;
    let by_redis = match scenario.strategy {
        Strategy::Script | Strategy::DenyCache | Strategy::MultiExec | Strategy::SetNxIncr | Strategy::IncrExpire => {
            true
        }
        GetSet | ReadWrite | Cas | Lock => first_hit,
        _ => false,
    };
    // Leases are given out by Redis's clock, and end by a server's.
    let clock = scenario.rule == Rule::FixedWindow && !first_hit;
    let windows = clock && scenario.strategy != Strategy::Lease;
    match (by_redis, windows) {
        (true, _) => format!("Servers\u{2019} clocks are off by up to {off}; what counts here is Redis\u{2019}s own."),
        (false, true) => {
            format!(
                "Servers\u{2019} clocks are off by up to {off}, so they go from window to window at different instants."
            )
        }
        (false, false) => format!("Servers\u{2019} clocks are off by up to {off}, and each goes by its own."),
    }
}

/// A key without an end.
fn stuck(run: &Run) -> Option<String> {
    let stuck = run.trace.stuck_key()?;
    let (server, number) = (stuck.request.server + 1, stuck.request.number + 1);
    let how = match stuck.stopped {
        true => format!("Server {server} stopped between INCR and EXPIRE"),
        false => format!("The EXPIRE of request {number} never ran"),
    };
    Some(match stuck.removed {
        Some(when) => format!("{how}: the key had no end, until it was removed at {}.", at(when)),
        None if stuck.is_numbered() => format!(
            "{how}: a key without an end stays behind. Its window\u{2019}s number is in its name, so nobody meets it again."
        ),
        None => format!(
            "{how}: the key has no end. Once at the limit the user is refused for ever, until someone deletes the key by hand."
        ),
    })
}

/// Scripts that Redis no longer knew.
fn scripts(run: &Run) -> Option<String> {
    let unknown = run.trace.unknown_scripts();
    let calls = count(unknown as u32, "call", "calls");
    (unknown > 0).then(|| match run.trace.scenario().reload {
        Reload::Yes => format!("Redis no longer knew the script (NOSCRIPT, {calls}); it was loaded again."),
        Reload::No => format!("Redis no longer knew the script, and nobody loads it again: NOSCRIPT for {calls}."),
    })
}

/// Why there was no answer.
fn unanswered(run: &Run) -> Option<String> {
    let (scenario, failures) = (run.trace.scenario(), run.verdict.failures);
    let syncs = matches!(scenario.strategy, Strategy::SyncAll | Strategy::SyncShare);
    let asked = |number| if syncs { count(number, "sync", "syncs") } else { requests(number) };
    let mut said = Vec::new();
    if failures.unreachable > 0 {
        let reset = run.trace.events().iter().any(|event| event.kind == Kind::Reset);
        let lost = if reset { " or lost the connection" } else { "" };
        said.push(format!("{} found nobody there{lost}.", asked(failures.unreachable)));
    }
    if let (Some(timeout), 1..) = (scenario.timeout, failures.timed_out) {
        let again = match failures.retried {
            0 => String::new(),
            1 if failures.timed_out == 1 => {
                "; it was sent again, and counts twice if the first ran after all".to_owned()
            }
            1 => "; 1 of them was sent again, and counts twice if the first ran after all".to_owned(),
            all if all == failures.timed_out => {
                "; all were sent again, and count twice where the first ran after all".to_owned()
            }
            some => {
                format!("; {} of them were sent again, and count twice where the first ran after all", number(some))
            }
        };
        let commands = match failures.timed_out {
            1 => "1 command".to_owned(),
            many => number(many) + " commands",
        };
        said.push(format!("{commands} timed out after {}{again}.", exact(timeout)));
    }
    if failures.skipped > 0 {
        said.push(format!("{} did not ask, because a breaker was open.", requests(failures.skipped)));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// What became of those without an answer.
fn policy(run: &Run) -> Option<String> {
    let (scenario, failures) = (run.trace.scenario(), run.verdict.failures);
    let all = failures.let_through + failures.refused;
    if all == 0 || fails(scenario) {
        return None;
    }
    let them = if all == 1 { "it".to_owned() } else { format!("all {}", number(all)) };
    // An error is an answer, but not one to go by.
    let without = match scenario.reload {
        Reload::No if run.trace.unknown_scripts() > 0 => "Without a usable answer",
        _ => "Without an answer",
    };
    Some(match scenario.on_failure {
        OnFailure::Open => format!("{without} the policy let {them} through."),
        OnFailure::Closed => format!("{without} the policy refused {them}."),
        OnFailure::Local => {
            let share =
                if scenario.rule == Rule::FixedWindow { format!(" of {}", scenario.share()) } else { String::new() };
            format!(
                "{without} each server counted alone, by its share{share}: {} passed, {} refused.",
                number(failures.let_through),
                were(failures.refused)
            )
        }
    })
}

/// How requests piled up while Redis gave no answer, or a late one.
fn waited(run: &Run, met: &[Fault]) -> Option<String> {
    let Scenario { strategy, timeout, retry, traffic, .. } = *run.trace.scenario();
    let holds = |fault: &&Fault| matches!(fault.what, What::Silent | What::Paused | What::Slow(_));
    let fault = met.iter().find(holds).filter(|_| uses_redis(strategy) && !decides_alone(strategy))?;
    let (end, Verdict { failures, added_wait_us, .. }) = (run.trace.end(), &run.verdict);
    let lasting = run.trace.waiting(fault.from, fault.until.min(end));
    let all = run.trace.waiting(fault.from, end);
    let longest = wait(added_wait_us.max);
    let Some(timeout) = timeout else {
        return (all.most > 1).then(|| {
            format!("Nobody gave up: up to {} requests waited at once, the longest for {longest}.", number(all.most))
        });
    };
    let each = timeout * (1 + u64::from(retry));
    let span = fault.until.min(end) - fault.from;
    // By the law as long as almost all wait for so long, and the beginning and the end make no difference.
    let steady = lasting.came >= 10 && failures.timed_out * 10 >= lasting.came * 9 * (1 + retry) && span >= each * 3;
    if failures.skipped > 0 || !steady {
        return (all.most > 1)
            .then(|| format!("Up to {} requests waited at once, the longest for {longest}.", number(all.most)));
    }
    // A burst has no rate but within some time.
    let during = if traffic == Traffic::Burst { " in that time" } else { "" };
    let rate = f64::from(lasting.came) / (span.millis_f64() / 1e3);
    Some(format!(
        "Each waited {}, so about {} waited at any time ({} a second{during} \u{d7} {}: Little\u{2019}s law); {} on average here, {} at most.",
        exact(each),
        trimmed(rate * each.millis_f64() / 1e3, 1),
        grouped(rate.round() as u64),
        exact(each),
        trimmed(lasting.mean, 1),
        number(lasting.most)
    ))
}

/// What the run came to.
fn result(run: &Run) -> String {
    let (situation, Verdict { falsely_refused, lost, .. }) = (Situation::of(&run.verdict), &run.verdict);
    let text = outcome(run, situation);
    // It may begin with a number.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let text = text[..digits].parse().map_or_else(|_| text.clone(), |first| number(first) + &text[digits..]);
    match situation {
        Situation::Fits if *lost > 0 && run.verdict.allowed > 0 => {
            "All others passed, and the limit allows as many.".to_owned()
        }
        Situation::Leaked if *falsely_refused > 0 => {
            format!("{}, and {} refused that it allows.", text.trim_end_matches('.'), were(*falsely_refused))
        }
        _ => text + why(run.trace.scenario().strategy, situation),
    }
}

/// Why, where that is so whatever goes wrong.
const fn why(strategy: Strategy, situation: Situation) -> &'static str {
    match (strategy, situation) {
        (Strategy::Local, Situation::Leaked) => {
            " Each server was right by its own count; nobody kept the user\u{2019}s."
        }
        (Strategy::Split, Situation::Unfair) => " Each server keeps to its own share.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Choice, Link, misfit};

    use super::*;

    fn told(link: &str) -> String {
        let link: Link = link.parse().unwrap_or_else(|problems| panic!("{problems:?}"));
        of(&Run::of(&link.scenario, 0))
    }

    /// Links of faults and policies, each met by every strategy and rule.
    const TROUBLES: [&str; 19] = [
        "redis=down@10ms..30ms",
        "redis=down@10ms..30ms&on-failure=closed",
        "redis=down@10ms..30ms&on-failure=local&breaker=2&breaker-reset=5ms",
        "redis=silent@10ms..30ms",
        "redis=silent@10ms..30ms&timeout=5ms&retry=1",
        "redis=paused@10ms..30ms&timeout=3ms&on-failure=closed",
        "redis=slow@10ms..30msx500",
        "redis=failover@15ms..20ms",
        "redis=failover@15ms..20ms&reload=no",
        "redis=flush@20ms",
        "redis=evict@20ms,delete@30ms",
        "crash=s2@12ms..20ms",
        "crash=s1@15ms&users=3",
        "scale=%2B4@20ms",
        "scale=-3@20ms",
        "deploy=10ms..30ms",
        "skew=5ms",
        "redis=down@900ms..950ms",
        "redis=flush@5ms,flush@10ms,flush@15ms,flush@20ms&crash=s9@3ms",
    ];

    #[test]
    fn every_strategy_has_whole_sentences_with_its_numbers_for_everything_that_goes_wrong() {
        for trouble in TROUBLES {
            for strategy in Strategy::ALL.iter().copied() {
                for rule in Rule::ALL.iter().copied() {
                    let link: Link = trouble.parse().unwrap_or_else(|problems| panic!("{problems:?}"));
                    let scenario = Scenario { strategy, rule, ..link.scenario };
                    if misfit(&scenario).is_some() {
                        continue;
                    }
                    let run = Run::of(&scenario, 0);
                    let (text, which) = (of(&run), format!("{trouble}, {strategy:?}, {rule:?}"));
                    assert!(run.is_troubled() && text.ends_with('.') && !text.contains("  "), "{which}: {text}");
                    let Verdict { over, falsely_refused, lost, failures, .. } = run.verdict;
                    for (number, says) in [(over, "more passed"), (falsely_refused, "refused that"), (lost, " lost")] {
                        let told = number == 0 || text.contains(says);
                        let exact = says == " lost" || number == 0 || text.contains(&format!("{number} "));
                        assert!(told && exact, "{which}: {text}");
                    }
                    let unheard = failures.let_through + failures.refused;
                    assert!(unheard == 0 || fails(&scenario) || text.contains(" answer "), "{which}: {text}");
                }
            }
        }
    }

    #[test]
    fn an_outage_is_told_with_its_policy_and_what_it_came_to() {
        let open = told("strategy=incr&traffic=steady&rate=400&for=1s&limit=50&redis=down@300ms..600ms");
        assert!(open.starts_with("Redis was down from 300 ms to 600 ms. "), "{open}");
        assert!(open.contains(" found nobody there") && open.contains("the policy let all "), "{open}");
        let closed = told("strategy=incr&redis=down@10ms..30ms&on-failure=closed");
        assert!(closed.contains("the policy refused all "), "{closed}");
        let local = told("strategy=local&redis=down@10ms..30ms");
        assert!(local.contains("this strategy does not ask Redis"), "{local}");
    }

    #[test]
    fn what_waits_is_told_by_littles_law_or_piles_up() {
        let stream = "strategy=incr&traffic=steady&rate=400&for=1s&arrivals=even&redis=silent@300ms..600ms";
        let short = told(&format!("{stream}&timeout=10ms"));
        assert!(
            short.contains("about 4 waited at any time (400 a second \u{d7} 10 ms: Little\u{2019}s law)"),
            "{short}"
        );
        let long = told(stream);
        assert!(long.contains("Nobody gave up: up to 12"), "{long}");
    }

    #[test]
    fn more_servers_make_a_higher_limit_only_where_each_has_one() {
        let told = |strategy: &str| told(&format!("strategy={strategy}&scale=%2B4@20ms"));
        assert!(told("local").contains("so the limit went from 4 \u{d7} 10 to 8 \u{d7} 10"), "{}", told("local"));
        assert!(told("split").contains("8 \u{d7} 2 = 16, not 10"), "{}", told("split"));
        assert!(told("incr").contains("so the limit stays what it was"), "{}", told("incr"));
    }

    #[test]
    fn a_key_without_an_end_is_told_until_it_is_deleted() {
        let base = "strategy=incr-expire&servers=1&burst=5&limit=3&arrivals=even&crash=s1@3ms..4ms";
        let stuck = told(base);
        assert!(stuck.contains("Server 1 stopped between INCR and EXPIRE: the key has no end."), "{stuck}");
        let deleted = told(&format!("{base}&redis=delete@20ms"));
        assert!(deleted.contains("until it was removed at 20 ms"), "{deleted}");
    }

    #[test]
    fn what_is_lost_with_a_server_is_told_apart_from_what_finds_none() {
        assert_eq!(
            told("strategy=incr&servers=1&crash=s1@5ms..500ms"),
            "Server 1 crashed at 5 ms: 4 requests were lost with it. No server was there for 36 requests. All were lost."
        );
    }

    #[test]
    fn many_faults_are_told_by_their_kinds_with_all_that_was_lost() {
        let flushed = told("strategy=incr&redis=flush@5ms,flush@10ms,flush@15ms,flush@20ms,flush@25ms");
        assert!(flushed.starts_with("5 things went wrong: keys flushed 5 times. "), "{flushed}");
        let crashed = told("strategy=incr&crash=s1@5ms..30ms,s2@10ms..30ms,s3@15ms..30ms,s4@20ms..30ms");
        assert!(crashed.starts_with("4 things went wrong: servers 1, 2, 3 and 4 crashed. "), "{crashed}");
        assert!(crashed.contains("10 requests were lost with their servers. No server was there for 7 requests."));
        let both =
            told("strategy=incr&crash=s1@5ms,s1@10ms,s2@15ms,s1@20ms&redis=down@6ms..8ms,down@12ms..14ms&limit=3");
        assert!(both.starts_with("6 things went wrong: servers 1 and 2 crashed (4 times in all), Redis down twice. "));
        for says in ["the policy let all 6 through", "3 requests were lost with their servers", "more passed"] {
            assert!(both.contains(says), "{both}");
        }
    }

    #[test]
    fn a_server_crashes_once_until_it_is_back_and_is_not_back_once_it_has_left() {
        let twice = told("strategy=incr&crash=s1@5ms..20ms,s1@10ms..30ms");
        assert!(twice.contains("1 request was lost with it, and it was back at 30 ms. "), "{twice}");
        assert!(twice.contains("Server 1 was down already at 10 ms."), "{twice}");
        let left = told("strategy=incr&crash=s4@5ms..20ms&scale=-1@10ms");
        assert!(left.contains("and it left before it was back.") && !left.contains("back at"), "{left}");
    }

    #[test]
    fn servers_that_cannot_join_or_leave_are_told_and_two_faults_at_one_instant_apart() {
        let told = |rest: &str| told(&format!("strategy=local&{rest}"));
        assert!(told("scale=-4@5ms").contains("3 servers left at 5 ms (one stays), so the limit went from 4 "));
        assert!(told("scale=%2B32@5ms").contains("28 servers joined at 5 ms (32 is the most), "));
        let two = told("scale=%2B2@5ms,-1@5ms");
        assert!(
            two.contains("from 4 \u{d7} 10 to 6 \u{d7} 10") && two.contains("from 6 \u{d7} 10 to 5 \u{d7} 10"),
            "{two}"
        );
        let sticky = told("scale=%2B4@5ms&balancer=sticky&users=4");
        assert!(sticky.contains("each user still has one server") && !sticky.contains("the limit went"), "{sticky}");
    }

    #[test]
    fn a_timeout_that_no_check_can_keep_is_told_first() {
        let short = told("strategy=incr&timeout=1ms");
        assert!(short.starts_with("The timeout, 1 ms, is shorter than a check takes (2 ms a round trip). "), "{short}");
        let lock = told("strategy=lock&timeout=7ms&burst=3");
        assert!(lock.contains(", 7 ms, is shorter than a check takes (4 round trips of 2 ms)."), "{lock}");
        let longer = told("strategy=incr&timeout=5ms&redis=silent@10ms..30ms");
        assert!(!longer.contains("is shorter than"), "{longer}");
    }

    #[test]
    fn what_is_sent_again_is_told_in_its_number() {
        let one = told("strategy=incr&burst=1&spread=0ms&limit=1&redis=silent@2.005ms..7ms&timeout=5ms&retry=1");
        assert!(one.contains("1 command timed out after 5 ms; it was sent again, and counts twice if"), "{one}");
        let all = told("strategy=incr&burst=10&redis=silent@2ms..8ms&timeout=5ms&retry=2");
        assert!(all.contains("; all were sent again, and count twice where"), "{all}");
    }

    #[test]
    fn a_bursts_rate_is_that_of_the_time_and_large_numbers_are_told_in_threes() {
        let burst = told("strategy=incr&burst=10&redis=silent@2.005ms..70ms&timeout=5ms&retry=1");
        assert!(burst.contains(" a second in that time \u{d7} 10 ms: Little"), "{burst}");
        let fast =
            told("strategy=incr&limit=1000&traffic=steady&rate=20000&for=1s&redis=silent@100ms..900ms&timeout=10ms");
        assert!(fast.contains("(20,075 a second \u{d7} 10 ms") && fast.contains("15,920 commands timed out"), "{fast}");
        assert!(fast.ends_with("15,920 more passed than the limit allows of these requests."), "{fast}");
    }

    #[test]
    fn a_stuck_key_that_is_numbered_only_takes_memory() {
        let query = "strategy=incr&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms";
        let numbered = told(query);
        assert!(
            numbered.contains(
                "Server 1 stopped between INCR and EXPIRE: a key without an end stays behind. Its window\u{2019}s number is in \
                 its name, so nobody meets it again."
            ),
            "{numbered}"
        );
        let fixed = told(&query.replace("incr", "incr-expire"));
        assert!(fixed.contains("Server 1 stopped between INCR and EXPIRE: the key has no end."), "{fixed}");
    }

    #[test]
    fn windows_that_end_with_a_key_are_rediss_whatever_servers_show() {
        for strategy in ["get-set", "read-write", "cas", "lock"] {
            let first_hit = told(&format!("strategy={strategy}&window-start=first-hit&skew=5ms"));
            assert!(first_hit.contains("what counts here is Redis\u{2019}s own"), "{first_hit}");
            let clock = told(&format!("strategy={strategy}&skew=5ms"));
            assert!(clock.contains("they go from window to window"), "{clock}");
        }
    }

    #[test]
    fn an_error_is_no_usable_answer() {
        let gone = told("strategy=script&reload=no&redis=failover@10ms");
        assert!(gone.contains("Without a usable answer the policy let all "), "{gone}");
    }
}
