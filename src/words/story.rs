//! What happened, in a sentence or two: different in each situation, with this run's own numbers.

use limit_sim::redis::Command;
use limit_sim::scenario::{Arrivals, Balancer, Jitter, Scenario, Strategy};
use limit_sim::time::Span;
use limit_sim::trace::Kind;
use limit_sim::verdict::Verdict;

use super::number::{count, counted, exact, list, whole};
use super::situation::Situation;
use super::step::one_count;
use super::strategy::capitalised;
use super::{mishaps, strategy, why};
use crate::lab::{Run, Tell};
use crate::language::t;
use crate::{n, say};

/// Why the run came out as it did. What is not one of the lesson's runs is told by `tell`, once it is there.
pub fn of(run: &Run, tell: Option<Tell>) -> String {
    let scenario = run.trace.scenario();
    let situation = Situation::of(&run.verdict);
    if !is_plain(run) {
        return tell.map_or_else(|| outcome(run, situation), |tell| (tell.story)(run));
    }
    match (scenario.strategy, situation) {
        (_, Situation::Fits) => fits(scenario),
        (Strategy::Local, Situation::Leaked) => local_leaked(run),
        (Strategy::Local, _) => local_held(scenario),
        (Strategy::Split, Situation::Unfair) => split_unfair(run),
        (Strategy::Split, _) => split_held(scenario),
        (Strategy::GetIncr, Situation::Leaked) => get_incr_leaked(run),
        (Strategy::Incr, _) => incr(scenario),
        (_, Situation::Leaked) => get_set_leaked(run),
        _ => race_missed(run),
    }
}

/// Whether it is one of the lesson's: one user, one of the clock's windows, and nothing goes wrong.
pub fn is_plain(run: &Run) -> bool {
    let scenario = run.trace.scenario();
    let known = matches!(
        scenario.strategy,
        Strategy::Local | Strategy::Split | Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite | Strategy::Incr
    );
    known && !run.is_troubled() && one_count(&run.trace) && run.trace.windows() <= 1 && !has_no_share(scenario)
}

/// Why any other run came out as it did.
pub fn beyond(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let situation = Situation::of(&run.verdict);
    match situation {
        _ if run.is_troubled() => mishaps::of(run),
        _ if has_no_share(scenario) => no_share(scenario),
        // Nobody had to be refused: the same in all.
        Situation::Fits if one_count(&run.trace) && run.trace.windows() <= 1 => fits(scenario),
        _ => general(run, situation),
    }
}

fn has_no_share(scenario: &Scenario) -> bool {
    scenario.strategy == Strategy::Split && scenario.share() == 0 && scenario.capacity.is_none()
}

/// What holds for every strategy, rule and traffic, with what this strategy adds.
fn general(run: &Run, situation: Situation) -> String {
    let scenario = run.trace.scenario();
    let mut text = String::new();
    if scenario.users == 1 && run.trace.windows() > 1 {
        text = say!("This run reaches over {} windows, each with a limit of its own.", run.trace.windows()) + " ";
    }
    text += &outcome(run, situation);
    let why = match situation {
        Situation::Fits => return text + " " + t("Send more to put it to the test."),
        Situation::Leaked => why::too_many(scenario),
        Situation::Unfair => why::too_few(scenario),
        Situation::Exact => held(scenario),
    };
    text + " " + why + &beside(run) + &first_user(run)
}

/// What the run comes to, and nothing of why.
pub fn outcome(run: &Run, situation: Situation) -> String {
    let Verdict { due, over, falsely_refused, .. } = run.verdict;
    match situation {
        Situation::Fits if run.verdict.allowed == 0 => say!("All were lost."),
        Situation::Fits => say!("All passed, and the limit allows as many."),
        Situation::Leaked => say!("{} more passed than the limit allows of these requests.", whole(over)),
        Situation::Unfair => counted(
            falsely_refused,
            n!("{} was refused that the limit allows."),
            n!("{} were refused that the limit allows."),
        ),
        Situation::Exact => {
            say!("{} passed, exactly as many as the limit allows of these requests.", whole(due))
        }
    }
}

/// How the first user fared beside the others.
fn first_user(run: &Run) -> String {
    let [first, others @ ..] = &run.verdict.users[..] else { return String::new() };
    if others.is_empty() {
        return String::new();
    }
    let passed: u32 = others.iter().map(|one| one.allowed).sum();
    let all: u32 = others.iter().map(|one| one.allowed + one.refused).sum();
    let [own, sent, passed, all] = [first.allowed, first.allowed + first.refused, passed, all].map(whole);
    " ".to_owned() + &say!("User 81 got {} of {} through, the others {} of {}.", own, sent, passed, all)
}

