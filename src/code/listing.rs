//! The lines of each strategy in each style, and which step of its program each of them is.
//!
//! The texts are in `text/`, one file for each style, loaded when it is shown first; with one section for each strategy
//! (`= get-set`), or for each strategy and rule (`= local other` for all rules but fixed windows). Each line has a step, a bar and
//! its code. The steps `@read`, `@write` and `@transaction` stand for the lines of the present rule (`= @read gcra`), `@lua` for its
//! script. A step is a command's name, `count` (in the server's memory), `decide`, `allow` or `refuse`; or nothing.
//! In the code, `{limit}` and its like are replaced by the scenario's numbers, and `{EX|PX}` is the first where a key's
//! lifetime is given in seconds, and the second where it is in milliseconds.

use limit_sim::placement::Lifetime;
use limit_sim::placement::scripts::arguments;
use limit_sim::rule::{FirstHit, FixedWindow, Gcra, Rule, SlidingCounter, SlidingLog, TokenBucket};
use limit_sim::scenario::{self, Choice, Scenario, Strategy, WindowStart};
use limit_sim::time::Span;

use crate::n;
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
    ($name:literal, $label:expr) => {
        Style {
            name: $name,
            label: $label,
            file: File::new(concat!($name, ".txt"), include_str!(concat!("text/", $name, ".txt"))),
            #[cfg(test)]
            text: include_str!(concat!("text/", $name, ".txt")),
        }
    };
}

/// A rule's name in the texts, and the file of its script.
macro_rules! lua {
    ($rule:literal, $name:literal) => {
        (
            $rule,
            File::new(concat!($name, ".lua"), include_str!(concat!("../../sim/src/placement/scripts/", $name, ".lua"))),
        )
    };
}

/// The styles that can be chosen.
pub const STYLES: [Style; 5] = [
    style!("redis", n!("Redis commands")),
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

/// The scripts' Lua texts, by the names of their rules.
const LUA: [(&str, File); 6] = [
    lua!("fixed-window", "fixed_window"),
    lua!("first-hit", "first_hit"),
    lua!("token-bucket", "token_bucket"),
    lua!("sliding-log", "sliding_log"),
    lua!("sliding-counter", "sliding_counter"),
    lua!("gcra", "gcra"),
];

/// The rule's name in the texts: its windows' beginning is another rule's.
fn rule_name(scenario: &Scenario) -> &'static str {
    match (scenario.rule, scenario.window_start()) {
        (scenario::Rule::FixedWindow, WindowStart::FirstHit) => "first-hit",
        (rule, _) => rule.name(),
    }
}

/// The file with the script that a strategy runs in Redis, if it runs the rule there.
pub fn script(scenario: &Scenario) -> Option<File> {
    let runs = matches!(scenario.strategy, Strategy::Script | Strategy::Lease | Strategy::Edge | Strategy::DenyCache);
    let name = rule_name(scenario);
    LUA.into_iter().find(|(rule, _)| runs && *rule == name).map(|(_, file)| file)
}

/// The scenario's strategy in the style whose texts these are, with the text of the script that it runs; empty where it is not
/// written in that style.
pub fn lines(texts: &'static str, script: &'static str, scenario: &Scenario) -> Vec<Line> {
    let (strategy, rule) = (scenario.strategy.name(), rule_name(scenario));
    let plain = !matches!(scenario.strategy, Strategy::Local | Strategy::Split | Strategy::GetSet);
    // A section of its own for this rule, or for all but the one that is told first.
    let mut found = section(texts, &format!("{strategy} {rule}"));
    if found.is_empty() && rule != scenario::Rule::FixedWindow.name() && !plain {
        found = section(texts, &format!("{strategy} other"));
    } else if found.is_empty() {
        found = section(texts, strategy);
    }
    let mut lines = Vec::new();
    for (step, code) in found {
        match step.strip_prefix('@') {
            None => lines.push(Line { step, code: fill(code, scenario) }),
            Some("lua") => lines.extend(script.lines().map(|line| Line { step: "", code: line.to_owned() })),
            // What the rule reads and writes. In most rules the write is a transaction anyway.
            Some(part) => {
                let mut own = section(texts, &format!("@{part} {rule}"));
                if own.is_empty() {
                    own = section(texts, &format!("@write {rule}"));
                }
                lines.extend(own.into_iter().map(|(step, code)| Line { step, code: fill(code, scenario) }));
            }
        }
    }
    lines
}

