//! What became of Redis's keys.

use limit_sim::scenario::{Fault, Strategy, What};

use super::at;
use crate::lab::Run;
use crate::words::strategy::uses_redis;

/// Keys that Redis has lost.
pub(super) fn lost_keys(run: &Run, fault: Fault) -> String {
    let (scenario, from) = (run.trace.scenario(), at(fault.from));
    let what = match fault.what {
        What::Flush => "The keys were flushed",
        What::Evict => "Redis evicted half of its keys, rounded up,",
        _ => "The first user\u{2019}s key was deleted by hand",
    };
    if !uses_redis(scenario.strategy) {
        return format!("{what} at {from}.");
    }
    if run.trace.ran_before(fault.from) == 0 {
        return format!("{what} at {from}, before there were any.");
    }
    let who = match fault.what {
        What::Flush => "everyone had",
        What::Evict => "whoever\u{2019}s counter was among them had",
        _ => "that user had",
    };
    let then = match scenario.strategy {
        Strategy::SyncAll | Strategy::SyncShare => {
            "the total was gone, so whoever synced then heard of too little".to_owned()
        }
        Strategy::DenyCache => {
            format!("from then on {who} the whole limit again, but for refusals that servers remember")
        }
        Strategy::Edge => format!("from then on {who} the whole limit again behind the servers\u{2019} own"),
        _ => format!("from then on {who} the whole limit again"),
    };
    format!("{what} at {from}: {then}.")
}

/// A key without an end.
pub(super) fn stuck(run: &Run) -> Option<String> {
    let stuck = run.trace.stuck_key()?;
    let (server, number) = (stuck.request.server + 1, stuck.request.number + 1);
    let how = match stuck.stopped {
        true => format!("Server {server} stopped between INCR and EXPIRE"),
        false => format!("The EXPIRE of request {number} never ran"),
    };
    Some(match stuck.removed {
        Some(when) => format!("{how}: the key had no end, until it was removed at {}.", at(when)),
        None if stuck.is_numbered() => format!(
            "{how}: a key without an end stays behind. Its window\u{2019}s number is in its name, so nobody meets it again."
        ),
        None => format!(
            "{how}: the key has no end. Once at the limit the user is refused for ever, until someone deletes the key by hand."
        ),
    })
}