/// Why as many passed as should.
fn held(scenario: &Scenario) -> &'static str {
    const LUCK: &str = n!("That is luck, not a limit.");
    t(match scenario.strategy {
        _ if strategy::fails(scenario) => LUCK,
        Strategy::Local if scenario.servers == 1 => n!("One server sees every request."),
        Strategy::Local => n!("Each server kept its own count, and here that came to the same."),
        Strategy::Split => n!("Every server got enough requests to use up its share."),
        Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite => LUCK,
        Strategy::SyncAll | Strategy::SyncShare => n!("The servers heard of each other in time."),
        _ => return strategy::why_it_holds(scenario, false),
    })
}

/// What this run shows of its strategy besides: a number.
fn beside(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let calls = run.verdict.redis_calls as u32;
    let saved = scenario.requests().saturating_sub(calls);
    let how_many =
        |wanted: fn(&Kind) -> bool| run.trace.events().iter().filter(|event| wanted(&event.kind)).count() as u32;
    let (sentence, number) = match scenario.strategy {
        Strategy::Cas => {
            let tries = how_many(|kind| matches!(kind.ran(), Some(Command::Watch(_))));
            (n!("All in all it took {} tries."), tries)
        }
        Strategy::SyncAll | Strategy::SyncShare => (n!("Syncs: {}."), calls),
        Strategy::Lease => (n!("Calls to Redis: {}."), calls),
        Strategy::Edge => (n!("Requests that never reached Redis: {}."), saved),
        Strategy::DenyCache => (n!("Refusals from memory, without a call: {}."), saved),
        Strategy::Owner => {
            let hops = how_many(|kind| matches!(kind, Kind::Forwarded(_)));
            (n!("Requests that came in at another server: {}."), hops / 2)
        }
        _ => return String::new(),
    };
    " ".to_owned() + &counted(number, sentence, sentence)
}

/// `1 request`, `2 requests`.
pub fn requests(number: u32) -> String {
    count(number, n!("request"), n!("requests"))
}

/// The servers, from 1, whose tally is so.
fn servers_where(run: &Run, test: impl Fn(u32, u32) -> bool) -> Vec<usize> {
    let servers = run.verdict.servers.iter().enumerate();
    servers.filter(|(_, one)| test(one.allowed, one.refused)).map(|(nth, _)| nth + 1).collect()
}

/// `server 2`, `servers 1 and 4`; many are only counted: `6 of the 8 servers`.
fn named(which: &[usize], of: u32) -> String {
    match which.len() {
        1 => say!("server {}", which[0]),
        2..=4 => say!("servers {}", list(which)),
        n => say!("{} of the {} servers", n, of),
    }
}

fn no_share(scenario: &Scenario) -> String {
    let Scenario { limit, servers, .. } = scenario;
    say!("{} \u{f7} {} is less than one: each server's share is 0, so every request is refused.", limit, servers)
}

fn fits(scenario: &Scenario) -> String {
    say!(
        "{} against a limit of {}: nobody has to be refused. Send more to put it to the test.",
        requests(scenario.requests()),
        whole(scenario.limit)
    )
}

fn local_leaked(run: &Run) -> String {
    let Scenario { servers, limit, .. } = *run.trace.scenario();
    let full = servers_where(run, |_, refused| refused > 0);
    let passed = run.verdict.allowed;
    let others = passed - limit * full.len() as u32;
    let [limit, passed, others] = [limit, passed, others].map(whole);
    if full.is_empty() {
        say!(
            "By its own count each server stayed within {}, but together they let {} through: nobody kept the user's.",
            limit,
            passed
        )
    } else if full.len() == servers as usize {
        say!(
            "Each of the {0} servers let {1} through: {0} \u{d7} {1} = {2}. Each was right by its own count; nobody kept the user's.",
            servers,
            limit,
            passed
        )
    } else {
        let those = capitalised(&named(&full, servers));
        if full.len() == 1 {
            say!(
                "{} let {} through, and the rest {} more. Each was right by its own count; nobody kept the user's.",
                those,
                limit,
                others
            )
        } else {
            say!(
                "{} let {} through each, and the rest {} more. Each was right by its own count; nobody kept the user's.",
                those,
                limit,
                others
            )
        }
    }
}