/// The lines of a section: each one's step, and its code.
fn section(texts: &'static str, name: &str) -> Vec<(&'static str, &'static str)> {
    let begins = |line: &&str| line.strip_prefix("= ") == Some(name);
    let section = texts.lines().skip_while(|line| !begins(line)).skip(1);
    // Up to the next section, which has no bar.
    section.map_while(|line| line.split_once('|')).collect()
}

/// What a server does with what it keeps, and when it refuses by that; the same where it has read it from Redis.
fn phrases(rule: &Rule) -> [String; 3] {
    match *rule {
        Rule::FixedWindow(FixedWindow { limit, .. }) => [
            "hits[<window>] = hits[<window>] + 1".to_owned(),
            format!("hits[<window>] > {limit}"),
            format!("the count is {limit} or more"),
        ],
        Rule::FirstHit(FirstHit { limit, .. }) => [
            "hits = hits + 1, or 1 where the last window is over".to_owned(),
            format!("hits > {limit}"),
            format!("the count is {limit} or more"),
        ],
        Rule::TokenBucket(TokenBucket { capacity, interval }) => [
            format!("tokens = tokens + (now - last) / {interval} us, at most {capacity}"),
            "there is no whole token".to_owned(),
            "there is no whole token".to_owned(),
        ],
        Rule::SlidingLog(SlidingLog { limit, window }) => [
            format!("log = what was let through in the last {window} us"),
            format!("the log has {limit} or more"),
            format!("there are {limit} or more"),
        ],
        Rule::SlidingCounter(SlidingCounter { limit, .. }) => [
            "estimate = previous x the part of it that is less than a window ago + current".to_owned(),
            format!("the estimate is {limit} or more"),
            format!("the estimate is {limit} or more"),
        ],
        Rule::Gcra(Gcra { burst, interval }) => [
            format!("next = the later of next and now, + {interval} us"),
            format!("next is more than {} us ahead of now", burst * interval),
            format!("next is more than {} us ahead of now", burst * interval),
        ],
    }
}

/// The value of a name in the code; none for what is no name.
fn value(name: &str, scenario: &Scenario) -> Option<String> {
    let digits = |lifetime| match lifetime {
        Lifetime::Seconds(seconds) => (seconds, true),
        Lifetime::Millis(millis) => (millis, false),
    };
    let ((ttl, in_seconds), (own, _)) =
        (digits(Lifetime::of(scenario.window)), digits(Lifetime::exactly(scenario.window)));
    let rule = match scenario.strategy {
        Strategy::Split => Rule::shared(scenario, scenario.servers),
        _ => Rule::of(scenario),
    };
    let (capacity, interval) = match rule {
        Rule::TokenBucket(TokenBucket { capacity, interval }) | Rule::Gcra(Gcra { burst: capacity, interval }) => {
            (capacity, interval)
        }
        _ => (0, 1),
    };
    let whole_millis = |span: Span| (span.micros_up() as u64).div_ceil(1000).to_string();
    Some(match name {
        "limit" => scenario.limit.to_string(),
        "share" => scenario.share().to_string(),
        "portion" => scenario.share().max(1).to_string(),
        "servers" => scenario.servers.to_string(),
        "retries" => scenario.retries.to_string(),
        "ns" => scenario.window.nanos().to_string(),
        "us" => scenario.window.micros_up().to_string(),
        "ms" => millis(scenario.window),
        "wholems" => whole_millis(scenario.window),
        "lease" => whole_millis(scenario.lease),
        "sync" => millis(scenario.sync),
        "ttl" => ttl.to_string(),
        "own" => own.to_string(),
        "key" if rule_name(scenario) == scenario::Rule::FixedWindow.name() => "rl:user81:<window>".to_owned(),
        "key" => "rl:user81".to_owned(),
        "capacity" => capacity.to_string(),
        "interval" => interval.to_string(),
        "arguments" => {
            let numbers = arguments(&rule, 1);
            format!("{} {}", numbers[0], numbers[1])
        }
        "counted" => phrases(&rule)[0].clone(),
        "local" => phrases(&rule)[1].clone(),
        "decide" => phrases(&rule)[2].clone(),
        _ => {
            let (seconds, millis) = name.split_once('|')?;
            (if in_seconds { seconds } else { millis }).to_owned()
        }
    })
}

