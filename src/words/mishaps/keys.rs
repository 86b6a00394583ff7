//! What became of Redis's keys.

use limit_sim::scenario::{Fault, Strategy, What};

use super::at;
use crate::lab::Run;
use crate::language::t;
use crate::words::say::say;
use crate::words::strategy::uses_redis;
use crate::{n, say};

/// Keys that Redis has lost: when, and what that did.
pub(super) fn lost_keys(run: &Run, fault: Fault) -> String {
    let scenario = run.trace.scenario();
    let when = match fault.what {
        What::Flush => n!("The keys were flushed at $t."),
        What::Evict => n!("Redis evicted half of its keys, rounded up, at $t."),
        _ => n!("The first user\u{2019}s key was deleted by hand at $t."),
    };
    let before_any = match fault.what {
        What::Flush => n!("The keys were flushed at $t, before there were any."),
        What::Evict => n!("Redis evicted half of its keys at $t, before there were any."),
        _ => n!("The first user\u{2019}s key was deleted by hand at $t, before there were any."),
    };
    let values = [('t', at(fault.from))];
    if !uses_redis(scenario.strategy) {
        return say(when, &values);
    }
    if run.trace.ran_before(fault.from) == 0 {
        return say(before_any, &values);
    }
    let then = match scenario.strategy {
        Strategy::SyncAll | Strategy::SyncShare => {
            n!("The total was gone, so whoever synced then heard of too little.")
        }
        strategy => anew(fault.what, strategy),
    };
    say(when, &values) + " " + t(then)
}

/// Who began anew once keys were lost, and how far.
fn anew(what: What, strategy: Strategy) -> &'static str {
    match (strategy, what) {
        (Strategy::DenyCache, What::Flush) => {
            n!("From then on everyone had the whole limit again, but for refusals that servers remember.")
        }
        (Strategy::DenyCache, What::Evict) => {
            n!(
                "From then on whoever\u{2019}s counter was among them had the whole limit again, but for refusals that servers \
                 remember."
            )
        }
        (Strategy::DenyCache, _) => {
            n!("From then on that user had the whole limit again, but for refusals that servers remember.")
        }
        (Strategy::Edge, What::Flush) => {
            n!("From then on everyone had the whole limit again behind the servers\u{2019} own.")
        }
        (Strategy::Edge, What::Evict) => {
            n!(
                "From then on whoever\u{2019}s counter was among them had the whole limit again behind the servers\u{2019} own."
            )
        }
        (Strategy::Edge, _) => {
            n!("From then on that user had the whole limit again behind the servers\u{2019} own.")
        }
        (_, What::Flush) => n!("From then on everyone had the whole limit again."),
        (_, What::Evict) => n!("From then on whoever\u{2019}s counter was among them had the whole limit again."),
        (..) => n!("From then on that user had the whole limit again."),
    }
}

/// A key without an end.
pub(super) fn stuck(run: &Run) -> Option<String> {
    let stuck = run.trace.stuck_key()?;
    let (server, number) = (stuck.request.server + 1, stuck.request.number + 1);
    let how = match stuck.stopped {
        true => say!("Server {} stopped between INCR and EXPIRE", server),
        false => say!("The EXPIRE of request {} never ran", number),
    };
    Some(match stuck.removed {
        Some(when) => say!("{}: the key had no end, until it was removed at {}.", how, at(when)),
        None if stuck.is_numbered() => say!(
            "{}: a key without an end stays behind. Its window\u{2019}s number is in its name, so nobody meets it again.",
            how
        ),
        None => say!(
            "{}: the key has no end. Once at the limit the user is refused for ever, until someone deletes the key by hand.",
            how
        ),
    })
}
