//! What became of servers: crashes, and those that joined or left.

use limit_sim::fleet::Change;
use limit_sim::scenario::{Balancer, Fault, Rule, Scenario, Strategy, What};
use limit_sim::time::Time;
use limit_sim::trace::{Event, Kind};

use super::{at, times};
use crate::lab::Run;
use crate::language::t;
use crate::words::number::list;
use crate::words::say::{say, some};
use crate::words::strategy::decides_alone;
use crate::{n, say};

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
        [] => times(t("a crash of a server that was not there").to_owned(), faults),
        [(server, often)] => times(say!("server {} crashed", server), *often),
        more => {
            let names: Vec<usize> = more.iter().map(|(server, _)| *server).collect();
            match all == more.len() {
                true => say!("servers {} crashed", list(&names)),
                false => say!("servers {} crashed ({} times in all)", list(&names), all),
            }
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
        return say!("Server {} was not there to crash at {}.", name, when);
    };
    if !hits {
        return say!("Server {} was down already at {}.", name, when);
    }
    let lost = match lost {
        0 => t("no request was lost with it").to_owned(),
        lost => some(lost, n!("1 request was lost with it"), n!("{} requests were lost with it")),
    };
    let forgot = remembers(run.trace.scenario().strategy).then(|| t("what it remembered was gone").to_owned());
    let then = next.map(|(back, change)| match change {
        Change::Leaves => t("it left before it was back").to_owned(),
        _ if back == fault.from => t("it was back at once").to_owned(),
        _ => say!("it was back at {}", at(back)),
    });
    let clauses: Vec<_> = std::iter::once(lost).chain(forgot).chain(then).collect();
    say!("Server {} crashed at {}: {}.", name, when, clauses.join("; "))
}

/// Servers that joined or left: so many there were before, and so many after it.
pub(super) fn resized(run: &Run, fault: Fault, before: u32, now: u32) -> String {
    let Scenario { strategy, limit, servers, balancer, .. } = *run.trace.scenario();
    let (number, wanted) = match fault.what {
        What::Join(more) => (now - before, more),
        What::Leave(fewer) => (before - now, fewer),
        _ => return String::new(),
    };
    let joined = matches!(fault.what, What::Join(_));
    let what = match (joined, number) {
        (true, 0) => return say!("At {} no server joined: 1 to 32 can be there.", at(fault.from)),
        (false, 0) => return say!("At {} no server left: 1 to 32 can be there.", at(fault.from)),
        (true, 1) => n!("1 server joined at $t."),
        (true, _) => n!("$n servers joined at $t."),
        (false, 1) => n!("1 server left at $t."),
        (false, _) => n!("$n servers left at $t."),
    };
    let room = match joined {
        true => t("32 servers are the most."),
        false => t("One server always stays."),
    };
    let room = (number < wanted).then(|| room.to_owned());
    let plain = run.trace.scenario().rule == Rule::FixedWindow;
    let share = run.trace.scenario().share();
    let then = match strategy {
        Strategy::Local if balancer == Balancer::Sticky => {
            t("Each user still has one server, and where that is another now it counts anew.").to_owned()
        }
        Strategy::Local => say!("So the limit went from {} \u{d7} {} to {} \u{d7} {}.", before, limit, now, limit),
        Strategy::Split if plain => say!(
            "Each still has the share of {}: the shares come to {} \u{d7} {} = {}, not {}.",
            servers,
            now,
            share,
            now * share,
            limit
        ),
        Strategy::Split => {
            say!("Each still has the share of {}, so the shares no longer add up to the limit.", servers)
        }
        Strategy::Owner => t("Users whose owner changed were counted anew.").to_owned(),
        one if remembers(one) => String::new(),
        _ => t("The count is shared, so the limit stays what it was.").to_owned(),
    };
    let what = say(what, &[('n', number.to_string()), ('t', at(fault.from))]);
    let then = (!then.is_empty()).then_some(then);
    std::iter::once(what).chain(room).chain(then).collect::<Vec<_>>().join(" ")
}
