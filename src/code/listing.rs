//! The lines of each strategy in each style, and which step of its program each of them is.
//!
//! The texts are in `text/`, one file for each style, loaded when it is shown first; with one section for each strategy (`= get-set`). Each line has a step, a
//! bar and its code. A step is a command's name, `count` (in the server's memory), `decide`, `allow` or `refuse`; or nothing.
//! In the code, `{limit}` and its like are replaced by the scenario's numbers, and `{EX|PX}` is the first where a key's
//! lifetime is given in seconds, and the second where it is in milliseconds.

use limit_sim::placement::Lifetime;
use limit_sim::scenario::{Choice, Scenario};

use crate::texts::File;
use crate::words::number::millis;

/// A style: its name in storage and in the page, and the file with its texts.
pub struct Style {
    /// In storage, and for tests.
    pub name: &'static str,
    /// In the page.
    pub label: &'static str,
    /// Its texts.
    pub file: File,
    #[cfg(test)]
    text: &'static str,
}

/// A style with the texts of this file.
macro_rules! style {
    ($name:literal, $label:literal) => {
        Style {
            name: $name,
            label: $label,
            file: File::new($name, include_str!(concat!("text/", $name, ".txt"))),
            #[cfg(test)]
            text: include_str!(concat!("text/", $name, ".txt")),
        }
    };
}

/// The styles that can be chosen.
pub const STYLES: [Style; 5] = [
    style!("redis", "Redis commands"),
    style!("javascript", "JavaScript"),
    style!("python", "Python"),
    style!("go", "Go"),
    style!("rust", "Rust"),
];

/// A line of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The step that it is, or nothing.
    pub step: &'static str,
    /// The code, with the scenario's numbers.
    pub code: String,
}

/// The scenario's strategy in the style whose texts these are.
pub fn lines(texts: &'static str, scenario: &Scenario) -> Vec<Line> {
    let name = scenario.strategy.name();
    let begins = |line: &&str| line.strip_prefix("= ") == Some(name);
    let section = texts.lines().skip_while(|line| !begins(line)).skip(1);
    // Up to the next section, which has no bar.
    let lines = section.map_while(|line| line.split_once('|'));
    lines.map(|(step, code)| Line { step, code: fill(code, scenario) }).collect()
}

