//! Why a strategy lets too many through, or too few: by what its decisions leave out.

use limit_sim::scenario::{OnFailure, Rule, Scenario, Strategy};

use super::strategy::fails;
use crate::language::t;
use crate::n;

/// What Redis 6.2 makes of a transaction with EXPIRE and NX.
pub fn old(scenario: &Scenario) -> &'static str {
    t(match scenario.on_failure {
        OnFailure::Open => {
            n!(
                "Redis 6.2 does not know EXPIRE with NX: it runs nothing of that transaction, and who gets the error passes."
            )
        }
        OnFailure::Closed => {
            n!(
                "Redis 6.2 does not know EXPIRE with NX: it runs nothing of that transaction, and who gets the error is refused."
            )
        }
        OnFailure::Local => {
            n!(
                "Redis 6.2 does not know EXPIRE with NX: it runs nothing of that transaction, and each server keeps to its share."
            )
        }
    })
}

/// What `incr-expire` does to its windows.
const LATE: &str = n!("EXPIRE comes a round trip after INCR, so the window ends too late.");

/// Why it let too many through, as a sentence; nothing where it never does.
pub fn too_many(scenario: &Scenario) -> &'static str {
    t(match scenario.strategy {
        _ if fails(scenario) => return old(scenario),
        Strategy::Local => n!("Each server was right by its own count; nobody kept the user's."),
        Strategy::Split if scenario.rule == Rule::SlidingCounter => n!("Each server rounds its own estimate up."),
        Strategy::Split => n!("Each server's windows begin with its own first request."),
        Strategy::GetSet | Strategy::ReadWrite | Strategy::GetIncr => {
            n!("Between a read and the write that follows it, others read the same.")
        }
        Strategy::IncrExpire => LATE,
        Strategy::Lock => n!("Locks ended before their holders had written."),
        Strategy::SyncAll => n!("Between two syncs each server spends all that was left."),
        Strategy::SyncShare => n!("Whoever syncs early hears a total from which others' counts are missing."),
        _ => "",
    })
}

/// Why it refused some that were due, as a sentence; nothing where it never does.
pub fn too_few(scenario: &Scenario) -> &'static str {
    t(match scenario.strategy {
        _ if fails(scenario) => return old(scenario),
        Strategy::Split => n!("Each server keeps to its own share."),
        Strategy::GetSet => n!("Each write begins the window anew, so it ends too late."),
        Strategy::IncrExpire => LATE,
        Strategy::Cas => n!("Of those that read the same, one writes; the others begin again until no try is left."),
        Strategy::Lock => n!("Who finds the lock taken tries again until no try is left."),
        Strategy::SyncShare => n!("Each server keeps to its share, even where others don't need theirs."),
        Strategy::SyncAll => n!("Each server goes by the last total that it heard."),
        Strategy::Lease => n!("What one server has leased and not spent is missing where others ask."),
        Strategy::DenyCache => n!("Servers go on refusing from memory although a request could pass again."),
        Strategy::Edge => n!("A server refused by its own count before Redis was asked."),
        _ => "",
    })
}

#[cfg(test)]
mod tests {
    use limit_sim::many::verdicts;
    use limit_sim::scenario::{Choice, Jitter, RedisVersion, Traffic, WindowStart, misfit};
    use limit_sim::time::Span;

    use super::*;
    use crate::words::strategy::never;

    /// Every strategy with every rule that it takes, in bursts and streams over several windows.
    fn scenarios() -> Vec<Scenario> {
        let (window, lease) = (Span::from_millis(50), Span::from_millis(10));
        let base =
            Scenario { window, lease, retries: 3, rate: 400, duration: Span::from_millis(500), ..Scenario::default() };
        let mut found = Vec::new();
        for strategy in Strategy::ALL.iter().copied() {
            for rule in Rule::ALL.iter().copied() {
                for window_start in WindowStart::ALL.iter().copied() {
                    for redis_version in RedisVersion::ALL.iter().copied() {
                        for traffic in Traffic::ALL.iter().copied() {
                            for jitter in Jitter::ALL.iter().copied() {
                                let pair = Scenario { strategy, rule, window_start, redis_version, ..base };
                                let circumstances = [(1, 10), (2, 2), (5, 1)].map(|(rtt, limit)| {
                                    let rtt = Span::from_millis(rtt);
                                    Scenario { traffic, jitter, rtt, limit, ..pair }
                                });
                                found.extend(circumstances.into_iter().filter(|one| misfit(one).is_none()));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    #[test]
    fn where_too_many_or_too_few_pass_there_is_a_reason_and_what_never_lets_too_many_through_does_not() {
        let mut missing = Vec::new();
        for scenario in scenarios() {
            for verdict in verdicts(&scenario, 4) {
                let Scenario { strategy, rule, window_start, redis_version, traffic, .. } = scenario;
                let of = (strategy, rule, window_start, redis_version, traffic);
                if verdict.over > 0 && (never(&scenario) || too_many(&scenario).is_empty()) {
                    missing.push(("too many", of));
                }
                if verdict.over == 0 && verdict.falsely_refused > 0 && too_few(&scenario).is_empty() {
                    missing.push(("too few", of));
                }
            }
        }
        missing.dedup();
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
