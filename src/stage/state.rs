//! How servers and Redis stand besides what they have counted, in few words: for the stage, and for who does not see it.

use limit_sim::fleet::Standing;
use limit_sim::run::Breaker;
use limit_sim::scenario::What;
use limit_sim::trace::ServerMoment;

/// So many checks that wait can be counted at a glance; of more the number is told.
const FEW: u32 = 9;

/// A server's standing: its name in style sheets, and in words.
pub const fn standing(standing: Standing) -> (&'static str, &'static str) {
    match standing {
        Standing::Up => ("up", ""),
        Standing::New => ("new", "new"),
        Standing::Away => ("away", "not there"),
        Standing::Crashed => ("crashed", "crashed"),
        Standing::Draining => ("draining", "draining"),
    }
}

const fn breaker(breaker: Breaker) -> &'static str {
    match breaker {
        Breaker::Closed => "",
        Breaker::Open => "breaker open",
        Breaker::Probing => "breaker probing",
    }
}

/// What there is to say of a server, the most telling first; of those that wait only where something goes wrong: elsewhere
/// they are seen on their way.
pub fn server(server: &ServerMoment, troubled: bool, few: bool) -> Vec<String> {
    let mut said: Vec<String> = [standing(server.standing).1, breaker(server.breaker)].map(str::to_owned).into();
    let least = if few { 1 } else { FEW + 1 };
    for (number, least, word) in [(server.checking, least, "waiting"), (server.lost, 1, "lost")] {
        if number >= least && (troubled || word == "lost") {
            said.push(format!("{number} {word}"));
        }
    }
    said.retain(|one| !one.is_empty());
    said
}

/// What Redis is like: its name in style sheets, and in words.
pub fn redis(what: What) -> (&'static str, String) {
    let (name, words) = match what {
        What::Down => ("down", "down"),
        What::Silent => ("silent", "silent"),
        What::Paused => ("paused", "paused"),
        What::Slow(factor) => return ("slow", format!("{factor}\u{d7} slower")),
        _ => ("behind", "replica behind"),
    };
    (name, words.to_owned())
}
