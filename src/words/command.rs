//! Commands and replies as they are shown where there is little room. The table of all events has them whole.

use limit_sim::redis::{Command, Text};
use limit_sim::scenario::{Rule, Scenario};

use super::number::wait;

/// The command without what it takes many letters to say: a script by the first letters of its name, a transaction by its
/// commands' names.
pub fn brief(command: &Command) -> String {
    match command {
        Command::EvalSha(script, ..) => {
            let key = command.first_key().map_or_else(String::new, |key| format!(" {key}"));
            format!("EVALSHA {}\u{2026}{key}", script.sha1.get(..7).unwrap_or_default())
        }
        Command::ScriptLoad(_) => "SCRIPT LOAD".to_owned(),
        Command::Transaction(commands) => {
            let names: Vec<_> = commands.iter().map(name).collect();
            let key = command.first_key().map_or_else(String::new, |key| format!(" {key}"));
            format!("MULTI {}{key}", names.join(" "))
        }
        other => other.to_string(),
    }
}

/// A command's first word.
fn name(command: &Command) -> String {
    command.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// A text that is cut to so many letters.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(std::iter::once('\u{2026}')).collect()
}

/// How many a server tells Redis that it has let through; none for other commands.
pub fn told(command: &Command) -> Option<i64> {
    match command {
        Command::Transaction(commands) => commands.iter().find_map(told),
        Command::IncrBy(_, by) => Some(*by),
        _ => None,
    }
}

/// What is at a key, at a glance: a count, tokens, how many entries; GCRA's instant since the clock began. A missing key counts
/// as 0.
pub fn kept(scenario: &Scenario, value: Option<&Text>) -> String {
    match value {
        None => "0".to_owned(),
        Some(Text::Integer(instant)) if scenario.rule == Rule::Gcra => wait(*instant as f64),
        // Of a fraction the first decimals.
        Some(text @ Text::Ratio { .. }) => {
            text.to_string().chars().take(4).collect::<String>().trim_end_matches('.').to_owned()
        }
        Some(text) => text.to_string(),
    }
}