fn local_held(scenario: &Scenario) -> String {
    let Scenario { servers, balancer, limit, .. } = *scenario;
    if servers == 1 {
        say!(
            "One server sees every request, so its count is the user's: exactly {} pass. Now add a server.",
            whole(limit)
        )
    } else if balancer == Balancer::Sticky {
        say!(
            "The sticky balancer sends this user to one server, so its count is the user's, until that server goes away."
        )
    } else {
        say!(
            "By chance the whole burst reached one of the {} servers, so its count was the user's. Try another burst.",
            servers
        )
    }
}

fn split_unfair(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let Scenario { servers, limit, balancer, .. } = *scenario;
    let share = scenario.share();
    let lost = run.verdict.falsely_refused;
    let refusing = servers_where(run, |_, refused| refused > 0);
    let idle = servers_where(run, |allowed, refused| refused == 0 && allowed < share);
    if !idle.is_empty() {
        let why = match balancer {
            Balancer::Sticky => t("A sticky balancer sends all of a user's requests to one server."),
            _ => t("This balancer does not deal one user's requests out evenly."),
        };
        let those = counted(
            lost,
            n!("{} was refused although the user was under the limit."),
            n!("{} were refused although the user was under the limit."),
        );
        let refusing = capitalised(&named(&refusing, servers));
        let said = say!("{} refused requests while {} still had room: {}", refusing, named(&idle, servers), those);
        return said + " " + why;
    }
    let [own, all, limit, lost_to_it] = [share, share * servers, limit, lost].map(whole);
    let said = if lost == 1 {
        say!(
            "Every server used up its share of {}, which makes {}, not {}: 1 was lost to rounding down.",
            own,
            all,
            limit
        )
    } else {
        say!(
            "Every server used up its share of {}, which makes {}, not {}: {} were lost to rounding down.",
            own,
            all,
            limit,
            lost_to_it
        )
    };
    match balancer {
        Balancer::Random => {
            let more = say!("Now send {}: one server will refuse while another still has room.", limit);
            said + " " + &more
        }
        _ => said,
    }
}

fn split_held(scenario: &Scenario) -> String {
    if scenario.servers == 1 {
        return say!("One server's share is the whole limit, and its count is the user's. Now add a server.");
    }
    say!(
        "Every server got enough requests to use up its share of {}. With a smaller burst one server will refuse while \
         another still has room.",
        whole(scenario.share())
    )
}

fn get_set_leaked(run: &Run) -> String {
    let Scenario { rtt, jitter, .. } = *run.trace.scenario();
    let stale = run.stale.len() as u32;
    let why = if rtt == Span::ZERO {
        say!("Even without a round trip, others' commands stand between in Redis's queue.")
    } else if jitter == Jitter::None {
        say!("Until its write lands, each trusts its read for a whole round trip, {}.", exact(rtt))
    } else {
        say!("Until its write lands, each trusts its read for about a whole round trip, {}.", exact(rtt))
    };
    let lost = say!(
        "{} wrote back a count that was out of date by then, so what others had counted was lost.",
        requests(stale)
    );
    lost + " " + &why
}

fn get_incr_leaked(run: &Run) -> String {
    say!(
        "No count was lost, but {} read a number below {} while others' additions were still on their way.",
        requests(run.verdict.over),
        whole(run.verdict.limit)
    )
}

fn race_missed(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let Scenario { rtt, arrivals, .. } = *scenario;
    let apart = scenario.sending().nanos() / u64::from(scenario.requests());
    let apart = exact(Span::from_micros(apart / 1000));
    if arrivals == Arrivals::Even && run.verdict.worst_case <= run.verdict.limit {
        return say!(
            "The requests come evenly, {} apart, and a round trip takes {}: each write lands before the next read, so there \
             is no race. Raise the round trip.",
            apart,
            exact(rtt)
        );
    }
    say!(
        "This time no request read between another's read and write in a way that mattered. One comes every {} or so and \
         a round trip takes {}: that is luck, not a limit. Raise the round trip.",
        apart,
        exact(rtt)
    )
}

fn incr(scenario: &Scenario) -> String {
    say!(
        "Adding and reading are one step in Redis, so no two requests see the same count: whoever saw {} or less passes, and \
         whoever saw more is refused. Slower trips only make them wait.",
        whole(scenario.limit)
    )
}
