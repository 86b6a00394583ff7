//! What happened, in a sentence or two: different in each situation, with this run's own numbers.

use limit_sim::scenario::{Balancer, Scenario, Strategy};

use super::number::{count, exact, list};
use super::situation::Situation;
use crate::lab::Run;

/// Why the run came out as it did.
pub fn of(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let situation = Situation::of(&run.verdict);
    match (scenario.strategy, situation) {
        (_, Situation::Fits) => fits(run),
        (Strategy::Local, Situation::Leaked) => local_leaked(run),
        (Strategy::Local, _) => local_held(run),
        (Strategy::Split, Situation::Unfair) => split_unfair(run),
        (Strategy::Split, _) => split_held(scenario),
        (Strategy::GetSet, Situation::Leaked) => get_set_leaked(run),
        (Strategy::GetIncr, Situation::Leaked) => get_incr_leaked(run),
        (Strategy::GetSet | Strategy::GetIncr, _) => race_missed(run),
        (Strategy::Incr, _) => incr(run),
    }
}

/// How many windows the run saw.
fn windows(run: &Run) -> usize {
    run.trace.windows()
}

fn fits(run: &Run) -> String {
    let Scenario { burst, limit, .. } = run.trace.scenario();
    if windows(run) > 1 {
        "The burst is spread so thin that no window holds more than the limit, so nobody is refused. Send more, or faster.".to_owned()
    } else if burst == limit {
        format!("{} against a limit of {limit}: all pass. One more would have to be refused.", requests(*burst))
    } else {
        format!(
            "{} against a limit of {limit}: nobody has to be refused. Send more to put the limit to the test.",
            requests(*burst)
        )
    }
}

fn requests(number: u32) -> String {
    count(number, "request", "requests")
}

/// The servers, from 1, whose tally is so.
fn servers_where(run: &Run, test: impl Fn(u32, u32) -> bool) -> Vec<usize> {
    let servers = run.verdict.servers.iter().enumerate();
    servers.filter(|(_, one)| test(one.allowed, one.refused)).map(|(nth, _)| nth + 1).collect()
}

/// `server 2`, `servers 1 and 4`; many are only counted: `6 of the 8 servers`.
fn named(which: &[usize], of: u32) -> String {
    match which.len() {
        0 => "no server".to_owned(),
        1 => format!("server {}", which[0]),
        2..=4 => format!("servers {}", list(which)),
        n => format!("{n} of the {of} servers"),
    }
}

fn capitalised(text: &str) -> String {
    // All of these begin with a letter of ASCII; the tables for the others are large.
    let mut text = text.to_owned();
    text[..1].make_ascii_uppercase();
    text
}

fn local_leaked(run: &Run) -> String {
    let Scenario { servers, limit, .. } = *run.trace.scenario();
    let full = servers_where(run, |allowed, _| allowed >= limit);
    let passed = run.verdict.allowed;
    let many_windows = windows(run) > 1;
    if full.is_empty() || many_windows {
        return format!(
            "Every server stayed within {limit} by its own count, and together they let {passed} through. None of the \
             {servers} could see what the others had counted."
        );
    }
    let others = passed - full.iter().map(|nth| run.verdict.servers[nth - 1].allowed).sum::<u32>();
    if full.len() == 1 && others > 0 {
        format!(
            "{} had let its {limit} through and refused the rest, but the others could not see that: they let {others} more \
             through.",
            capitalised(&named(&full, servers))
        )
    } else if others > 0 {
        format!(
            "{} each let {limit} through before refusing anyone, and the others {others} more. Each was right by its own count; \
             nobody kept the user's.",
            capitalised(&named(&full, servers))
        )
    } else {
        format!(
            "All {servers} servers let {limit} through each: {servers} \u{d7} {limit} = {passed}. Each was right by its own count; \
             nobody kept the user's."
        )
    }
}

