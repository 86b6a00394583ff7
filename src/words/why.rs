//! Why a strategy lets too many through, or too few: by what its decisions leave out.

use limit_sim::scenario::{Scenario, Strategy};

/// Why it let too many through, as a sentence; nothing where it never does.
pub fn too_many(scenario: &Scenario) -> &'static str {
    match scenario.strategy {
        Strategy::Local => "Each server was right by its own count; nobody kept the user's.",
        Strategy::GetSet | Strategy::ReadWrite | Strategy::GetIncr => {
            "Between a read and the write that follows it, others read the same."
        }
        // It never does, but for this version.
        Strategy::MultiExec => "Redis 6.2 runs nothing of the transaction, so nothing is counted.",
        Strategy::Lock => "Locks ended before their holders had written.",
        Strategy::SyncAll => "Between two syncs each server spends all that was left.",
        Strategy::SyncShare => "Whoever syncs early hears a total from which others' counts are missing.",
        _ => "",
    }
}

/// Why it refused some that were due, as a sentence; nothing where it never does.
pub fn too_few(scenario: &Scenario) -> &'static str {
    match scenario.strategy {
        Strategy::Split => "Each server keeps to its own share.",
        Strategy::Cas => "Of those that read the same, one writes; the others begin again until no try is left.",
        Strategy::Lock => "Who finds the lock taken tries again until no try is left.",
        Strategy::SyncShare => "Each server keeps to its share, even where others don't need theirs.",
        Strategy::SyncAll => "Each server goes by the last total that it heard.",
        Strategy::Lease => "What one server has leased and not spent is missing where others ask.",
        Strategy::DenyCache => "Servers go on refusing from memory although a request could pass again.",
        Strategy::Edge => "A server refused by its own count before Redis was asked.",
        _ => "",
    }
}
