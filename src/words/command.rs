//! Commands and replies as they are shown where there is little room. The table of all events has them whole.

use limit_sim::redis::Command;

/// The command without what it takes many letters to say: a script by the first letters of its name, a transaction by its
/// commands' names.
pub fn brief(command: &Command) -> String {
    match command {
        Command::EvalSha(script, ..) => {
            let key = command.first_key().map_or_else(String::new, |key| format!(" {key}"));
            format!("EVALSHA {}\u{2026}{key}", &script.sha1[..7])
        }
        Command::ScriptLoad(_) => "SCRIPT LOAD".to_owned(),
        Command::Transaction(commands) => {
            let names: Vec<_> = commands.iter().map(|one| name(one)).collect();
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
