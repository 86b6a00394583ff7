//! Why a strategy lets too many through, or too few: by what its decisions leave out.

use limit_sim::scenario::{RedisVersion, Scenario, Strategy};

/// Why it let too many through, as a sentence; nothing where it never does.
pub fn too_many(scenario: &Scenario) -> &'static str {
    match scenario.strategy {
        Strategy::Local => "Each server was right by what it had seen itself; nobody saw all.",
        Strategy::GetSet | Strategy::ReadWrite => {
            "Between a read and the write that follows it, others read the same: they decided by what was out of date."
        }
        Strategy::GetIncr => "Between a read and the increment that follows it, others read the same number.",
        Strategy::MultiExec if scenario.redis_version == RedisVersion::V6_2 => {
            "Redis 6.2 does not know EXPIRE with NX, so every transaction fails: nothing is counted, and nobody is refused."
        }
        Strategy::Lock => "Locks ended before their holders had written: two held one at a time.",
        Strategy::SyncAll => {
            "Between two syncs each server spends all that was left when it last heard from Redis, as if it were alone."
        }
        Strategy::SyncShare => {
            "Each server spends its share of the last total that it heard, and whoever syncs early hears one from which others\u{2019} \
             counts are missing."
        }
        _ => "",
    }
}

/// Why it refused some that were due, as a sentence; nothing where it never does.
pub fn too_few(scenario: &Scenario) -> &'static str {
    match scenario.strategy {
        Strategy::Split => "Each server keeps to its own share, and requests are not dealt out evenly.",
        Strategy::Cas => {
            "Of those that read the same, one write succeeds; the others begin again, and who has no try left is refused."
        }
        Strategy::Lock => "Who finds the lock taken tries again, and who has no try left is refused.",
        Strategy::SyncShare => {
            "Each server keeps to its share of what was left, even where others don\u{2019}t need theirs."
        }
        Strategy::SyncAll => "Each server goes by the last total that it heard.",
        Strategy::Lease => "What one server has leased and not spent is missing where others ask.",
        Strategy::DenyCache => "Servers go on refusing from memory although a request could pass again.",
        Strategy::Edge => "A server\u{2019}s own count refused before Redis was asked.",
        _ => "",
    }
}
