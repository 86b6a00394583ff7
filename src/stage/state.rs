//! How servers and Redis stand besides what they have counted, in few words: for the stage, and for who does not see it.

use limit_sim::fleet::Standing;
use limit_sim::run::Breaker;
use limit_sim::scenario::What;
use limit_sim::trace::ServerMoment;

use crate::language::t;
use crate::words::number::whole;
use crate::{n, say};

/// So many checks that wait can be counted at a glance; of more the number is told.
const FEW: u32 = 9;

/// A server's standing: its name in style sheets, and in words.
pub fn standing(standing: Standing) -> (&'static str, &'static str) {
    let (name, words) = match standing {
        Standing::Up => ("up", ""),
        Standing::New => ("new", n!("new")),
        Standing::Away => ("away", n!("not there")),
        Standing::Crashed => ("crashed", n!("crashed")),
        Standing::Draining => ("draining", n!("draining")),
    };
    (name, t(words))
}

fn breaker(breaker: Breaker) -> &'static str {
    t(match breaker {
        Breaker::Closed => "",
        Breaker::Open => n!("breaker open"),
        Breaker::Probing => n!("breaker probing"),
    })
}

/// What there is to say of a server, the most telling first; of those that wait only where something goes wrong: elsewhere
/// they are seen on their way.
pub fn server(server: &ServerMoment, troubled: bool, few: bool) -> Vec<String> {
    let mut said: Vec<String> = [standing(server.standing).1, breaker(server.breaker)].map(str::to_owned).into();
    let least = if few { 1 } else { FEW + 1 };
    if server.checking >= least && troubled {
        said.push(say!("{} waiting", server.checking));
    }
    if server.lost > 0 {
        said.push(say!("{} lost", server.lost));
    }
    said.retain(|one| !one.is_empty());
    said
}

/// What Redis is like: its name in style sheets, and in words.
pub fn redis(what: What) -> (&'static str, String) {
    let (name, words) = match what {
        What::Down => ("down", n!("down")),
        What::Silent => ("silent", n!("silent")),
        What::Paused => ("paused", n!("paused")),
        What::Slow(factor) => return ("slow", say!("{}\u{d7} slower", whole(factor))),
        _ => ("behind", n!("replica behind")),
    };
    (name, t(words).to_owned())
}
