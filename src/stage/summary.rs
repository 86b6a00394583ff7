//! The stage in words, for those who don't see it.

use limit_sim::trace::{Moment, Outcome, ServerMoment};

use super::state;
use crate::lab::Run;
use crate::say;
use crate::words::number::whole;

/// How things stand, in a few sentences.
pub fn of(run: &Run, moment: &Moment) -> String {
    let all = run.trace.scenario().requests();
    let mut said = vec![say!("Requests sent: {} of {}.", whole(moment.sent), whole(all))];
    for (nth, server) in moment.servers.iter().enumerate() {
        let besides: String =
            state::server(server, run.is_troubled(), true).iter().map(|one| format!("; {one}")).collect();
        said.push(say!("Server {}: {}.", nth + 1, tally(server) + &besides));
    }
    if moment.unserved > 0 {
        said.push(say!("Balancer: {} lost.", moment.unserved));
    }
    said.extend(moment.redis.iter().map(|what| say!("Redis: {}.", state::redis(*what).1)));
    if let Some((key, value)) = &moment.counter {
        let value = value.as_ref().map_or_else(|| say!("nothing"), ToString::to_string);
        said.push(say!("In Redis, {} holds {}.", key, value));
    }
    said.join(" ")
}

fn tally(server: &ServerMoment) -> String {
    let (over, refused) = (server.count(Outcome::Over), server.count(Outcome::Refused));
    let passed = server.count(Outcome::Allowed) + over;
    if over > 0 {
        say!("{} let through ({} of them over the limit), {} refused", passed, over, refused)
    } else {
        say!("{} let through, {} refused", passed, refused)
    }
}
