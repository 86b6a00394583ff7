//! What became of checks that had no answer, or waited for one.

use limit_sim::placement::Limiter;
use limit_sim::scenario::{Fault, Jitter, OnFailure, Reload, Rule, Scenario, Strategy, Traffic, What};
use limit_sim::trace::Kind;
use limit_sim::verdict::Verdict;

use super::{number, requests, were};
use crate::lab::Run;
use crate::words::counting::grouped;
use crate::words::number::{count, exact, trimmed, wait};
use crate::words::strategy::{decides_alone, fails, uses_redis};

/// A timeout in which no check can be done.
pub(super) fn hasty(run: &Run) -> Option<String> {
    let Scenario { timeout, rtt, jitter, .. } = *run.trace.scenario();
    let trips = Limiter::new(run.trace.scenario()).fewest_commands();
    let timeout = timeout.filter(|timeout| *timeout <= rtt * u64::from(trips) && trips > 0)?;
    if run.verdict.failures.timed_out == 0 {
        return None;
    }
    let takes = match trips {
        1 => format!("{} a round trip", exact(rtt)),
        _ => format!("{trips} round trips of {}", exact(rtt)),
    };
    let about = if jitter == Jitter::None { "" } else { " on average" };
    Some(format!("The timeout, {}, is shorter than a check takes ({takes}{about}).", exact(timeout)))
}

/// Scripts that Redis no longer knew.
pub(super) fn scripts(run: &Run) -> Option<String> {
    let unknown = run.trace.unknown_scripts();
    let calls = count(unknown as u32, "call", "calls");
    (unknown > 0).then(|| match run.trace.scenario().reload {
        Reload::Yes => format!("Redis no longer knew the script (NOSCRIPT, {calls}); it was loaded again."),
        Reload::No => format!("Redis no longer knew the script, and nobody loads it again: NOSCRIPT for {calls}."),
    })
}

/// Why there was no answer.
pub(super) fn unanswered(run: &Run) -> Option<String> {
    let (scenario, failures) = (run.trace.scenario(), run.verdict.failures);
    let syncs = matches!(scenario.strategy, Strategy::SyncAll | Strategy::SyncShare);
    let asked = |number| if syncs { count(number, "sync", "syncs") } else { requests(number) };
    let mut said = Vec::new();
    if failures.unreachable > 0 {
        let reset = run.trace.events().iter().any(|event| event.kind == Kind::Reset);
        let lost = if reset { " or lost the connection" } else { "" };
        said.push(format!("{} found nobody there{lost}.", asked(failures.unreachable)));
    }
    if let (Some(timeout), 1..) = (scenario.timeout, failures.timed_out) {
        let again = match failures.retried {
            0 => String::new(),
            1 if failures.timed_out == 1 => {
                "; it was sent again, and counts twice if the first ran after all".to_owned()
            }
            1 => "; 1 of them was sent again, and counts twice if the first ran after all".to_owned(),
            all if all == failures.timed_out => {
                "; all were sent again, and count twice where the first ran after all".to_owned()
            }
            some => {
                format!("; {} of them were sent again, and count twice where the first ran after all", number(some))
            }
        };
        let commands = match failures.timed_out {
            1 => "1 command".to_owned(),
            many => number(many) + " commands",
        };
        said.push(format!("{commands} timed out after {}{again}.", exact(timeout)));
    }
    if failures.skipped > 0 {
        said.push(format!("{} did not ask, because a breaker was open.", requests(failures.skipped)));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// What became of those without an answer.
pub(super) fn policy(run: &Run) -> Option<String> {
    let (scenario, failures) = (run.trace.scenario(), run.verdict.failures);
    let all = failures.let_through + failures.refused;
    if all == 0 || fails(scenario) {
        return None;
    }
    let them = if all == 1 { "it".to_owned() } else { format!("all {}", number(all)) };
    // An error is an answer, but not one to go by.
    let without = match scenario.reload {
        Reload::No if run.trace.unknown_scripts() > 0 => "Without a usable answer",
        _ => "Without an answer",
    };
    Some(match scenario.on_failure {
        OnFailure::Open => format!("{without} the policy let {them} through."),
        OnFailure::Closed => format!("{without} the policy refused {them}."),
        OnFailure::Local => {
            let share =
                if scenario.rule == Rule::FixedWindow { format!(" of {}", scenario.share()) } else { String::new() };
            format!(
                "{without} each server counted alone, by its share{share}: {} passed, {} refused.",
                number(failures.let_through),
                were(failures.refused)
            )
        }
    })
}

/// How requests piled up while Redis gave no answer, or a late one.
pub(super) fn waited(run: &Run, met: &[Fault]) -> Option<String> {
    let Scenario { strategy, timeout, retry, traffic, .. } = *run.trace.scenario();
    let holds = |fault: &&Fault| matches!(fault.what, What::Silent | What::Paused | What::Slow(_));
    let fault = met.iter().find(holds).filter(|_| uses_redis(strategy) && !decides_alone(strategy))?;
    let (end, Verdict { failures, added_wait_us, .. }) = (run.trace.end(), &run.verdict);
    let lasting = run.trace.waiting(fault.from, fault.until.min(end));
    let all = run.trace.waiting(fault.from, end);
    let longest = wait(added_wait_us.max);
    let Some(timeout) = timeout else {
        return (all.most > 1).then(|| {
            format!("Nobody gave up: up to {} requests waited at once, the longest for {longest}.", number(all.most))
        });
    };
    let each = timeout * (1 + u64::from(retry));
    let span = fault.until.min(end) - fault.from;
    // By the law as long as almost all wait for so long, and the beginning and the end make no difference.
    let steady = lasting.came >= 10 && failures.timed_out * 10 >= lasting.came * 9 * (1 + retry) && span >= each * 3;
    if failures.skipped > 0 || !steady {
        return (all.most > 1)
            .then(|| format!("Up to {} requests waited at once, the longest for {longest}.", number(all.most)));
    }
    // A burst has no rate but within some time.
    let during = if traffic == Traffic::Burst { " in that time" } else { "" };
    let rate = f64::from(lasting.came) / (span.millis_f64() / 1e3);
    Some(format!(
        "Each waited {}, so about {} waited at any time ({} a second{during} \u{d7} {}: Little\u{2019}s law); {} on average here, {} at most.",
        exact(each),
        trimmed(rate * each.millis_f64() / 1e3, 1),
        grouped(rate.round() as u128),
        exact(each),
        trimmed(lasting.mean, 1),
        number(lasting.most)
    ))
}
