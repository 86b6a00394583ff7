//! The stage in words, for those who don't see it.

use limit_sim::trace::{Moment, Outcome, ServerMoment};

use super::state;
use crate::lab::Run;

/// How things stand, in a few sentences.
pub fn of(run: &Run, moment: &Moment) -> String {
    let all = run.trace.scenario().requests();
    let mut text = format!("Requests sent: {} of {all}. ", moment.sent);
    for (nth, server) in moment.servers.iter().enumerate() {
        let besides: String =
            state::server(server, run.is_troubled(), true).iter().map(|one| format!("; {one}")).collect();
        text += &format!("Server {}: {}{besides}. ", nth + 1, tally(server));
    }
    if moment.unserved > 0 {
        text += &format!("Balancer: {} lost. ", moment.unserved);
    }
    for what in &moment.redis {
        text += &format!("Redis: {}. ", state::redis(*what).1);
    }
    if let Some((key, value)) = &moment.counter {
        let value = value.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string);
        text += &format!("In Redis, {key} holds {value}.");
    }
    text
}

fn tally(server: &ServerMoment) -> String {
    let (over, refused) = (server.count(Outcome::Over), server.count(Outcome::Refused));
    let passed = server.count(Outcome::Allowed) + over;
    let beyond = if over > 0 { format!(" ({over} of them over the limit)") } else { String::new() };
    format!("{passed} let through{beyond}, {refused} refused")
}
