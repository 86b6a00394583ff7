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
    // Those that stand alike are told in one sentence, so that of many there is not much more to hear than of few.
    let mut alike: Vec<(String, String)> = Vec::new();
    for (nth, server) in moment.servers.iter().enumerate() {
        let besides: String =
            state::server(server, run.is_troubled(), true).iter().map(|one| format!("; {one}")).collect();
        let (number, stands) = ((nth + 1).to_string(), tally(server) + &besides);
        match alike.iter_mut().find(|(_, one)| *one == stands) {
            Some((numbers, _)) => *numbers += &(", ".to_owned() + &number),
            None => alike.push((number, stands)),
        }
    }
    said.extend(alike.iter().map(|(numbers, stands)| match numbers.contains(',') {
        true => say!("Servers {}, each: {}.", numbers, stands),
        false => say!("Server {}: {}.", numbers, stands),
    }));
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