fn local_held(run: &Run) -> String {
    let Scenario { servers, balancer, limit, .. } = *run.trace.scenario();
    if servers == 1 {
        format!(
            "One server sees every request, so its own count is the user's count, and exactly {limit} pass. Now add a server."
        )
    } else if balancer == Balancer::Sticky {
        "The sticky balancer sends this user to one server only, so that server's count is the user's count. It stays so until \
         that server goes away."
            .to_owned()
    } else {
        format!(
            "By luck no more than {limit} got through in all: this burst reached few of the {servers} servers. Try another burst."
        )
    }
}

fn split_unfair(run: &Run) -> String {
    let Scenario { servers, limit, .. } = *run.trace.scenario();
    let share = limit / servers;
    let wasted = run.verdict.falsely_refused;
    if share == 0 {
        return format!(
            "{limit} \u{f7} {servers} is less than one: each server's share is 0, so every request is refused."
        );
    }
    let refusing = servers_where(run, |_, refused| refused > 0);
    let idle = servers_where(run, |allowed, refused| refused == 0 && allowed < share);
    if windows(run) == 1 && !refusing.is_empty() && !idle.is_empty() {
        let verb = if refusing.len() == 1 { "has" } else { "have" };
        return format!(
            "{} {verb} refused requests while {} still had room: {} refused although the user was under the limit. No balancer \
             deals one user's requests out evenly.",
            capitalised(&named(&refusing, servers)),
            named(&idle, servers),
            if wasted == 1 { "1 was".to_owned() } else { format!("{wasted} were") }
        );
    }
    let most = share * servers;
    if windows(run) == 1 && run.verdict.allowed == most {
        return format!(
            "Every server used up its share of {share}, and that makes {most}, not {limit}: {} lost by rounding down. With \
             fewer requests it gets worse, since no balancer deals them out evenly.",
            if wasted == 1 { "1 was".to_owned() } else { format!("{wasted} were") }
        );
    }
    format!(
        "{} refused by one server while another still had room in its share of {share}.",
        capitalised(&requests(wasted))
    )
}

fn split_held(scenario: &Scenario) -> String {
    let share = scenario.limit / scenario.servers;
    if scenario.servers == 1 {
        return "With one server its share is the whole limit, and its count is the user's count. Now add servers."
            .to_owned();
    }
    format!(
        "This time every server got enough requests to use up its share of {share}. A smaller or more uneven burst would leave \
         shares unused on one server while another refuses."
    )
}

fn get_set_leaked(run: &Run) -> String {
    let stale = run.stale.len() as u32;
    let trip = exact(run.trace.scenario().rtt);
    format!(
        "{} decided on a count that another request had already changed, and wrote back a number that was out of date. With a \
         round trip of {trip}, that is how long each read goes on being believed.",
        capitalised(&requests(stale))
    )
}

fn get_incr_leaked(run: &Run) -> String {
    let limit = run.trace.scenario().limit;
    format!(
        "No count was lost, but {} read a number below {limit} while the additions that would have stopped {} were still on \
         their way.",
        requests(run.verdict.over),
        if run.verdict.over == 1 { "it" } else { "them" }
    )
}

fn race_missed(run: &Run) -> String {
    let Scenario { rtt, burst, spread, .. } = *run.trace.scenario();
    let apart = exact(limit_sim::time::Span::from_nanos(spread.nanos() / u64::from(burst) / 1000 * 1000));
    format!(
        "This time no request read the count between another's read and write in a way that mattered. A request comes every \
         {apart} or so and a round trip takes {}: that is luck, not a limit. Raise the round trip.",
        exact(rtt)
    )
}

fn incr(run: &Run) -> String {
    let Scenario { limit, servers, .. } = *run.trace.scenario();
    let place = if servers == 1 { "the server is".to_owned() } else { format!("the {servers} servers are") };
    if windows(run) > 1 {
        return format!(
            "In every window the first {limit} to be counted pass and the rest are refused, however slow {place}."
        );
    }
    format!(
        "Adding and reading are one step in Redis, so no two requests see the same count: those that saw 1 to {limit} pass, and \
         whoever saw {} or more is refused. Slower trips only make them wait longer.",
        limit + 1
    )
}
