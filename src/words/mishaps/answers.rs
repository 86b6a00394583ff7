//! What became of checks that had no answer, or waited for one.

use limit_sim::placement::Limiter;
use limit_sim::scenario::{Fault, Jitter, OnFailure, Reload, Rule, Scenario, Strategy, Traffic, What};
use limit_sim::trace::Kind;
use limit_sim::verdict::Verdict;

use super::number;
use crate::lab::Run;
use crate::words::counting::grouped;
use crate::words::number::{exact, trimmed, wait};
use crate::words::say::{say, some};
use crate::words::strategy::{decides_alone, fails, uses_redis};
use crate::{n, say};

/// A timeout in which no check can be done.
pub(super) fn hasty(run: &Run) -> Option<String> {
    let Scenario { timeout, rtt, jitter, .. } = *run.trace.scenario();
    let trips = Limiter::new(run.trace.scenario()).fewest_commands();
    let timeout = timeout.filter(|timeout| *timeout <= rtt * u64::from(trips) && trips > 0)?;
    if run.verdict.failures.timed_out == 0 {
        return None;
    }
    let sentence = match (trips, jitter) {
        (1, Jitter::None) => n!("The timeout, $t, is shorter than a check takes ($r a round trip)."),
        (1, _) => n!("The timeout, $t, is shorter than a check takes ($r a round trip on average)."),
        (_, Jitter::None) => n!("The timeout, $t, is shorter than a check takes ($n round trips of $r)."),
        _ => n!("The timeout, $t, is shorter than a check takes ($n round trips of $r on average)."),
    };
    Some(say(sentence, &[('t', exact(timeout)), ('r', exact(rtt)), ('n', trips.to_string())]))
}

/// Scripts that Redis no longer knew.
pub(super) fn scripts(run: &Run) -> Option<String> {
    let unknown = run.trace.unknown_scripts() as u32;
    (unknown > 0).then(|| match run.trace.scenario().reload {
        Reload::Yes => some(
            unknown,
            n!("Redis no longer knew the script (NOSCRIPT, 1 call); it was loaded again."),
            n!("Redis no longer knew the script (NOSCRIPT, {} calls); it was loaded again."),
        ),
        Reload::No => some(
            unknown,
            n!("Redis no longer knew the script, and nobody loads it again: NOSCRIPT for 1 call."),
            n!("Redis no longer knew the script, and nobody loads it again: NOSCRIPT for {} calls."),
        ),
    })
}