fn fill(code: &str, scenario: &Scenario) -> String {
    let mut pieces = code.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
        match value(name, scenario) {
            Some(value) => {
                text += &value;
                text += rest;
            }
            // A brace of the code's own.
            None => {
                text.push('{');
                text += piece;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use limit_sim::hand::{Case, Events, Happened, Position};
    use limit_sim::scenario::misfit;

    use super::*;

    const WINDOWS: [Span; 2] = [Span::from_secs(1), Span::from_millis(500)];

    /// The command's name without the P of the commands in milliseconds, as steps name it.
    fn step_of(command: &str) -> &str {
        match command.split([' ', ';']).next().unwrap() {
            "PEXPIRE" => "EXPIRE",
            name => name,
        }
    }

    /// What requests can come to do: commands, then the outcome. From orders of two requests at one server, with a
    /// limit of one.
    fn walks(scenario: &Scenario) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for limit in [1, 2] {
            let small = Scenario { servers: 1, burst: 3, limit, ..*scenario };
            let case = Case::of(&small, Events::default()).unwrap();
            let alone = [1; 8].into_iter().chain([2; 8]).chain([3; 8]);
            let in_turn = [1, 2, 3].repeat(8);
            for order in [alone.collect(), in_turn] {
                let mut walks = vec![Vec::new(); 3];
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
                for rule in scenario::Rule::ALL {
                    for window_start in WindowStart::ALL {
                        let default = Scenario::default();
                        let scenario = Scenario {
                            strategy: *strategy,
                            rule: *rule,
                            window_start: *window_start,
                            window,
                            ..default
                        };
                        for style in STYLES.iter().filter(|_| misfit(&scenario).is_none()) {
                            let lines = lines(style.text, "", &scenario);
                            // Not everything is written in every style; everything is in Redis commands.
                            if !lines.is_empty() || style.name == "redis" {
                                check(&scenario, style, &lines);
                            }
                        }
                    }
                }
            }
        }
    }

    fn tries_again(scenario: &Scenario) -> bool {
        matches!(scenario.strategy, Strategy::Cas | Strategy::Lock)
    }

    #[test]
    fn the_code_goes_through_the_commands_that_the_program_sends_in_the_same_order() {
        everywhere(|scenario, style, lines| {
            for walk in walks(scenario) {
                let mut rest = lines.iter();
                for step in &walk {
                    let mut found = rest.any(|line| line.step == step_of(step));
                    if !found && tries_again(scenario) {
                        rest = lines.iter();
                        found = rest.any(|line| line.step == step_of(step));
                    }
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
            let is_command = |one: &String| one.starts_with(|letter: char| letter.is_ascii_uppercase());
            let commands: Vec<_> = walks(scenario).concat().into_iter().filter(is_command).collect();
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
                let name = command.split([' ', ';']).next().unwrap().to_ascii_lowercase();
                assert!(code.contains(&name), "{command}: {line:?}");
                if let Some(lifetime) = command.split(' ').skip(2).last().filter(|_| name != "incr") {
                    let whole: String = lines.iter().map(|line| line.code.as_str()).collect();
                    assert!(whole.contains(lifetime), "{command}: {line:?}");
                }
            }
        });
    }

    #[test]
    fn every_name_in_redis_commands_has_a_value() {
        everywhere(|scenario, style, lines| {
            for line in lines.iter().filter(|_| style.name == "redis") {
                let (strategy, rule) = (scenario.strategy.name(), rule_name(scenario));
                assert!(!line.code.contains(['{', '}']), "{strategy} by {rule}: {line:?}");
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
            if rule_name(scenario) != "fixed-window"
                || scenario.strategy == Strategy::Script
                || whole.contains("<the script>")
            {
                return;
            }
            let window = if style.name == "redis" { "<window>" } else { "key" };
            assert!(whole.contains(window), "{} in {}: {whole}", scenario.strategy.name(), style.name);
        });
    }

    #[test]
    fn the_scenarios_numbers_are_in_the_code() {
        let scenario = Scenario { strategy: Strategy::Split, limit: 21, servers: 4, ..Scenario::default() };
        let text = |style: &Style| {
            lines(style.text, "", &scenario).into_iter().map(|line| line.code + "\n").collect::<String>()
        };
        assert!(text(&STYLES[0]).contains("# if hits[<window>] > 21 / 4, rounded down: 5:"));
        assert!(text(&STYLES[1]).contains("Math.floor(21 / 4)"));
        assert!(text(&STYLES[1]).contains("`${user}:${Math.floor(Date.now() / 1000)}`"));
        assert!(text(&STYLES[4]).contains("{user}:{}"));
    }
}