fn fill(code: &str, scenario: &Scenario) -> String {
    let (ttl, in_seconds) = match Lifetime::of(scenario.window) {
        Lifetime::Seconds(seconds) => (seconds, true),
        Lifetime::Millis(millis) => (millis, false),
    };
    let mut pieces = code.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let value = match (name, name.split_once('|')) {
            ("limit", _) => scenario.limit.to_string(),
            ("share", _) => scenario.share().to_string(),
            ("servers", _) => scenario.servers.to_string(),
            ("ns", _) => scenario.window.nanos().to_string(),
            ("ms", _) => millis(scenario.window),
            ("ttl", _) => ttl.to_string(),
            (_, Some((seconds, millis))) => (if in_seconds { seconds } else { millis }).to_owned(),
            // A brace of the code's own.
            _ => {
                text.push('{');
                text += piece;
                continue;
            }
        };
        text += &value;
        text += rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use limit_sim::hand::{Case, Events, Happened, Position};
    use limit_sim::scenario::Strategy;
    use limit_sim::time::Span;

    use super::*;

    const WINDOWS: [Span; 2] = [Span::from_secs(1), Span::from_millis(500)];

    /// The command's name without the P of the commands in milliseconds, as steps name it.
    fn step_of(command: &str) -> &str {
        match command.split(' ').next().unwrap() {
            "PEXPIRE" => "EXPIRE",
            name => name,
        }
    }

    /// What requests can come to do: commands, then the outcome. From orders of two requests at one server, with a
    /// limit of one.
    fn walks(scenario: &Scenario) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for limit in [1, 2] {
            let small = Scenario { servers: 1, burst: 2, limit, ..*scenario };
            let case = Case::of(&small, Events::default()).unwrap();
            for order in [[1, 1, 1, 2, 2, 2], [1, 2, 1, 2, 1, 2], [2, 2, 2, 1, 1, 1]] {
                let mut walks = vec![Vec::new(); 2];
                let mut position = Position::start(&case);
                // Requests that are decided can't be picked any more; the others are.
                for happened in order.into_iter().filter_map(|choice| position.take(choice).ok()) {
                    let Happened::Step(step) = happened else { unreachable!("nothing else can happen") };
                    let walk: &mut Vec<String> = &mut walks[step.request.number as usize];
                    walk.push(step.ran.map_or_else(|| "count".to_owned(), |ran| ran.command.to_string()));
                    if let Some((decision, _)) = step.decided {
                        walk.push(if decision.allowed { "allow" } else { "refuse" }.to_owned());
                    }
                }
                found.extend(walks);
            }
        }
        found
    }

    fn everywhere(check: impl Fn(&Scenario, &Style, &[Line])) {
        for window in WINDOWS {
            for strategy in Strategy::ALL {
                let scenario = Scenario { strategy: *strategy, window, ..Scenario::default() };
                for style in &STYLES {
                    check(&scenario, style, &lines(style.text, &scenario));
                }
            }
        }
    }

    #[test]
    fn the_code_goes_through_the_commands_that_the_program_sends_in_the_same_order() {
        everywhere(|scenario, style, lines| {
            for walk in walks(scenario) {
                let mut rest = lines.iter();
                for step in &walk {
                    let found = rest.any(|line| line.step == step_of(step));
                    assert!(
                        found,
                        "{} in {}: no {step} in its place, of {walk:?}",
                        scenario.strategy.name(),
                        style.name
                    );
                }
            }
        });
    }

    #[test]
    fn no_line_is_a_step_that_no_program_takes() {
        everywhere(|scenario, style, lines| {
            let walks = walks(scenario).concat();
            for line in lines.iter().filter(|line| !["", "decide"].contains(&line.step)) {
                let taken = walks.iter().any(|step| step_of(step) == line.step);
                assert!(taken, "{} in {}: {line:?}", scenario.strategy.name(), style.name);
            }
        });
    }

    #[test]
    fn a_line_that_calls_redis_is_the_step_of_its_command_and_has_its_numbers() {
        everywhere(|scenario, style, lines| {
            let commands: Vec<_> = walks(scenario).concat().into_iter().filter(|one| one.contains(' ')).collect();
            for line in lines {
                let code = line.code.to_ascii_lowercase();
                let code = code.split("//").next().unwrap().split('#').next().unwrap();
                let calls = match style.name {
                    "redis" => line.step.chars().all(|letter| letter.is_ascii_uppercase()) && !line.step.is_empty(),
                    "rust" => code.contains(".await"),
                    // There `redis` is the package.
                    "go" => code.contains("rdb."),
                    _ => code.contains("redis."),
                };
                let of_command = commands.iter().find(|command| step_of(command) == line.step);
                assert_eq!(calls, of_command.is_some(), "{} in {}: {line:?}", scenario.strategy.name(), style.name);
                let Some(command) = of_command else { continue };
                // SET has its expiry in one of its own words in each language.
                let name = command.split(' ').next().unwrap().to_ascii_lowercase();
                assert!(code.contains(&name), "{command}: {line:?}");
                if let Some(lifetime) = command.split(' ').skip(2).last().filter(|_| name != "incr") {
                    let whole: String = lines.iter().map(|line| line.code.as_str()).collect();
                    assert!(whole.contains(lifetime), "{command}: {line:?}");
                }
            }
        });
    }

    #[test]
    fn no_error_of_redis_is_passed_over() {
        everywhere(|_, style, lines| {
            for line in lines {
                match style.name {
                    "go" => assert!(
                        !line.code.contains("rdb.") || line.code.contains("err = ") || line.code.contains("err := "),
                        "{line:?}"
                    ),
                    "rust" => assert_eq!(line.code.contains(".await"), line.code.contains(".await?"), "{line:?}"),
                    // Elsewhere errors are thrown.
                    _ => {}
                }
            }
        });
    }

    #[test]
    fn every_style_counts_in_one_window_at_a_time() {
        everywhere(|scenario, style, lines| {
            let whole: String = lines.iter().map(|line| line.code.as_str()).collect();
            let window = if style.name == "redis" { "<window>" } else { "key" };
            assert!(whole.contains(window), "{} in {}: {whole}", scenario.strategy.name(), style.name);
        });
    }

    #[test]
    fn the_scenarios_numbers_are_in_the_code() {
        let scenario = Scenario { strategy: Strategy::Split, limit: 21, servers: 4, ..Scenario::default() };
        let text =
            |style: &Style| lines(style.text, &scenario).into_iter().map(|line| line.code + "\n").collect::<String>();
        assert!(text(&STYLES[0]).contains("# if hits[<window>] > 21 / 4, rounded down: 5:"));
        assert!(text(&STYLES[1]).contains("Math.floor(21 / 4)"));
        assert!(text(&STYLES[1]).contains("`${user}:${Math.floor(Date.now() / 1000)}`"));
        assert!(text(&STYLES[4]).contains("{user}:{}"));
    }
}
