//! What became of servers: crashes, and those that joined or left.

use limit_sim::fleet::Change;
use limit_sim::scenario::{Balancer, Fault, Rule, Scenario, Strategy, What};
use limit_sim::time::Time;
use limit_sim::trace::{Event, Kind};

use super::{at, times, were_requests};
use crate::lab::Run;
use crate::words::number::{count, list};
use crate::words::strategy::{capitalised, decides_alone};

/// What becomes of a server in the course of the run.
pub(super) fn changes(run: &Run, server: u32) -> Vec<(Time, Change)> {
    let change = |event: &Event| match event.kind {
        Kind::Server(change) if event.request.server == server => Some((event.at, change)),
        _ => None,
    };
    run.trace.events().iter().filter_map(change).collect()
}

/// Whether a server crashes there that was not down already.
pub(super) fn is_crash(changes: &[(Time, Change)], nth: usize) -> bool {
    changes[nth].1 == Change::Crashes && (nth == 0 || changes[nth - 1].1 != Change::Crashes)
}

/// Several crashes: which servers they hit, and how often.
pub(super) fn crashes(run: &Run, faults: usize) -> String {
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

/// How many requests a fault took with the servers that it stopped.
pub(super) fn lost_in(run: &Run, fault: Fault) -> u32 {
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
pub(super) struct Crash {
    /// Whether the server was up until then.
    hits: bool,
    /// How many requests were lost with it.
    lost: u32,
    /// When it was back, or left.
    next: Option<(Time, Change)>,
}

/// What a fault's crash came to; none where the server was not there.
pub(super) fn crash(run: &Run, fault: Fault, server: u32) -> Option<Crash> {
    let changes = changes(run, server);
    let nth = changes.iter().position(|one| *one == (fault.from, Change::Crashes))?;
    let ends = |change: Change| matches!(change, Change::Returns | Change::Restarts | Change::Leaves);
    let next = changes[nth..].iter().find(|(_, change)| ends(*change)).copied();
    let hits = is_crash(&changes, nth);
    let until = next.map_or_else(|| run.trace.end(), |(at, _)| at);
    let lost = if hits { run.trace.lost_with(server, fault.from, until) as u32 } else { 0 };
    Some(Crash { hits, lost, next })
}

/// Whether servers remember counts of their own, which go with them.
pub(super) fn remembers(strategy: Strategy) -> bool {
    decides_alone(strategy) || matches!(strategy, Strategy::Lease | Strategy::Edge | Strategy::DenyCache)
}

pub(super) fn crashed(run: &Run, fault: Fault, server: u32) -> String {
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
pub(super) fn resized(run: &Run, fault: Fault, before: u32, now: u32) -> String {
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