/// Why there was no answer.
pub(super) fn unanswered(run: &Run) -> Option<String> {
    let (scenario, failures) = (run.trace.scenario(), run.verdict.failures);
    let syncs = matches!(scenario.strategy, Strategy::SyncAll | Strategy::SyncShare);
    let mut said = Vec::new();
    if failures.unreachable > 0 {
        let reset = run.trace.events().iter().any(|event| event.kind == Kind::Reset);
        let (one, many) = match (syncs, reset) {
            (false, false) => (n!("1 request found nobody there."), n!("{} requests found nobody there.")),
            (false, true) => (
                n!("1 request found nobody there or lost the connection."),
                n!("{} requests found nobody there or lost the connection."),
            ),
            (true, false) => (n!("1 sync found nobody there."), n!("{} syncs found nobody there.")),
            (true, true) => (
                n!("1 sync found nobody there or lost the connection."),
                n!("{} syncs found nobody there or lost the connection."),
            ),
        };
        said.push(some(failures.unreachable, one, many));
    }
    if let (Some(timeout), 1..) = (scenario.timeout, failures.timed_out) {
        let sentence = match (failures.timed_out, failures.retried) {
            (1, 0) => n!("1 command timed out after $t."),
            (_, 0) => n!("$c commands timed out after $t."),
            (1, _) => {
                n!("1 command timed out after $t; it was sent again, and counts twice if the first ran after all.")
            }
            (_, 1) => n!(
                "$c commands timed out after $t; 1 of them was sent again, and counts twice if the first ran after all."
            ),
            (all, again) if all == again => {
                n!(
                    "$c commands timed out after $t; all were sent again, and count twice where the first ran after all."
                )
            }
            _ => n!(
                "$c commands timed out after $t; $r of them were sent again, and count twice where the first ran after all."
            ),
        };
        let values = [('c', number(failures.timed_out)), ('t', exact(timeout)), ('r', number(failures.retried))];
        said.push(say(sentence, &values));
    }
    if failures.skipped > 0 {
        let (one, many) = match syncs {
            false => (
                n!("1 request did not ask, because a breaker was open."),
                n!("{} requests did not ask, because a breaker was open."),
            ),
            true => (
                n!("1 sync did not take place, because a breaker was open."),
                n!("{} syncs did not take place, because a breaker was open."),
            ),
        };
        said.push(some(failures.skipped, one, many));
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
    // An error is an answer, but not one to go by.
    let unusable = scenario.reload == Reload::No && run.trace.unknown_scripts() > 0;
    let sentence = match (scenario.on_failure, all, unusable) {
        (OnFailure::Open, 1, false) => n!("Without an answer the policy let it through."),
        (OnFailure::Open, 1, true) => n!("Without a usable answer the policy let it through."),
        (OnFailure::Open, _, false) => n!("Without an answer the policy let all $n through."),
        (OnFailure::Open, _, true) => n!("Without a usable answer the policy let all $n through."),
        (OnFailure::Closed, 1, false) => n!("Without an answer the policy refused it."),
        (OnFailure::Closed, 1, true) => n!("Without a usable answer the policy refused it."),
        (OnFailure::Closed, _, false) => n!("Without an answer the policy refused all $n."),
        (OnFailure::Closed, _, true) => n!("Without a usable answer the policy refused all $n."),
        (OnFailure::Local, _, false) => {
            n!("Without an answer each server counted alone, by its share$s: $p passed, $r.")
        }
        (OnFailure::Local, _, true) => {
            n!("Without a usable answer each server counted alone, by its share$s: $p passed, $r.")
        }
    };
    // A share is a number of requests where such are counted.
    let share = if scenario.rule == Rule::FixedWindow { format!(" ({})", scenario.share()) } else { String::new() };
    let values = [
        ('n', number(all)),
        ('s', share),
        ('p', number(failures.let_through)),
        ('r', some(failures.refused, n!("1 was refused"), n!("{} were refused"))),
    ];
    Some(say(sentence, &values))
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
            say!("Nobody gave up: up to {} requests waited at once, the longest for {}.", number(all.most), longest)
        });
    };
    let each = timeout * (1 + u64::from(retry));
    let span = fault.until.min(end) - fault.from;
    // By the law as long as almost all wait for so long, and the beginning and the end make no difference.
    let steady = lasting.came >= 10 && failures.timed_out * 10 >= lasting.came * 9 * (1 + retry) && span >= each * 3;
    if failures.skipped > 0 || !steady {
        return (all.most > 1)
            .then(|| say!("Up to {} requests waited at once, the longest for {}.", number(all.most), longest));
    }
    let rate = f64::from(lasting.came) / (span.millis_f64() / 1e3);
    // A burst has no rate but within some time.
    let sentence = match traffic {
        Traffic::Burst => n!(
            "Each waited $e, so about $a waited at any time ($r a second in that time \u{d7} $e: Little\u{2019}s law); $m on \
             average here, $p at most."
        ),
        Traffic::Steady => n!(
            "Each waited $e, so about $a waited at any time ($r a second \u{d7} $e: Little\u{2019}s law); $m on average here, \
             $p at most."
        ),
    };
    let values = [
        ('e', exact(each)),
        ('a', trimmed(rate * each.millis_f64() / 1e3, 1)),
        ('r', grouped(rate.round() as u128)),
        ('m', trimmed(lasting.mean, 1)),
        ('p', number(lasting.most)),
    ];
    Some(say(sentence, &values))
}
